import { escapeAttribute, escapeText } from '../text/html.ts';
import type { Anchor } from './slugs.ts';

export const TOC_FORMATS = ['markdown', 'numbered', 'html'] as const;
export type TocFormat = (typeof TOC_FORMATS)[number];

export type LinkOptions = {
  /** URL of the page; empty for links within it. */
  readonly base: string;
  /** Percent-encode characters beyond ASCII: `%E4%BD…`. */
  readonly encode: boolean;
};

export type TocOptions = LinkOptions & {
  readonly format: TocFormat;
  readonly minLevel: number;
  readonly maxLevel: number;
};

/** URL of an anchor. */
export const linkTo = (slug: string, { base, encode }: LinkOptions): string =>
  `${base.trim().replace(/#.*$/, '')}#${encode ? encodeURIComponent(slug) : slug.replace(/[\s<>()"%]/g, encodeURIComponent)}`;

/** An anchor with its nesting depth, 0 for the outermost. Skipped heading levels do not add depth. */
export type NestedAnchor = Anchor & { readonly depth: number };

export const nestAnchors = (anchors: readonly Anchor[]): readonly NestedAnchor[] => {
  const open: number[] = [];
  return anchors.map((anchor) => {
    while (open.length > 0 && (open.at(-1) ?? 0) >= anchor.level) open.pop();
    const depth = open.length;
    open.push(anchor.level);
    return { ...anchor, depth };
  });
};

const markdownText = (text: string): string => text.replace(/[\\`*_[\]<>]/g, '\\$&');

const markdownList = (entries: readonly NestedAnchor[], { format, ...link }: TocOptions): string => {
  const [mark, indent] = format === 'numbered' ? ['1.', '   '] : ['-', '  '];
  return entries
    .map(({ depth, text, slug }) => `${indent.repeat(depth)}${mark} [${markdownText(text)}](${linkTo(slug, link)})`)
    .join('\n');
};

const htmlList = (entries: readonly NestedAnchor[], link: LinkOptions): string => {
  const lines: string[] = ['<ul>'];
  const pad = (depth: number) => '  '.repeat(2 * depth + 1);
  for (const [index, { depth, text, slug }] of entries.entries()) {
    const next = entries[index + 1]?.depth ?? -1;
    const item = `${pad(depth)}<li><a href="${escapeAttribute(linkTo(slug, link))}">${escapeText(text)}</a>`;
    if (next > depth) lines.push(item, `${pad(depth)}  <ul>`);
    else lines.push(`${item}</li>`);
    for (let up = depth - 1; up >= Math.max(next, 0); up -= 1) lines.push(`${pad(up)}  </ul>`, `${pad(up)}</li>`);
  }
  return [...lines, '</ul>'].join('\n');
};

/** A table of contents of the headings between two levels; empty if there are none. */
export const tocOf = (anchors: readonly Anchor[], options: TocOptions): string => {
  const { minLevel, maxLevel, format } = options;
  const entries = nestAnchors(
    anchors.filter(({ level, slug }) => level >= minLevel && level <= maxLevel && slug !== ''),
  );
  if (entries.length === 0) return '';
  return format === 'html' ? htmlList(entries, options) : markdownList(entries, options);
};
