import { describe, expect, test } from 'vitest';
import { fragmentLink } from '../../../../../site/dev-utils/anchors/fragment.ts';
import { headingsOf } from '../../../../../site/dev-utils/anchors/headings.ts';
import { anchorsOf } from '../../../../../site/dev-utils/anchors/slugs.ts';
import { type TocOptions, tocOf } from '../../../../../site/dev-utils/anchors/toc.ts';

const plain: TocOptions = { format: 'markdown', minLevel: 1, maxLevel: 6, base: '', encode: false };
const toc = (source: string, options: Partial<TocOptions> = {}) =>
  tocOf(anchorsOf(source, 'github'), { ...plain, ...options });

describe('headingsOf', () => {
  const rules = { imageAlt: false };
  test('finds headings of Markdown outside front matter and code', () => {
    const source = '---\ntitle: x\n---\n# One\n\n```sh\n# not a heading\n```\n\n## Two `code` and *star* ##\n';
    expect(headingsOf(source, rules)).toEqual([
      { level: 1, text: 'One', id: null },
      { level: 2, text: 'Two code and star', id: null },
    ]);
  });
  test.each([
    ['# T\n\n1. Run:\n\n    ```bash\n    # install\n    ```\n\n## Next', ['T', 'Next']],
    ['# T\n\n- ```bash\n  # install\n  ```\n\n## Next', ['T', 'Next']],
    ['# T\n\n```\n    ```\n# code\n```\n\n## Next', ['T', 'Next']],
  ])('finds headings after code in lists: %j', (source, texts) => {
    expect(headingsOf(source, rules).map(({ text }) => text)).toEqual(texts);
  });
  test('decodes references of Latin-1, and none to half of a character', () => {
    const html = '<h1>&iquest;C&oacute;mo &Eacute;t&eacute; &aring;?</h1><h2>A &#xD83D; b</h2>';
    expect(headingsOf(html, rules).map(({ text }) => text)).toEqual(['¿Cómo Été å?', 'A \ufffd b']);
  });
  test('finds headings of HTML with their ids', () => {
    const html = '<article><h2 id="x">A <em>b</em> &amp; c</h2>\n<!-- <h2>no</h2> --><h3 class="y">C</h3></article>';
    expect(headingsOf(html, rules)).toEqual([
      { level: 2, text: 'A b & c', id: 'x' },
      { level: 3, text: 'C', id: null },
    ]);
  });
  test('takes every line as a heading if there is no other', () => {
    expect(headingsOf('First\r\n\r\n**Second**', rules).map(({ text }) => text)).toEqual(['First', 'Second']);
    expect(headingsOf('  \n', rules)).toEqual([]);
  });
});

describe('tocOf', () => {
  test('nests headings without gaps for skipped levels', () => {
    expect(toc('## A\n#### B\n### C\n## D')).toBe('- [A](#a)\n  - [B](#b)\n  - [C](#c)\n- [D](#d)');
    expect(toc('#### Deep\n## Top')).toBe('- [Deep](#deep)\n- [Top](#top)');
  });
  test('numbers duplicate slugs over all headings, but lists the chosen levels only', () => {
    expect(toc('# A\n## A\n### A', { minLevel: 2, maxLevel: 2, base: 'https://x.example/page#old' })).toBe(
      '- [A](https://x.example/page#a-1)',
    );
  });
  test('writes valid HTML with escaped text', () => {
    expect(toc('## A `<b>`\n### B\n## C', { format: 'html' })).toBe(
      [
        '<ul>',
        '  <li><a href="#a-b">A &lt;b&gt;</a>',
        '    <ul>',
        '      <li><a href="#b">B</a></li>',
        '    </ul>',
        '  </li>',
        '  <li><a href="#c">C</a></li>',
        '</ul>',
      ].join('\n'),
    );
    const deep = toc('## A\n### B\n#### C', { format: 'html' });
    expect(deep.match(/<ul>|<li>/g)?.length).toBe(deep.match(/<\/ul>|<\/li>/g)?.length);
  });
  test('writes a numbered list, escapes text and encodes links', () => {
    expect(toc('## A\n### [B]\\_c', { format: 'numbered' })).toBe('1. [A](#a)\n   1. [\\[B\\]\\_c](#b_c)');
    expect(toc('## 照片', { encode: true })).toBe('- [照片](#%E7%85%A7%E7%89%87)');
  });
});

describe('fragmentLink', () => {
  test('encodes characters that the text directive reserves', () => {
    expect(fragmentLink({ base: 'https://x.example/a', start: ' film-grain,  or & not ', end: '' })).toBe(
      'https://x.example/a#:~:text=film%2Dgrain%2C%20or%20%26%20not',
    );
  });
  test('adds the end of a passage, and follows an existing anchor', () => {
    expect(fragmentLink({ base: '/a#b', start: 'one', end: 'two' })).toBe('/a#b:~:text=one,two');
    expect(fragmentLink({ base: '/a', start: ' ', end: 'two' })).toBe('');
  });
});
