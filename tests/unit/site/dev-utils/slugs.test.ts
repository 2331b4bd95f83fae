import { describe, expect, test } from 'vitest';
import { anchorsOf, headingsOf, slugOf, tocOf } from '../../../../site/dev-utils/slugs.ts';

describe('headings', () => {
  test('of Markdown, without those in code', () => {
    const source = '# One\n\n```sh\n# not a heading\n```\n\n## Two `code` and *star* ##\n';
    expect(headingsOf(source)).toEqual([
      { level: 1, text: 'One' },
      { level: 2, text: 'Two code and star' },
    ]);
  });
  test('of HTML, and of lines', () => {
    expect(headingsOf('<h2 id="x">A <em>b</em></h2>\n<h3>C</h3>')).toEqual([
      { level: 2, text: 'A b' },
      { level: 3, text: 'C' },
    ]);
    expect(headingsOf('First\n\nSecond').map(({ text }) => text)).toEqual(['First', 'Second']);
  });
  test('keep underscores inside words', () => expect(headingsOf('## my_name _x_')[0]?.text).toBe('my_name x'));
});

describe('slugs', () => {
  test('as GitHub makes them: spaces to hyphens, marks dropped, scripts kept', () => {
    expect(slugOf('Hello, World!', 'github')).toBe('hello-world');
    expect(slugOf('A & B', 'github')).toBe('a--b');
    expect(slugOf('如何修复照片？', 'github')).toBe('如何修复照片');
    expect(slugOf('हिन्दी', 'github')).toBe('हिन्दी');
  });
  test('as GitLab makes them: runs of hyphens become one', () => expect(slugOf('A & B', 'gitlab')).toBe('a-b'));
  test('number duplicates without taking a name that is there', () => {
    const headings = ['Same', 'Same', 'Same 1', 'Same'].map((text) => ({ level: 2, text }));
    expect(anchorsOf(headings, 'github').map(({ slug }) => slug)).toEqual(['same', 'same-1', 'same-1-1', 'same-2']);
  });
  test('make a nested table of contents', () => {
    const anchors = anchorsOf(headingsOf('## A\n### B\n## C'), 'github');
    expect(tocOf(anchors)).toBe('- [A](#a)\n  - [B](#b)\n- [C](#c)');
  });
});
