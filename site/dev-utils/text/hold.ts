/** Any placeholder; in patterns of letters it stands for something that is not seen. */
export const HELD = '[\\ue000-\\ue7ff]';

const PLACE = /[\ue000-\ue3ff][\ue400-\ue7ff]/g;

export type Holder = {
  /** Puts a text aside and gives two characters for private use that stand for it. */
  readonly hold: (text: string) => string;
  /** The text with everything back in its place. */
  readonly release: (text: string) => string;
};

/** Keeps parts of a text from being read as marks: room for a million. */
export const createHolder = (): Holder => {
  const held: string[] = [];
  return {
    hold: (text) => {
      held.push(text);
      const index = held.length - 1;
      return String.fromCharCode(0xe000 + (index >> 10), 0xe400 + (index & 1023));
    },
    release: (text) =>
      text.replace(PLACE, (place) => held[(place.charCodeAt(0) - 0xe000) * 1024 + place.charCodeAt(1) - 0xe400] ?? ''),
  };
};

/** The text without characters that could pass for a placeholder. */
export const withoutHeld = (text: string): string => text.replace(/[\ue000-\ue7ff]/g, '');
