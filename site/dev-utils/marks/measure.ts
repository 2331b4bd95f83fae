export type TextSize = {
  readonly words: number;
  /** As people count: an emoji or a letter with its marks is one. */
  readonly characters: number;
  readonly charactersNoSpaces: number;
};

/** Words and characters of a text without its tags; words of Chinese, Japanese and Thai are found by their dictionary. */
export const sizeOf = (text: string): TextSize => {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)];
  return {
    words: words.filter(({ isWordLike }) => isWordLike).length,
    characters: characters.length,
    charactersNoSpaces: characters.filter(({ segment }) => segment.trim() !== '').length,
  };
};
