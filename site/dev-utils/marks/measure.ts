export type TextSize = {
  readonly words: number;
  /** Grapheme clusters: an emoji or a letter with combining marks counts once. */
  readonly characters: number;
  readonly charactersNoSpaces: number;
};

/** Counts words and characters. `Intl.Segmenter` finds the words of Chinese, Japanese and Thai by dictionary. */
export const sizeOf = (text: string): TextSize => {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  return {
    words: words.filter(({ isWordLike }) => isWordLike).length,
    characters: characters.length,
    charactersNoSpaces: characters.filter(({ segment }) => segment.trim() !== '').length,
  };
};
