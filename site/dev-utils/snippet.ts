/** Widths in CSS pixels after which search results cut, and the fonts in which they are set. */
export const SNIPPET = {
  title: { font: '20px Arial, sans-serif', desktop: 580, phone: 920 },
  description: { font: '14px Arial, sans-serif', desktop: 920, phone: 680 },
} as const;

/** Width of a text in pixels. */
export type Measure = (text: string, font: string) => number;

/** The longest beginning of `text` that fits into `limit` pixels with an ellipsis, cut at a word where there is one. */
export const cutToWidth = (text: string, limit: number, width: (text: string) => number): string => {
  if (width(text) <= limit) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (width(`${text.slice(0, middle).trimEnd()} …`) <= limit) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, low);
  const space = cut.lastIndexOf(' ');
  return `${(space > 0 ? cut.slice(0, space) : cut).trimEnd()} …`;
};
