/** Reading speed of texts with spaces between words. */
const wordsPerMinute = 230;
/** Reading speed of Chinese and Japanese texts. */
const charactersPerMinute = 450;
/** Mean word length in scripts without spaces between words: Thai, Lao, Khmer, Burmese. */
const lettersPerWord = 5;

/**
 * Returns the number of words in raw Markdown and its reading time in whole minutes, at least 1. A word is a run of
 * characters between spaces that contains a letter or digit. Each Chinese or Japanese character counts as one word, and
 * other scripts without spaces count by letters. Link targets do not count. The Markdown is not parsed, so a few words of
 * markup may count.
 */
export function countWords(text: string): { readonly words: number; readonly minutes: number } {
  let spaced = 0;
  let characters = 0;
  let unspaced = 0;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) {
      if (code <= 0x20) inWord = false;
      else if (code === 0x28) index = endOfLinkTarget(text, index);
      else if (!inWord && isAsciiWord(code)) {
        inWord = true;
        spaced++;
      }
    } else if (code === 0xa0 || code === 0x3000) inWord = false;
    else if (isIdeographic(code)) {
      characters++;
      inWord = false;
      // The low surrogate belongs to the same character.
      if (code >= 0xd800 && code < 0xdc00) index++;
    } else if (isUnspaced(code)) {
      unspaced++;
      inWord = false;
    } else if (!inWord && isSpacedLetter(code)) {
      inWord = true;
      spaced++;
    }
  }
  const spacedWords = spaced + Math.ceil(unspaced / lettersPerWord);
  const minutes = spacedWords / wordsPerMinute + characters / charactersPerMinute;
  return { words: spacedWords + characters, minutes: Math.max(1, Math.round(minutes)) };
}

/** Returns the index of the `)` that ends a link target on the same line, or `open` if the bracket there does not start one. */
function endOfLinkTarget(text: string, open: number): number {
  if (open === 0 || text.charCodeAt(open - 1) !== 0x5d) return open;
  for (let index = open + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x29) return index;
    if (code === 0x0a) return open;
  }
  return open;
}

function isAsciiWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

/** True for Han, kana and the high surrogates of the supplementary ideographic planes. */
function isIdeographic(code: number): boolean {
  return (
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd888)
  );
}

/** True for letters, not marks, of Thai, Lao, Burmese and Khmer. */
function isUnspaced(code: number): boolean {
  if (code >= 0x0e01 && code <= 0x0eff) return !isThaiMark(code & 0x7f);
  return (code >= 0x1000 && code <= 0x102a) || (code >= 0x1780 && code <= 0x17b3);
}

function isUnspacedBlock(code: number): boolean {
  return (code >= 0x0e00 && code <= 0x0eff) || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff);
}

/** True for vowels above and below, and tone marks. Thai and Lao have the same offsets in their blocks. */
function isThaiMark(offset: number): boolean {
  return offset === 0x31 || (offset >= 0x34 && offset <= 0x3f) || offset >= 0x46;
}

/** True for non-ASCII letters and digits of scripts with spaces; false for punctuation, symbols, emoji and combining marks. */
function isSpacedLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code >= 0x2000 && code <= 0x2bff) return false;
  if (code >= 0x3001 && code <= 0x3040) return false;
  // The other characters of these blocks are marks on a letter that was counted.
  if (isUnspacedBlock(code)) return false;
  return code !== 0xd7 && code !== 0xf7 && (code < 0xd800 || (code >= 0xfb00 && code < 0xfe00));
}
