import type { Nodes, Root } from 'mdast';
import type { RenderRun } from './body.ts';
import { warnAt, withoutCode } from './plugin-syntax.ts';

/** The start of a directive on lines of its own: colons, a name, and a label or attributes. */
const DIRECTIVE_START = /^[ \t]*(:{2,}[a-zA-Z][\w-]*)[ \t]*[[{]/m;

/** Warns of each paragraph with a line that starts like a directive and is none: readers see its source. */
export function reportUnreadDirectives(tree: Root, run: RenderRun): void {
  if (!DIRECTIVE_START.test(run.source)) return;
  const visit = (node: Nodes): void => {
    if (node.type !== 'paragraph') {
      if ('children' in node) node.children.forEach(visit);
      return;
    }
    const found = DIRECTIVE_START.exec(withoutCode(node, run.source));
    if (!found) return;
    const [start, mark = ''] = found;
    const problem = {
      code: 'CONTENT_DIRECTIVE_UNREAD',
      message: `\`${mark}\` starts no directive here: readers see its source.`,
      hint: `Write it on one line of its own, as \`${mark}[label]{name="value"}\` without spaces before the brackets.`,
    };
    warnAt({ node, index: found.index + start.indexOf(mark) }, problem, run);
  };
  visit(tree);
}
