export type Fragment = {
  readonly base: string;
  /** First words on the page, and the last ones where the passage is long. */
  readonly start: string;
  readonly end: string;
};

/** A hyphen would mark words before or after the passage. */
const encode = (text: string): string => encodeURIComponent(text.trim().replace(/\s+/g, ' ')).replace(/-/g, '%2D');

/** Address that scrolls to words on a page and highlights them; empty without words. */
export const fragmentLink = ({ base, start, end }: Fragment): string => {
  if (start.trim() === '') return '';
  const words = [start, end].filter((part) => part.trim() !== '').map(encode);
  const page = base.trim();
  return `${page}${page.includes('#') ? '' : '#'}:~:text=${words.join(',')}`;
};
