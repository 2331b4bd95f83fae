import { HtmlValidate } from 'html-validate';
import { createElement } from 'react';
import { preload } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Head, PagePayload } from '../../../../cli/contract.ts';
import { type DocumentInput, renderDocument } from '../../../../cli/render/document.ts';
import { generatedHead } from '../../../../cli/render/head.ts';
import { entry, hostile, route, site } from '../emit/fixture.ts';

const head = generatedHead({
  site,
  organization: { logo: '/logo.svg', sameAs: [] },
  route: route('/ar/x', { locale: 'ar', alternates: { en: '/x', ar: '/ar/x' } }),
  seo: { title: hostile, description: hostile, keywords: hostile },
  kind: 'BlogPosting',
  entry: entry('x', { title: hostile, author: hostile, cover: { src: '/c.webp', width: 10, height: 10 } }),
  feeds: [{ kind: 'json', path: '/ar/feed.json', type: 'application/feed+json', title: 'All' }],
  breadcrumbs: [
    { name: hostile, path: '/ar' },
    { name: hostile, path: '/ar/x' },
  ],
});

const assets = {
  chunk: '/sub/assets/x.js',
  css: ['/sub/assets/x.css'],
  imports: ['/sub/assets/y.js', '/sub/assets/boot.js'],
};
const payload = (of: Head): PagePayload => ({
  route: { id: 'x', path: '/ar/x', locale: 'ar', params: {}, alternates: {} },
  entry: '/sub/assets/boot.js',
  assets,
  head: of,
  messages: {},
  props: { text: hostile },
  status: 200,
});

const input: DocumentInput = {
  lang: 'ar',
  dir: 'rtl',
  theme: 'dark',
  head,
  bootScript: 'document.documentElement.dataset.ready=1<2',
  assets,
  entry: '/sub/assets/boot.js',
  modules: [assets.chunk, ...assets.imports],
  app: '<main><h1>x</h1></main>',
  data: payload(head),
  extraHead: [
    '<link rel="icon" href="/sub/icon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/sub/m.json">',
  ],
};

// A rule of taste, one on the length of titles, which `sitegen check` sees to, and integrity, which files of the
// same origin need not state.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'doctype-style': 'off',
    'long-title': 'off',
    'require-sri': 'off',
  },
});
async function problems(html: string) {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
  );
}

const positions = (html: string, parts: readonly string[]) => parts.map((part) => html.indexOf(part));
const ascending = (numbers: readonly number[]) => numbers.every((n, i) => n > (numbers[i - 1] ?? -1));

describe('the document', () => {
  const html = renderDocument(input);

  test('is valid, whatever the texts hold', async () => {
    expect(await problems(html)).toEqual([]);
    expect(await problems(html.replace('</title>', ''))).not.toEqual([]);
  });

  test('has its parts once and in order', () => {
    const parts = [
      '<!doctype html>\n<html lang="ar" dir="rtl" data-theme="dark">',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="dark">',
      '<script>document.documentElement.dataset.ready=1<2</script>',
      '<title>',
      '<link rel="stylesheet" href="/sub/assets/x.css">',
      '<link rel="modulepreload" href="/sub/assets/boot.js">',
      '<link rel="modulepreload" href="/sub/assets/x.js">',
      '<link rel="modulepreload" href="/sub/assets/y.js">',
      '<link data-h rel="canonical" href="https://lamp.example/sub/ar/x">',
      '<link rel="icon" href="/sub/icon.svg" type="image/svg+xml">',
      '<link rel="manifest" href="/sub/m.json">\n</head>\n<body>',
      '<div id="root"><main><h1>x</h1></main></div>',
      '<script type="application/json" id="sitegen-data">',
      '<script type="module" src="/sub/assets/boot.js"></script>\n</body>',
    ];
    expect(ascending(positions(html, parts))).toBe(true);
    for (const part of parts) expect(html.split(part)).toHaveLength(2);
  });

  test('marks every element of the page, and only those', () => {
    const marked = html.match(/<\w+ data-h[ >]/g) ?? [];
    expect(marked).toHaveLength(head.tags.length);
    expect(html).toContain('<script data-h type="application/ld+json">{"@context"');
  });

  test('no text breaks out of its place', () => {
    const script = /<script type="application\/json" id="sitegen-data">(.*)<\/script>/.exec(html)?.[1] as string;
    expect(JSON.parse(script)).toEqual(JSON.parse(JSON.stringify(input.data)));
    expect(script).not.toMatch(/[<\u2028\u2029]/);
    expect(html.match(/<script/g)).toHaveLength(4);
    expect(html.match(/<\/script>/g)).toHaveLength(4);
    expect(html).not.toContain('<b onload');
    expect(html).toContain('&lt;/script&gt;&lt;/title&gt;&quot;');
  });

  test('without boot script, and in any theme', async () => {
    const plain = renderDocument({ ...input, theme: 'system', bootScript: '', extraHead: [] });
    expect(plain).toContain('<meta name="color-scheme" content="light dark">');
    expect(plain).not.toContain('<script>');
    expect(await problems(plain)).toEqual([]);
  });
});

function App() {
  preload('/f.woff2', { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  const props = { rel: 'stylesheet', href: '/late.css', precedence: 'default' };
  return createElement(
    'main',
    null,
    createElement('h1', null, 'x'),
    createElement('img', { src: '/a.png', alt: '1 > 2' }),
    createElement('link', props),
    createElement('script', { async: true, src: '/x.js?a=1&b=2' }),
  );
}

describe('what React puts before the content', () => {
  const html = renderDocument({ ...input, app: renderToString(createElement(App)) });
  const [before, root] = html.split('<div id="root">') as [string, string];

  test('goes to the head', async () => {
    expect(before).toContain('<link rel="preload" href="/f.woff2" as="font" crossorigin="" type="font/woff2">');
    expect(before).toContain('<link rel="preload" as="image" href="/a.png">');
    expect(before).toContain('<link rel="stylesheet" href="/late.css" data-precedence="default">');
    expect(before).toContain('<script async="" src="/x.js?a=1&amp;b=2"></script>');
    expect(root).toMatch(/^<main><h1>x<\/h1><img src="\/a\.png" alt="1 &gt; 2"\/><\/main><\/div>/);
  });

  test('what only looks like it stays', () => {
    const app = '<linker></linker><link rel="x">';
    expect(renderDocument({ ...input, app })).toContain(`<div id="root">${app}</div>`);
    expect(renderDocument({ ...input, app: '<script>1</script>' })).toContain(
      '<div id="root"><script>1</script></div>',
    );
  });
});
