import { describe, expect, test } from 'vitest';
import { detectMarks, readParagraphs, writeParagraphs } from '../../../../site/dev-utils/paragraphs.ts';

const texts = ['One & two', 'three\nfour', '<five>'];

describe('paragraph marks', () => {
  test.each(['blankLines', 'pTags'] as const)('%s come back as they were written', (marks) => {
    const written = writeParagraphs(texts, marks);
    expect(detectMarks(written)).toBe(marks);
    expect(readParagraphs(written, marks)).toEqual(texts);
  });
  test('lines and br tags keep each line', () => {
    expect(readParagraphs('a\r\nb\n\nc', 'lines')).toEqual(['a', 'b', 'c']);
    expect(readParagraphs('a<br>b<br />c', 'brTags')).toEqual(['a', 'b', 'c']);
    expect(writeParagraphs(['a', 'b'], 'brTags')).toBe('a<br>\nb');
  });
  test('p tags are escaped and may have attributes and no end', () => {
    expect(writeParagraphs(['a < b', 'c\nd'], 'pTags')).toBe('<p>a &lt; b</p>\n<p>c<br>\nd</p>');
    expect(readParagraphs('<p class="x">one<p>two</p>', 'pTags')).toEqual(['one', 'two']);
  });
  test('are detected', () => {
    expect(detectMarks('a\n\nb')).toBe('blankLines');
    expect(detectMarks('a\nb')).toBe('lines');
    expect(detectMarks('a<BR/>b')).toBe('brTags');
  });
});
