export type Fragment = {
  readonly base: string;
  /** First words of the passage; `end` holds its last words, or nothing for a short passage. */
  readonly start: string;
  readonly end: string;
};

/** Encodes a part of a text fragment. In one, a literal hyphen separates the context before and after the passage. */
const encode = (text: string): string => encodeURIComponent(text.trim().replace(/\s+/g, ' ')).replace(/-/g, '%2D');

/** The URL with a text fragment, which scrolls to the passage and highlights it; empty if `start` is empty. */
export const fragmentLink = ({ base, start, end }: Fragment): string => {
  if (start.trim() === '') return '';
  const words = [start, end].filter((part) => part.trim() !== '').map(encode);
  const page = base.trim();
  return `${page}${page.includes('#') ? '' : '#'}:~:text=${words.join(',')}`;
};
