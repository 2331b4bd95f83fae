import { describe, expect, it } from 'vitest';
import { body, html } from './rendering.ts';

describe('renderBody, HTML in Markdown', () => {
  it('keeps allowed elements and attributes', () => {
    const source =
      '<figure>\n\n![a](./a.png)\n\n<figcaption>Words</figcaption>\n</figure>\n\nPress <kbd>A</kbd>, H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>, <abbr title="b">c</abbr>.';
    expect(html(source)).toContain('<figcaption>Words</figcaption>\n</figure>');
    expect(html(source)).toContain(
      '<p>Press <kbd>A</kbd>, H<sub>2</sub>O, x<sup>2</sup>, <mark>m</mark>, <abbr title="b">c</abbr>.</p>',
    );
    expect(html('<video src="./v.mp4" poster="./p.png" autoplay muted></video>')).toBe(
      '<p><video src="/base/a/v.mp4" poster="/base/a/p.png" muted controls width="640" height="480"></video></p>',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<p onclick="alert(1)" style="color:red" class="footnotes">a</p>',
    '<iframe src="https://e.org"></iframe>',
    '<style>p{}</style>',
    '<svg><a xlink:href="javascript:x">a</a></svg>',
    '<form action="/a"><input name="b"><button formaction="javascript:x">c</button></form>',
    '<object data="a"></object><embed src="a">',
    '<meta http-equiv="refresh" content="0"><base href="https://e.org/"><link rel="stylesheet" href="a">',
    'a <b onmouseover=alert(1)>c</b> <span tabindex=1 role="button">d</span>',
    '<math><mtext><table><mglyph><style><img src="x" onerror="alert(1)"></style></mglyph></table></mtext></math>',
    '<a data-footnote-ref="9">a</a><a data-footnote-ref="x" href="/a">b</a>',
  ])('loses what is not: %s', (source) => {
    const rendered = html(source);
    const tags = (rendered.match(/<[^>]*>/g) ?? []).filter((tag) => !tag.startsWith('<section class="table-scroll"'));
    expect(tags.filter((tag) => !/^<\/?(?:p|b|a|span|img|input|table|section)\b/.test(tag))).toEqual([]);
    expect(tags.join('')).not.toMatch(
      /\s(?:on\w+|style|class|action|formaction|xlink:href|data-[\w-]+|role="button")/i,
    );
  });

  it('prefixes ids and corrects links to them in the same text', () => {
    const { html, links } = body('<b id="location">a</b> <i id="location">b</i> [c](#location) [d](#none)');
    expect(links).toEqual(['#user-content-location', '#none']);
    expect(html.trimEnd()).toBe(
      '<p><b id="user-content-location">a</b> <i>b</i> <a href="#user-content-location">c</a> <a href="#none">d</a></p>',
    );
  });

  it('does not change the Markdown around HTML', () => {
    const rest = '## A\n\n| a |\n| -: |\n| 1 |\n\n- [x] t\n\n```js\nlet a\n```\n\nb[^1]\n\n[^1]: c **d**\n';
    const plain = html(rest);
    expect(html(`${rest}\n<div>x</div>\n`).replace('\n<div>x</div>', '')).toBe(plain);
  });

  it('closes elements that a footnote leaves open at the end of the footnote', () => {
    const rendered = html('a[^1] b[^2]\n\n[^1]: <div>open\n\n[^2]: second');
    expect(rendered.match(/<li id="fn_\d"/g)).toEqual(['<li id="fn_1"', '<li id="fn_2"']);
    expect(rendered.indexOf('</div>')).toBeLessThan(rendered.indexOf('<li id="fn_2"'));
  });

  it('removes comments', () => {
    expect(html('a <!-- b --> c\n\n<!-- d -->\n\ne')).toBe('<p>a  c</p>\n<p>e</p>');
  });
});
