import type { Nodes, Root, Table } from 'mdast';
import { suggest } from '../../lib/suggest.ts';
import { calloutKinds, type RenderRun } from './body.ts';
import { warnAt, withoutCode } from './plugin-syntax.ts';

/** A line that is meant for a heading. One `#` before a word is a hashtag. */
const UNSPACED_HEADING = /^[ \t]{0,3}(#{2,6})([^\s#].*)$/m;

/** The first line of a quote that is meant for a callout: its kind, and what follows it. */
const CALLOUT = /^\[!([a-z]+)\][ \t]*(.*)/i;

/**
 * Warns of cells of tables that have no column, so that readers do not see them, and of lines that are meant for headings
 * and are text. `hasPlugins`: whether a plugin may read kinds of callouts; without one, quotes that are meant for callouts
 * are reported as well.
 */
export function reportUnreadBlocks(tree: Root, run: RenderRun, hasPlugins: boolean): void {
  const visit = (node: Nodes): void => {
    if (node.type === 'table') reportCells(node, run);
    if (node.type === 'paragraph') reportHeading(node, run);
    if (node.type === 'blockquote' && !hasPlugins) reportCallout(node.children[0], run);
    if ('children' in node && node.type !== 'paragraph') node.children.forEach(visit);
  };
  visit(tree);
}

function reportCells({ children: [head, ...rows] }: Table, run: RenderRun): void {
  const columns = head?.children.length ?? 0;
  for (const { children: cells } of rows) {
    const lost = cells.slice(columns).find(({ children }) => children.length > 0);
    if (!lost?.position) continue;
    const problem = {
      code: 'CONTENT_TABLE_CELLS',
      message: `The row has ${cells.length} cells, and the table ${columns} ${columns === 1 ? 'column' : 'columns'}: readers do not see the last cells.`,
      hint: 'Write a backslash before each `|` within a cell, in code as well, or add a column to the first two rows.',
    };
    warnAt({ node: lost, index: 0 }, problem, run);
  }
}

function reportHeading(node: Nodes, run: RenderRun): void {
  const text = withoutCode(node, run.source);
  const found = UNSPACED_HEADING.exec(text);
  if (!found) return;
  const [line, marks = '', rest = ''] = found;
  const problem = {
    code: 'CONTENT_HEADING_SPACE',
    message: `\`${line.trim()}\` is no heading, since there is no space after \`${marks}\`: readers see its source.`,
    hint: `Write \`${marks} ${rest.trim()}\`, or \`\\${line.trim()}\` if it is no heading.`,
  };
  warnAt({ node, index: found.index + line.indexOf('#') }, problem, run);
}

function reportCallout(node: Nodes | undefined, run: RenderRun): void {
  if (node?.type !== 'paragraph') return;
  const [line, kind = '', title = ''] = CALLOUT.exec(withoutCode(node, run.source)) ?? [];
  if (line === undefined) return;
  const name = calloutKinds.find((one) => one === kind.toLowerCase());
  if (name && title === '') return;
  const similar = suggest(kind, calloutKinds);
  const problem = {
    code: 'CONTENT_CALLOUT_UNREAD',
    message: `\`${line.trim()}\` starts no callout: readers see its source.`,
    hint: name
      ? `Write the text on the next line; for a title of its own write \`:::${name}[${title.trim()}]\`, the text and \`:::\`.`
      : similar
        ? `Did you mean \`[!${similar.toUpperCase()}]\`?`
        : `Use one of ${calloutKinds.map((one) => `\`[!${one.toUpperCase()}]\``).join(', ')}.`,
  };
  warnAt({ node, index: 0 }, problem, run);
}
