export const DEVICES = ['desktop', 'phone'] as const;
export type Device = (typeof DEVICES)[number];
export type SnippetPart = 'title' | 'description';

/** Sizes of letters and widths in CSS pixels after which search results are cut, as measured on Google's pages. */
export const SNIPPET: {
  readonly [part in SnippetPart]: { readonly size: number } & { readonly [device in Device]: number };
} = {
  title: { size: 20, desktop: 580, phone: 920 },
  description: { size: 14, desktop: 920, phone: 680 },
};

/** Shorter texts leave room unused, in pixels on a desktop. */
export const SHORT: { readonly [part in SnippetPart]: number } = { title: 200, description: 400 };

/** Width of a text in pixels. */
export type Measure = (text: string) => number;

/** The longest beginning of `text` that fits into `limit` pixels with an ellipsis, cut at a word where there is one. */
export const cutToWidth = (text: string, limit: number, width: Measure): string => {
  if (width(text) <= limit) return text;
  const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    (one) => one.segment,
  );
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (width(`${letters.slice(0, middle).join('').trimEnd()} …`) <= limit) low = middle;
    else high = middle - 1;
  }
  const cut = letters.slice(0, low).join('');
  const space = cut.lastIndexOf(' ');
  // Without spaces near the end, as in Chinese, any letter may be the last one.
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()} …`;
};

export type Crumbs = { readonly host: string; readonly path: string };

/** How a search engine writes an address: the host, and the folders of its path. */
export const crumbsOf = (address: string): Crumbs => {
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
  if (address.trim() === '' || !URL.canParse(full)) return { host: address.trim(), path: '' };
  const { hostname, origin, pathname } = new URL(full);
  const readable = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  const folders = pathname.split('/').filter((part) => part !== '');
  const host = origin === 'null' ? hostname : origin;
  return { host, path: folders.map((part) => ` › ${readable(part)}`).join('') };
};

export type Highlight = { readonly text: string; readonly strong: boolean };

/** A text in parts, those that begin with one of the words set apart. */
export const highlight = (text: string, words: string): readonly Highlight[] => {
  const wanted = words.split(/[\s,]+/).filter((word) => word !== '');
  if (wanted.length === 0) return [{ text, strong: false }];
  const escaped = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(${escaped.join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '');
};
