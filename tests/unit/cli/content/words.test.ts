import { describe, expect, it } from 'vitest';
import { countWords } from '../../../../cli/content/words.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['One two  three.\n\nFour', 4],
    ['A **bold** move, well-known: it’s - – 5 | 6', 7],
    ['See [the guide](/blog/the-guide "with a title") and ![a picture](./one.jpg).', 6],
    ['Привет, мир! Größe élan', 4],
    ['사진을 편집합니다', 2],
    ['写真を 直す。', 5],
    ['照片修复 in the browser', 7],
    ['𠮷野家', 3],
    ['नमस्ते दुनिया', 2],
    ['👍 😀 — …', 0],
  ])('%j has %i words', (text, words) => {
    expect(countWords(text).words).toBe(words);
  });

  it('counts Thai words by letters, because Thai has no spaces between words', () => {
    // 23 letters without vowel signs and tones: about five words.
    const { words } = countWords('แก้ไขรูปภาพในเบราว์เซอร์ของคุณ');
    expect(words).toBeGreaterThanOrEqual(4);
    expect(words).toBeLessThanOrEqual(7);
  });

  it('returns at least one minute, and more for longer texts', () => {
    expect(countWords('').minutes).toBe(1);
    expect(countWords('word '.repeat(1150)).minutes).toBe(5);
    expect(countWords('字'.repeat(1800)).minutes).toBe(4);
  });
});
