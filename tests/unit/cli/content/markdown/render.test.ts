import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { body, html, idsOf, problems } from './rendering.ts';

describe('renderBody, headings', () => {
  it('gives each an id and, beside it, a link to itself with an accessible name', () => {
    expect(html('## Film *grain*')).toBe(
      '<div class="heading"><h2 id="film-grain">Film <em>grain</em></h2><a class="anchor" href="#film-grain" aria-label="Link to “Film grain”"><span aria-hidden="true">#</span></a></div>',
    );
  });

  it('keeps letters and marks of all scripts in ids, numbers repeated ids, and never repeats an id', () => {
    const source =
      '## 写真の修復\n\n## नमस्ते दुनिया\n\n### การแก้ไข\n\n## Größe\n\n## Größe\n\n## Größe-1\n\n## ???\n\n## !\n';
    expect(body(source).toc).toEqual([
      { depth: 2, id: '写真の修復', text: '写真の修復' },
      { depth: 2, id: 'नमस्ते-दुनिया', text: 'नमस्ते दुनिया' },
      { depth: 3, id: 'การแก้ไข', text: 'การแก้ไข' },
      { depth: 2, id: 'größe', text: 'Größe' },
      { depth: 2, id: 'größe-1', text: 'Größe' },
      { depth: 2, id: 'größe-1-1', text: 'Größe-1' },
      { depth: 2, id: 'section', text: '???' },
      { depth: 2, id: 'section-1', text: '!' },
    ]);
  });

  it('lists the second and third level in the table of contents, without footnotes, with the alternative text of images', () => {
    const { toc, html: page } = body('## A[^1] `b` ![c](./c.png)\n\n#### D\n\n[^1]: note');
    expect(toc).toEqual([{ depth: 2, id: 'a-b-c', text: 'A b c' }]);
    expect(idsOf(page)).toEqual(['a-b-c', 'd', 'fn_1', 'fn_label', 'fnref_1']);
  });

  it('gives no heading the id of a footnote', () => {
    expect(idsOf(html('## fn_1\n\na[^1]\n\n[^1]: b'))).toEqual(['fn-1', 'fn_1', 'fn_label', 'fnref_1']);
  });

  it('warns of the first level, because the title of the page is one', () => {
    expect(problems('Text\n\n# Title')).toEqual([['CONTENT_SECOND_TITLE', 12, 1]]);
  });

  it('adds no link inside a summary, because a summary is itself a control', () => {
    expect(html('<details>\n<summary><h3>More</h3></summary>\n\nText\n\n</details>')).toBe(
      '<details>\n<summary><h3 id="more">More</h3></summary>\n<p>Text</p>\n</details>',
    );
  });
});

describe('renderBody, links', () => {
  it('resolves links with the function of the caller and returns them in order', () => {
    const { html, links } = body('[a](/a) [b](../b/en.md "B") [c][c] www.d.org\n\n[c]: /c?x=1#y');
    expect(links).toEqual(['/base/a', '/base../b/en.md', '/base/c?x=1#y', 'http://www.d.org']);
    expect(html).toContain('<a href="/base../b/en.md" title="B">b</a>');
  });

  it('adds rel, and no target, to links to other sites', () => {
    expect(html('<https://e.org>')).toBe('<p><a href="https://e.org" rel="noopener noreferrer">https://e.org</a></p>');
    expect(html('[a](//e.org)')).toContain('rel="noopener noreferrer"');
    expect(html('<a href="https://e.org" target="_blank">a</a>')).not.toContain('target');
  });

  it('keeps fragments and mail addresses', () => {
    expect(body('[a](#b) <a@b.org> [t](tel:+491)').links).toEqual(['#b', 'mailto:a@b.org', 'tel:+491']);
  });

  it.each([
    ['text\n\nsee [x](javascript:alert(1))', 12, 5],
    ['[x](JaVaScRiPt:alert)', 10, 1],
    ['[x](&#106;avascript:alert)', 10, 1],
    ['- [x](data:text/html,x)', 10, 3],
    ['[x](vbscript:x)', 10, 1],
    ['[x](blob:https://e.org/1)', 10, 1],
    ['[x][y]\n\n[y]: javascript:x', 10, 1],
    ['![x](data:image/svg+xml,x)', 10, 1],
    ['a <a href="javascript:x">b</a>', 10, 3],
    ['<p>\n<a href=" java&#10;script:x">b</a>', 11, 1],
    ['<img src="javascript:x">', 10, 1],
    ['<video src="data:x"></video>', 10, 1],
    ['a\n\n<picture>\n  <source srcset="/a 1x, javascript:b 2x">\n</picture>', 13, 3],
  ])('refuse unsafe addresses where they stand: %j', (source, line, column) => {
    expect(problems(source)).toEqual([['CONTENT_UNSAFE_URL', line, column]]);
  });

  it('reports all broken links together, each at its position', () => {
    expect(problems('[a](/missing/a)\n\n- ![b](./missing.png)\n\nText [c](/missing/c)')).toEqual([
      ['TEST_LINK', 10, 1],
      ['TEST_IMAGE', 12, 3],
      ['TEST_LINK', 14, 6],
    ]);
  });
});

describe('renderBody, images', () => {
  it('adds size and alternative text, and lazy loading to all but the first', () => {
    const img = (name: string, more = '') =>
      `<img src="/base/a/${name}.png" alt="A ${name}"${more} width="640" height="480"`;
    expect(html('![A *cat*](./cat.png "Tom") ![A dog](./dog.png)')).toBe(
      `<p>${img('cat', ' title="Tom"')} decoding="async"> ${img('dog')} loading="lazy" decoding="async"></p>`,
    );
  });

  it('makes a figure of a paragraph with nothing but an image that has a title', () => {
    expect(html('![A cat](./cat.png "Tom, *resting*")')).toBe(
      '<figure><img src="/base/a/cat.png" alt="A cat" width="640" height="480" decoding="async"><figcaption>Tom, *resting*</figcaption></figure>',
    );
    expect(html('[![A cat](./cat.png "Tom")](/cats)')).toMatch(/^<p><a/);
  });

  it('warns of images without alternative text, except those that HTML declares as decoration', () => {
    expect(problems('![](./a.png) <img src="./a.png" alt="">\n\n- ![ ](./b.png)\n\n<img src="./c.png">')).toEqual([
      ['CONTENT_IMAGE_WITHOUT_ALT', 10, 1],
      ['CONTENT_IMAGE_WITHOUT_ALT', 12, 3],
      ['CONTENT_IMAGE_WITHOUT_ALT', 14, 1],
    ]);
  });

  it('keeps the URLs of images of other sites', () => {
    expect(html('![a](https://e.org/a.png)')).toContain('<img src="https://e.org/a.png" alt="a" decoding="async"');
  });

  it('processes images written as HTML in the same way, and keeps a given size', () => {
    expect(html('<img src="./a.png" width="20">')).toBe('<img src="/base/a/a.png" width="20" alt="" decoding="async">');
    const picture = html(
      '<picture><source srcset="./a.avif 1x, ./b.avif 2x" type="image/avif"><img src="./c.png" alt="C"></picture>',
    );
    expect(picture).toContain('srcset="/base/a/a.avif 1x, /base/a/b.avif 2x"');
    expect(picture).toContain('src="/base/a/c.png"');
  });

  it('keeps commas in the URLs of a `srcset`, and the times that the URL of a video names', () => {
    const source = '<source srcset="https://x.org/w_8,h_6/a.jpg 8w, ./b,c.png 16w" media="print">';
    expect(html(`<picture>${source}<img src="./c.png" alt="C"></picture>`)).toContain(
      'srcset="https://x.org/w_8,h_6/a.jpg 8w, /base/a/b,c.png 16w"',
    );
    expect(html('<video src="./film.mp4#t=5,10" controls></video>')).toContain('src="/base/a/film.mp4#t=5,10"');
    expect(html('<audio controls><source src="./a.mp3#t=2"></audio>')).toContain('src="/base/a/a.mp3#t=2"');
  });
});

describe('renderBody, GFM', () => {
  it('gives a table its caption, which is also the name of its box', () => {
    const page = html(':::table[Sizes of *prints*]\n| a |\n| - |\n| 1 |\n:::');
    expect(page).toContain(
      '<section class="table-scroll" aria-label="Sizes of prints" tabindex="0"><table><caption>Sizes of prints</caption>',
    );
    for (const source of [':::table[A caption]\nText.\n:::', ':::table\n| a |\n| - |\n:::'])
      expect(problems(source)).toEqual([['CONTENT_TABLE_CAPTION', 10, 1]]);
  });

  it('puts tables into a scrolling box with keyboard focus, and alignment into a class', () => {
    expect(html('| a | b |\n| :-: | - |\n| 1 | [2](/x) |')).toBe(
      '<section class="table-scroll" aria-label="Table 1" tabindex="0"><table>\n<thead>\n<tr>\n<th class="align-center">a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="align-center">1</td>\n<td><a href="/base/x">2</a></td>\n</tr>\n</tbody>\n</table></section>',
    );
  });

  it('gives the checkboxes of task lists accessible names', () => {
    expect(html('- [x] a\n- [ ] b')).toContain('<input type="checkbox" checked disabled aria-label="Done"> a');
    expect(html('- [x] a\n- [ ] b')).toContain('<input type="checkbox" disabled aria-label="To do"> b');
  });

  it('numbers footnotes by first reference and links back to their references', () => {
    const source = 'A[^b] B[^a] C[^b]\n\n[^a]: Ay\n[^b]: Bee[^c]\n[^c]: See\n\n    - list\n[^unused]: no';
    const { html } = body(source, {
      footnoteLabel: 'Fußnoten',
      labels: { footnoteBack: 'Zurück zu {reference}' },
    });
    expect(html).toContain(
      '<p>A<sup><a href="#fn_1" id="fnref_1" role="doc-noteref" aria-describedby="fn_label" class="footnote-ref">1</a></sup>',
    );
    expect(html).toContain('<h2 id="fn_label" class="footnotes-label">Fußnoten</h2>');
    expect(html).toContain('href="#fnref_1-2" role="doc-backlink" class="footnote-back" aria-label="Zurück zu 1-2"');
    expect(html).not.toContain('no</p>');
    expect(idsOf(html)).toEqual(['fn_1', 'fn_2', 'fn_3', 'fn_label', 'fnref_1', 'fnref_1-2', 'fnref_2', 'fnref_3']);
  });
});

describe('renderBody', () => {
  it('warns of the same where lines end with CRLF', () => {
    const notes = 'Lines\n\nof\n\ntext\n\nwith `code` in them.[^1] Not[^2].\n\n[^1]: A note.\n';
    const expected = [['CONTENT_FOOTNOTE_MISSING', 16, 29]];
    for (const source of [notes, notes.replaceAll('\n', '\r\n')]) expect(problems(source)).toEqual(expected);
  });

  it.each(['\n', '\r\n'])(
    'keeps colons with words, brackets and braces as they are written, beside directives',
    (end) => {
      const source = [
        '```css',
        '::before {}',
        '```',
        '',
        "`a` x:string[] y:Map{} a:foo{#bar} *b*:foo[c *d*]{x='1' y=2} é:z[]",
      ];
      expect(html(source.join(end))).toContain(
        "<p><code>a</code> x:string[] y:Map{} a:foo{#bar} <em>b</em>:foo[c <em>d</em>]{x='1' y=2} é:z[]</p>",
      );
    },
  );

  it('returns valid and accessible HTML without inline styles', async () => {
    const source =
      '## One\n\nText[^1] [a](/a) <https://b.org>\n\n![c](./c.png)\n\n### Two\n\n| a |\n| -: |\n| 1 |\n\n- [x] t\n- u\n\n> q\n\n```js\nlet a = `b`;\n```\n\n<details>\n<summary>S</summary>\n\nT <kbd>K</kbd>\n\n</details>\n\n[^1]: Note\n';
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:a11y'],
      rules: {
        // Of style only: how attributes are written.
        'void-style': 'off',
        'attribute-boolean-style': 'off',
        'no-raw-characters': 'off',
        // A section with role doc-endnotes is no region, so the role is not redundant with the element.
        'prefer-native-element': 'off',
      },
    });
    const report = await validator.validateString(`<main>${html(source)}</main>`);
    expect(report.results.flatMap(({ messages }) => messages.map((m) => `${m.ruleId}: ${m.message}`))).toEqual([]);
    expect(html(source)).not.toContain('style=');
  });

  it('returns empty HTML for empty Markdown', () => {
    expect(body('')).toEqual({ html: '', toc: [], links: [], linkPositions: [], components: [] });
  });
});
