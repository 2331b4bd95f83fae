import type { Nodes, Root } from 'mdast';
import { suggest } from '../../lib/suggest.ts';
import type { RenderRun } from './body.ts';
import { warnAt, withoutCode } from './plugin-syntax.ts';

/** A link or picture whose path has a space, which Markdown allows between `<` and `>` only. */
const SPACED_PATH = /(?<!\\)!?\[[^[\]\n]*\]\((?!["'<])(?=[^()<>\n"']*[^\S\n])([^()<>\n"']*)\)/;

/** A reference to a footnote. */
const FOOTNOTE = /(?<!\\)\[\^([^\s[\]^]+)\](?!\()/;

/** Stands for all that is no text in the source of a paragraph. */
const FILLER = '\0';

/** A link or picture with a full or collapsed reference, `[text][label]` or `[label][]`. Not part of `array[0][1]`. */
const REFERENCE = /(?<![\\\w)\]}])!?\[((?:\\[\s\S]|[^[\]\\])+)\]\[((?:\\[\s\S]|[^[\]\\])*)\]/g;

/** What a text of a link has, and an index such as `[0]`, `[i]` or the mark of a footnote has not. */
const LINK_TEXT = /^(?!\^)[\s\S]*(?:\p{L}{2}|\0)/u;

const isPath = (text: string): boolean => /\/|\.\w{2,5}$/.test(text) && !/\{[{%]/.test(text);

/**
 * Warns of the first picture or link with a space in its path in each piece of text, of the first reference to a
 * footnote that the text does not have, and of links to a label without a definition: they are no syntax, so that
 * readers see their source.
 */
export function reportUnreadLinks(tree: Root, run: RenderRun): void {
  if (run.source.includes('][')) reportUndefinedLinks(tree, run);
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

/** Warns of each label without a definition where a link or picture first refers to it. */
function reportUndefinedLinks(tree: Root, run: RenderRun): void {
  const defined: string[] = [];
  const found = new Map<string, UndefinedLink>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition') defined.push(node.label ?? node.identifier);
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      for (const link of undefinedLinks(node, run.source)) {
        const key = link.label.toLowerCase();
        if (!found.has(key)) found.set(key, link);
      }
    } else if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  for (const { written, label, ...place } of found.values()) {
    const similar = suggest(label, defined);
    const problem = {
      code: 'CONTENT_DEFINITION_MISSING',
      message: `\`${written}\` is no link or picture, since nothing defines \`[${label}]\`: readers see its source.`,
      hint: similar
        ? `Did you mean \`[${similar}]\`?`
        : `Add a line \`[${label}]: /path\`, or write \`\\${written}\` if it is no link.`,
    };
    warnAt(place, problem, run);
  }
}

type UndefinedLink = Parameters<typeof warnAt>[0] & { readonly written: string; readonly label: string };

/** Returns the links and pictures in a paragraph whose label nothing defines. */
function* undefinedLinks(node: Nodes, source: string): Generator<UndefinedLink> {
  for (const { 0: link, 1: text = '', 2: name = '', index } of textOnly(node, source).matchAll(REFERENCE)) {
    if (!LINK_TEXT.test(text) || /^\^|\0/.test(name)) continue;
    const start = (node.position?.start.offset ?? 0) + index;
    const written = source.slice(start, start + link.length).replace(/\s+/g, ' ');
    const label = written.replace(/^!?\[(.*)\]\[(.*)\]$/, (_, own, other) => other || own);
    yield { node, index, written, label };
  }
}

/** Returns the source of a node, with fillers in place of all that is no text. */
function textOnly(node: Nodes, source: string): string {
  const { start, end } = node.position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) return '';
  let at = start.offset;
  let text = '';
  const read = (inner: Nodes): void => {
    if ('children' in inner && inner.type !== 'link' && inner.type !== 'linkReference') inner.children.forEach(read);
    const [from = 0, to = 0] = [inner.position?.start.offset, inner.position?.end.offset];
    if (inner.type !== 'text' || from < at) return;
    text += FILLER.repeat(from - at) + source.slice(from, to);
    at = to;
  };
  read(node);
  return text;
}
