import { escapeAttribute, escapeText } from '../text/html.ts';
import type { Anchor } from './slugs.ts';

export const TOC_FORMATS = ['markdown', 'numbered', 'html'] as const;
export type TocFormat = (typeof TOC_FORMATS)[number];

export type LinkOptions = {
  /** Address of the page, or nothing for links within it. */
  readonly base: string;
  /** Write characters beyond ASCII as `%E4%BD…`. */
  readonly encode: boolean;
};

export type TocOptions = LinkOptions & {
  readonly format: TocFormat;
  readonly minLevel: number;
  readonly maxLevel: number;
};

/** Address of an anchor. */
export const linkTo = (slug: string, { base, encode }: LinkOptions): string =>
  `${base.trim().replace(/#.*$/, '')}#${encode ? encodeURIComponent(slug) : slug.replace(/[\s<>()"%]/g, encodeURIComponent)}`;

/** A heading with its place: 0 for the outermost. Levels that are left out leave no gap. */
export type Nested = Anchor & { readonly depth: number };

export const nestedOf = (anchors: readonly Anchor[]): readonly Nested[] => {
  const open: number[] = [];
  return anchors.map((anchor) => {
    while (open.length > 0 && (open.at(-1) ?? 0) >= anchor.level) open.pop();
    const depth = open.length;
    open.push(anchor.level);
    return { ...anchor, depth };
  });
};

const markdownText = (text: string): string => text.replace(/[\\`*_[\]<>]/g, '\\$&');

const markdownList = (entries: readonly Nested[], { format, ...link }: TocOptions): string => {
  const [mark, indent] = format === 'numbered' ? ['1.', '   '] : ['-', '  '];
  return entries
    .map(({ depth, text, slug }) => `${indent.repeat(depth)}${mark} [${markdownText(text)}](${linkTo(slug, link)})`)
    .join('\n');
};

const htmlList = (entries: readonly Nested[], link: LinkOptions): string => {
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

/** A table of contents of the headings between two levels; empty where there are none. */
export const tocOf = (anchors: readonly Anchor[], options: TocOptions): string => {
  const { minLevel, maxLevel, format } = options;
  const entries = nestedOf(anchors.filter(({ level, slug }) => level >= minLevel && level <= maxLevel && slug !== ''));
  if (entries.length === 0) return '';
  return format === 'html' ? htmlList(entries, options) : markdownList(entries, options);
};
