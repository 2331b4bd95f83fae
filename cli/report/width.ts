const zeroWidth = /^[\p{Mark}\p{Cf}]$/u;

/**
 * Characters that terminals show two columns wide: East Asian Wide and Fullwidth (Unicode UAX 11) by script and block,
 * and pictures.
 */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303e\u30fc\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]$/u;

const tabWidth = 4;

/** Text as a terminal shows it, without tabs, and how many columns wide it is when it starts at a tab stop. */
export function shown(text: string): { readonly text: string; readonly columns: number } {
  let columns = 0;
  let out = '';
  for (const character of text) {
    const step = character === '\t' ? tabWidth - (columns % tabWidth) : widthOf(character);
    out += character === '\t' ? ' '.repeat(step) : character;
    columns += step;
  }
  return { text: out, columns };
}

function widthOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
