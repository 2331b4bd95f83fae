import type { Nodes, Root } from 'mdast';
import type { RenderRun } from './body.ts';
import { warnAt, withoutCode } from './plugin-syntax.ts';

/** A link or picture whose path has a space, which Markdown allows between `<` and `>` only. */
const SPACED_PATH = /(?<!\\)!?\[[^[\]\n]*\]\((?!["'<])(?=[^()<>\n"']*[^\S\n])([^()<>\n"']*)\)/;

/** A reference to a footnote. */
const FOOTNOTE = /(?<!\\)\[\^([^\s[\]^]+)\](?!\()/;

const isPath = (text: string): boolean => /\/|\.\w{2,5}$/.test(text);

/**
 * Warns of the first picture or link with a space in its path in each piece of text, and of the first reference to a
 * footnote that the text does not have: both are no syntax, so that readers see their source.
 */
export function reportUnreadLinks(tree: Root, run: RenderRun): void {
  if (!SPACED_PATH.test(run.source) && !FOOTNOTE.test(run.source)) return;
  const visit = (node: Nodes): void => {
    if (node.type === 'text') reportText(node, run);
    else if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
}

function reportText(node: Nodes, run: RenderRun): void {
  const text = withoutCode(node, run.source);
  const [link = '', path = ''] = SPACED_PATH.exec(text) ?? [];
  if (isPath(path.trim())) {
    const problem = {
      code: 'CONTENT_PATH_SPACE',
      message: `\`${link}\` is no link or picture, since its path has a space: readers see its source.`,
      hint: `Write the path between angle brackets: \`${link.replace(path, `<${path.trim()}>`)}\`.`,
    };
    warnAt({ node, index: text.indexOf(link) }, problem, run);
  }
  const [reference, name] = FOOTNOTE.exec(text) ?? [];
  if (reference !== undefined) {
    const problem = {
      code: 'CONTENT_FOOTNOTE_MISSING',
      message: `There is no footnote \`${name}\`: readers see \`${reference}\`.`,
      hint: `Add a line \`${reference}: …\`, or write \`\\${reference}\` if it is no footnote.`,
    };
    warnAt({ node, index: text.indexOf(reference) }, problem, run);
  }
}
