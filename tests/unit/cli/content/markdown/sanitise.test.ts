import type { Element, Root, RootContent } from 'hast';
import { raw } from 'hast-util-raw';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { describe, expect, it } from 'vitest';
import type { RenderRun } from '../../../../../cli/content/markdown/body.ts';
import { loadSatteri, parserFor } from '../../../../../cli/content/markdown/parse.ts';
import { sanitise } from '../../../../../cli/content/markdown/sanitise.ts';
import type { Diagnostic } from '../../../../../cli/contract.ts';
import { body, context, html, render } from './rendering.ts';
import { vectors } from './vectors.ts';

/** The HTML as a browser's parser reads it. */
const parsed = (rendered: string): Root =>
  raw({ type: 'root', children: [{ type: 'raw', value: rendered } as unknown as RootContent] }) as Root;

function* elementsOf(parent: Root | Element): Generator<Element> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* elementsOf(child);
  }
}

const harmless = new Set(
  'a abbr audio b blockquote br cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video wbr'.split(
    ' ',
  ),
);
const addresses = ['href', 'src', 'poster', 'cite', 'longDesc', 'xLinkHref', 'action', 'formAction', 'data', 'ping'];
const safeProtocols = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'xmpp:'];

/** Returns everything in a page that could run, load or look like a part of the page. */
function dangerousParts(rendered: string): readonly string[] {
  const found: string[] = [];
  for (const { tagName, properties } of elementsOf(parsed(rendered))) {
    if (!harmless.has(tagName)) found.push(`<${tagName}>`);
    for (const [name, value] of Object.entries(properties)) {
      if (/^on/i.test(name) || /^(?:style|srcDoc|form.*|ping|is|slot|nonce|target|background)$/i.test(name)) {
        found.push(`${tagName} ${name}`);
      }
      const urls = name === 'srcSet' ? String(value).split(',') : addresses.includes(name) ? [String(value)] : [];
      for (const url of urls) {
        const first = name === 'srcSet' ? (url.trim().split(/\s/)[0] ?? '') : url;
        const { protocol } = new URL(first, 'https://page.example/a/');
        if (!safeProtocols.includes(protocol)) found.push(`${tagName} ${name}=${url}`);
      }
      if (name === 'id' && /^(?:location|cookie|body|__proto__)$/.test(String(value))) found.push(`id ${value}`);
      if (name === 'name' && !String(value).startsWith('user-content-')) found.push(`name ${value}`);
    }
  }
  return found;
}

const parsers = { satteri: parserFor(loadSatteri()), remark: parserFor(null) };

/** What is left of a text, also where its errors would keep the page from being written. */
function sanitised(source: string, parser: keyof typeof parsers): string {
  const problems: Diagnostic[] = [];
  const run = { html: true, source, refused: new Set(), problems, context } as unknown as RenderRun;
  const tree = toHast(parsers[parser](source), { allowDangerousHtml: true }) as Root;
  return toHtml(sanitise(tree, run));
}

/** Returns severity, code, position and message of each problem of a text. */
function problemLines(source: string) {
  const result = render(source, { ...context, firstLine: 1 });
  return (result.ok ? result.warnings : result.problems).map(
    ({ code, severity, line, column, message }) => `${severity} ${code} ${line}:${column} ${message}`,
  );
}

describe('sanitise, with vectors of scripts', () => {
  it.each(vectors)('removes everything that can run from %s', (source) => {
    for (const parser of ['satteri', 'remark'] as const) expect(dangerousParts(sanitised(source, parser))).toEqual([]);
    const rendered = render(source, context);
    if (rendered.ok) expect(dangerousParts(rendered.value.html.replaceAll(' class="anchor"', ''))).toEqual([]);
  });

  it('fails on output that was not sanitised, so that these tests can fail', () => {
    const open = '<a href="java\tscript:x" onclick="y">z</a><svg></svg><img name="body" src="data:,">';
    expect(dangerousParts(open)).toEqual([
      'a href=java\tscript:x',
      'a onClick',
      '<svg>',
      'name body',
      'img src=data:,',
    ]);
  });
});

describe('sanitise, removed parts', () => {
  it('reports each removed element and attribute with its name and position', () => {
    expect(problemLines('a\n\nb <b onclick="x" style="y">c</b> <iframe src="https://e.org"></iframe>')).toEqual([
      'warning CONTENT_HTML_REMOVED 3:3 The attribute "onclick" of <b> is not allowed and is removed.',
      'warning CONTENT_HTML_REMOVED 3:3 The attribute "style" of <b> is not allowed and is removed.',
      'warning CONTENT_HTML_REMOVED 3:34 The element <iframe> is not allowed here: it is removed with everything in it.',
    ]);
    expect(problemLines('<form action="/a">\n<label>b <input type="text"></label>\n</form>')).toEqual([
      'warning CONTENT_HTML_REMOVED 1:1 The element <form> is not allowed here: it is removed and only its content is kept.',
      'warning CONTENT_HTML_REMOVED 2:1 The element <label> is not allowed here: it is removed and only its content is kept.',
      'warning CONTENT_HTML_REMOVED 2:10 The attribute "type" of <input> is not allowed and is removed.',
    ]);
  });

  it('reports a removed URL as an error, also inside pre', () => {
    expect(problemLines('<pre><a href="javascript:alert(1)">x</a></pre>')).toEqual([
      'error CONTENT_UNSAFE_URL 1:6 The scheme of the URL "javascript:alert(1)" is not allowed.',
    ]);
    expect(problemLines('![a](data:,b)')).toEqual([
      'error CONTENT_UNSAFE_URL 1:1 The scheme of the URL "data:,b" is not allowed.',
    ]);
    expect(problemLines('<picture><source srcset="a.png 1x, data:b 2x"><img src="./a.png" alt=""></picture>')).toEqual([
      'error CONTENT_UNSAFE_URL 1:10 The scheme of the URL "data:b 2x" is not allowed.',
    ]);
  });

  it('reports nothing for a text with only allowed HTML', () => {
    expect(
      problemLines(
        '## A <kbd>B</kbd>\n\n- [x] c\n\n| d |\n| -: |\n| e[^1] |\n\n```js\nf\n```\n\n[^1]: <HTTPS://e.org> <a id="g" href=" Https://h.org/ ">h</a>',
      ),
    ).toEqual([]);
  });

  it('removes the text of styles and scripts with them', () => {
    const shown = html(
      'a\n\n<style>\np { color: red }\n</style>\n\n<script>alert(1)</script>\n\n<svg><title>t</title></svg>\n\nb <template>c</template>',
    );
    expect(shown.replace(/\s+/g, ' ')).toBe('<p>a</p> <p></p> <p>b </p>');
  });
});

describe('sanitise, pre elements', () => {
  it('keeps links and images inside pre, which are resolved like all others', () => {
    const rendered = body('<pre><code class="language-js"><a href="/a">let</a> b</code></pre>');
    expect(rendered.links).toEqual(['/base/a']);
    expect(rendered.html).toContain('<a href="/base/a">let</a> b</code>');
  });
});
