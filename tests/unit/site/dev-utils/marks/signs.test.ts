import { describe, expect, test } from 'vitest';
import { convertMarks, type MarksOptions } from '../../../../../site/dev-utils/marks/convert.ts';
import { sizeOf } from '../../../../../site/dev-utils/marks/measure.ts';

const keep: MarksOptions = {
  from: 'auto',
  to: 'keep',
  keepBreaks: true,
  literal: true,
  indent: false,
  punctuation: 'keep',
  onlyBesideCjk: true,
  digits: false,
  spacing: false,
  quotes: 'keep',
  apostrophe: false,
  dashes: false,
  ellipsis: false,
};
const convert = (source: string, options: Partial<MarksOptions>) => convertMarks(source, { ...keep, ...options });
const text = (source: string, options: Partial<MarksOptions>) => convert(source, options).text;

describe('convertMarks for punctuation', () => {
  test('converts to full width only beside Chinese and Japanese', () => {
    const source = '你好, 世界! 版本 3.5 (测试) at 12:30, see a.b, ok. これはペンです.';
    expect(text(source, { punctuation: 'toFull' })).toBe(
      '你好，世界！版本 3.5（测试）at 12:30, see a.b, ok. これはペンです。',
    );
    expect(convert(source, { punctuation: 'toFull' }).counts.punctuation).toBe(5);
  });
  test('converts to full width everywhere except in numbers and URLs', () => {
    expect(text('Yes, 1,000 at https://x.example/a,b.c; no.', { punctuation: 'toFull', onlyBesideCjk: false })).toBe(
      'Yes，1,000 at https://x.example/a,b.c; no。',
    );
  });
  test('converts to half width and adds spaces', () => {
    expect(text('Hello，world。你好（世界）！Ａ１', { punctuation: 'toHalf', digits: true })).toBe(
      'Hello, world. 你好 (世界)! A1',
    );
  });
  test('leaves tags, code and link targets unchanged', () => {
    const html = '<p title="a, b">中文, `x, 中` [中](a,b.html)</p>';
    expect(text(html, { punctuation: 'toFull' })).toBe('<p title="a, b">中文，`x, 中` [中](a,b.html)</p>');
  });
  test('inserts spaces between Chinese and Latin', () => {
    expect(text('用AI修复2张照片，约80%的', { spacing: true })).toBe('用 AI 修复 2 张照片，约 80% 的');
    expect(text('用 AI 修复', { spacing: true })).toBe('用 AI 修复');
  });
});

describe('convertMarks for quotes', () => {
  const source = `"Don't say 'no'," she said ("so <em>"soft"</em>").`;
  test.each([
    ['english', `“Don't say ‘no’,” she said (“so <em>“soft”</em>”).`],
    ['german', `„Don't say ‚no‘,“ she said („so <em>„soft“</em>“).`],
    ['french', `«\u202fDon't say “no”,\u202f» she said («\u202fso <em>«\u202fsoft\u202f»</em>\u202f»).`],
    ['corner', `「Don't say 『no』,」 she said (「so <em>「soft」</em>」).`],
  ] as const)('%s', (quotes, expected) => expect(text(source, { quotes })).toBe(expected));
  test('restores straight quotes', () => {
    for (const quotes of ['english', 'german', 'french', 'corner'] as const) {
      const curly = text(`He said "one 'two' three" and "four".`, { quotes, apostrophe: true });
      expect(text(curly, { quotes: 'straight' }), quotes).toMatch(/^He said "one ["'“”]?.*three" and "four"\.$/);
    }
    expect(text('„Ja“, sagte er', { quotes: 'straight' })).toBe('"Ja", sagte er');
  });
  test('pairs quotes between Chinese characters, which have no spaces', () => {
    expect(text('他说"你好"然后"再见"。', { quotes: 'corner' })).toBe('他说「你好」然后「再见」。');
  });
  test('converts character references of HTML', () => {
    expect(text('<p>&quot;a&quot; &lt;b&gt;</p>', { quotes: 'english' })).toBe('<p>“a” &lt;b&gt;</p>');
  });
  test('distinguishes apostrophes from quotes', () => {
    const curly = text(`It's the dogs' '90s, isn't it? 'Yes'`, { apostrophe: true, quotes: 'english' });
    expect(curly).toBe('It’s the dogs’ ’90s, isn’t it? ‘Yes’');
  });
});

describe('convertMarks for dashes and ellipses', () => {
  test('converts double hyphens and number ranges', () => {
    const source = 'word--word, a -- b, 1990-1995, pp. 3--5, run --flag, 2024-05-06, end---stop';
    expect(text(source, { dashes: true })).toBe(
      'word—word, a – b, 1990–1995, pp. 3–5, run --flag, 2024-05-06, end—stop',
    );
  });
  test('keeps thematic breaks, comments and front matter', () => {
    const source = '---\ntitle: "a -- b"\n---\n\n<!-- x -->\n\na\n\n---\n\nb';
    expect(text(source, { dashes: true, quotes: 'english' })).toBe(source);
  });
  test('converts three dots', () => {
    expect(text('Well... 等等。。。 1....', { ellipsis: true })).toBe('Well… 等等…… 1....');
  });
});

describe('the result of convertMarks', () => {
  test('counts the changes and reports the detected format', () => {
    const result = convert('"A" -- b...\n\nc', { to: 'pTags', quotes: 'english', dashes: true, ellipsis: true });
    expect(result).toEqual({
      text: '<p>“A” – b…</p>\n<p>c</p>',
      from: 'blankLines',
      counts: { paragraphs: 2, punctuation: 0, quotes: 2, dashes: 1, ellipses: 1 },
    });
    expect(convert('<p>a</p>', { to: 'pTags' }).counts.paragraphs).toBe(0);
  });
  test('counts words and characters by grapheme clusters', () => {
    expect(sizeOf('Hello, world 👩‍🚀')).toEqual({ words: 2, characters: 14, charactersNoSpaces: 12 });
    expect(sizeOf('你好世界').words).toBe(2);
  });
});

test('texts with the line ends of Windows are detected as others are', () => {
  const lines = 'a\nb\n\nc\nd';
  const [unix, windows] = [lines, lines.replaceAll('\n', '\r\n')].map((source) => text(source, { to: 'pTags' }));
  expect(unix).toBe('<p>a<br>\nb</p>\n<p>c<br>\nd</p>');
  expect(windows).toBe(unix);
});
