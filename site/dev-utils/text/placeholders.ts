/** Pattern of one placeholder character, to skip placeholders in other patterns. */
export const PLACEHOLDER_CHARACTER = '[\\ue000-\\ue7ff]';

const PLACEHOLDER = /[\ue000-\ue3ff][\ue400-\ue7ff]/g;

export type Placeholders = {
  /** Stores a text and returns its placeholder: two private-use characters. */
  readonly protect: (text: string) => string;
  /** Replaces the placeholders in a text by the stored texts. */
  readonly restore: (text: string) => string;
};

/** Protects parts of a text from later replacements; holds up to a million parts. */
export const createPlaceholders = (): Placeholders => {
  const protectedTexts: string[] = [];
  return {
    protect: (text) => {
      protectedTexts.push(text);
      const index = protectedTexts.length - 1;
      return String.fromCharCode(0xe000 + (index >> 10), 0xe400 + (index & 1023));
    },
    restore: (text) =>
      text.replace(
        PLACEHOLDER,
        (found) => protectedTexts[(found.charCodeAt(0) - 0xe000) * 1024 + found.charCodeAt(1) - 0xe400] ?? '',
      ),
  };
};

/** Removes characters that could be mistaken for placeholders. */
export const withoutPlaceholders = (text: string): string => text.replace(/[\ue000-\ue7ff]/g, '');
