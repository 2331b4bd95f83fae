import { describe, expect, test } from 'vitest';
import { detectFormat, type ParagraphFormat } from '../../../../../site/dev-utils/marks/blocks.ts';
import { readBlocks } from '../../../../../site/dev-utils/marks/read.ts';
import { writeBlocks } from '../../../../../site/dev-utils/marks/write.ts';

const options = { keepBreaks: true, literal: true, indent: false };
type Options = Partial<typeof options>;
const from = (marks: ParagraphFormat, source: string) => ({
  to: (format: ParagraphFormat, more: Options = {}) =>
    writeBlocks(readBlocks(source, marks, { ...options, ...more }), format, { ...options, ...more }),
});

describe('convertMarks from lines', () => {
  test('writes p tags and escapes special characters', () => {
    expect(from('lines', 'a < b\r\n\r\nc & d').to('pTags')).toBe('<p>a &lt; b</p>\n<p>c &amp; d</p>');
    expect(from('blankLines', 'one\ntwo\n\n\nthree').to('pTags')).toBe('<p>one<br>\ntwo</p>\n<p>three</p>');
  });
  test('keeps tags, joins lines and indents if the options say so', () => {
    expect(from('lines', 'a <em>b</em>').to('pTags', { literal: false })).toBe('<p>a <em>b</em></p>');
    expect(from('blankLines', 'one\ntwo\n\n老照片\n修复').to('pTags', { keepBreaks: false, indent: true })).toBe(
      '<p>\n  one two\n</p>\n<p>\n  老照片修复\n</p>',
    );
  });
  test('writes one break per line, and two between paragraphs that contain breaks', () => {
    expect(from('lines', 'a\nb').to('brTags')).toBe('a<br>\nb');
    expect(from('blankLines', 'a\nb\n\nc').to('brTags')).toBe('a<br>\nb<br><br>\nc');
  });
});

describe('convertMarks from HTML', () => {
  test('reads paragraphs with attributes, without end tags, and outside of elements', () => {
    expect(from('pTags', 'before<p class="x">one\n more<p>two<br/>three</p>after').to('blankLines')).toBe(
      'before\n\none more\n\ntwo\nthree\n\nafter',
    );
    expect(from('pTags', '<div><p>a &amp; b</p>\n<p>&nbsp;</p></div>').to('lines')).toBe('a & b\n');
    expect(from('pTags', '').to('lines')).toBe('');
  });
  test('writes Markdown with headings, lists, quotes, code and links', () => {
    const html = [
      '<h2>Two</h2>',
      '<p>A <strong>bold</strong>, <i>slanted</i> <a href="/x" title="T">link</a>, <code>a_b</code> and <u>u</u>.</p>',
      '<ul><li>one</li><li>two *</li></ul>',
      '<ol>\n<li>first</li>\n</ol>',
      '<blockquote><p>said</p></blockquote>',
      '<pre><code>x &lt; y\n</code></pre>',
      '<hr>',
      '<table><tr><td>1</td></tr></table>',
    ].join('\n');
    expect(from('pTags', html).to('markdown')).toBe(
      [
        '## Two',
        'A **bold**, *slanted* [link](/x "T"), `a_b` and <u>u</u>.',
        '- one\n- two \\*',
        '1. first',
        '> said',
        '```\nx < y\n```',
        '---',
        '<table><tr><td>1</td></tr></table>',
      ].join('\n\n'),
    );
  });
});

describe('convertMarks from Markdown', () => {
  test('converts to HTML and back without loss', () => {
    const markdown =
      '# Title\n\nSome **bold** and *soft* `code <b>` with a [link](https://x.example/?a=1&b=2).  \nNext line\n\n- a\n- b\n\n> quoted\n\n```\n<x>\n```';
    const html = from('markdown', markdown).to('pTags', { keepBreaks: false });
    expect(html).toBe(
      [
        '<h1>Title</h1>',
        '<p>Some <strong>bold</strong> and <em>soft</em> <code>code &lt;b&gt;</code> with a <a href="https://x.example/?a=1&amp;b=2">link</a>.<br>\nNext line</p>',
        '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
        '<blockquote>\n<p>quoted</p>\n</blockquote>',
        '<pre><code>&lt;x&gt;</code></pre>',
      ].join('\n'),
    );
    expect(from('pTags', html).to('markdown')).toBe(markdown);
  });
  test('joins lines, keeps escaped characters and underlined headings', () => {
    expect(from('markdown', 'Two\n---\none\ntwo \\*no\\* snake_case').to('pTags', { keepBreaks: false })).toBe(
      '<h2>Two</h2>\n<p>one two *no* snake_case</p>',
    );
  });
  test('escapes line starts that would begin a heading, list or quote', () => {
    const text = '# no heading\n\n1. no list\n\n- none\n\n> no quote';
    const markdown = from('blankLines', text).to('markdown');
    expect(markdown).toBe('\\# no heading\n\n1\\. no list\n\n\\- none\n\n\\> no quote');
    expect(from('markdown', markdown).to('blankLines')).toBe(text);
  });
});

describe('a round trip of convertMarks', () => {
  const texts = ['One & two <b>', 'three\nfour *five*', '_six_ [seven](x)'];
  const source = texts.join('\n\n');
  test.each(['pTags', 'brTags', 'markdown'] as const)('through %s', (marks) => {
    const written = from('blankLines', source).to(marks);
    expect(from(marks, written).to('blankLines')).toBe(source);
  });
});

describe('detectFormat', () => {
  test.each([
    ['a\nb', 'lines'],
    ['a\n\nb', 'blankLines'],
    ['<p>a', 'pTags'],
    ['<h2>a</h2>', 'pTags'],
    ['a<BR/>b', 'brTags'],
    ['# a\n\nb', 'markdown'],
    ['a **b** c', 'markdown'],
  ])('%j: %s', (text, marks) => expect(detectFormat(text)).toBe(marks));
});

describe('lists and inline marks', () => {
  test('keep the number of the first item', () => {
    const source = 'Dear all,\n\n1. First point.\n\nMore.\n\n2. Second point.\n3. Third.';
    expect(from('markdown', source).to('blankLines')).toBe(source);
    expect(from('markdown', source).to('markdown')).toBe(source);
    expect(from('markdown', source).to('pTags')).toContain('<ol start="2">');
    expect(from('pTags', '<ol start="3"><li>x</li></ol>').to('markdown')).toBe('3. x');
  });
  test('keep brackets of addresses, and nest strong emphasis', () => {
    expect(from('markdown', '[a](https://x.example/Foo_(bar)) end').to('pTags')).toBe(
      '<p><a href="https://x.example/Foo_(bar)">a</a> end</p>',
    );
    expect(from('markdown', '***very*** **bold**').to('pTags')).toBe(
      '<p><em><strong>very</strong></em> <strong>bold</strong></p>',
    );
  });
});
