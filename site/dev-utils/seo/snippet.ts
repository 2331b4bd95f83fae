export const DEVICES = ['desktop', 'phone'] as const;
export type Device = (typeof DEVICES)[number];
export type SnippetPart = 'title' | 'description';

/** Font sizes, and widths at which search results are truncated, in CSS pixels, measured on Google's pages. */
export const SNIPPET: {
  readonly [part in SnippetPart]: { readonly size: number } & { readonly [device in Device]: number };
} = {
  title: { size: 20, desktop: 580, phone: 920 },
  description: { size: 14, desktop: 920, phone: 680 },
};

/** Width below which a text leaves space unused, in CSS pixels on a desktop. */
export const MIN_WIDTH_PX: { readonly [part in SnippetPart]: number } = { title: 200, description: 400 };

/** Returns the width of a text in pixels. */
export type Measure = (text: string) => number;

/** Truncates a text to `limit` pixels including an ellipsis, at a word boundary if one is near. */
export const truncateToWidth = (text: string, limit: number, width: Measure): string => {
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
  // Without spaces near the end, as in Chinese, the text is cut after any character.
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()} …`;
};

export type Breadcrumbs = { readonly host: string; readonly path: string };

/** Breadcrumbs of a URL as search engines show them: host and path segments. */
export const breadcrumbsOf = (address: string): Breadcrumbs => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
  if (address.trim() === '' || !URL.canParse(url)) return { host: address.trim(), path: '' };
  const { hostname, origin, pathname } = new URL(url);
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

/** Splits a text into parts; occurrences of the words are `strong`. */
export const highlight = (text: string, words: string): readonly Highlight[] => {
  const searchWords = words.split(/[\s,]+/).filter((word) => word !== '');
  if (searchWords.length === 0) return [{ text, strong: false }];
  const escaped = searchWords.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(${escaped.join('|')})`, 'giu');
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, strong: index % 2 === 1 }))
    .filter((part) => part.text !== '');
};
