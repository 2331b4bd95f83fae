import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { siteOf, siteWithBundles, smallSite } from '../site.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const domains = `
-- config/site.yaml --
name: Small
url: https://small.example
base: /sub
-- config/locales.yaml --
default: en
locales:
  - { code: en, name: English, language: en-GB }
  - { code: de, name: Deutsch, language: de-DE, url: https://klein.example }
-- content/blog/first/de.md --
---
title: Der erste Beitrag
description: Wo alles beginnt.
date: 2026-01-01
---
Ein [Pfad](/blog/second), [eine Datei](./en.md) und [noch eine](../second/en.md).
`;

it('a link of a text leads to a page of another domain below its base, by path and by file', async () => {
  const site = siteOf(smallSite, domains);
  expect(await site.build()).toMatchObject({ code: 0, problems: [] });
  const hrefs = [
    ...site.read('dist/klein.example/blog/first/index.html').matchAll(/<a href="([^"]*)"[^>]*>(Pf|ei|no)/g),
  ];
  expect(hrefs.map(([, href]) => href)).toEqual([
    'https://small.example/sub/blog/second',
    'https://small.example/sub/blog/first',
    'https://small.example/sub/blog/second',
  ]);
  site.close();
});

it('the home page of a domain has the same address in its head, in that of others and in sitemaps', async () => {
  const site = siteOf(smallSite, domains);
  expect((await site.build()).code).toBe(0);
  const german = '<link data-h rel="alternate" hreflang="de-DE" href="https://klein.example/sub/"';
  expect(site.read('dist/klein.example/index.html')).toContain('rel="canonical" href="https://klein.example/sub/"');
  for (const domain of ['klein', 'small']) expect(site.read(`dist/${domain}.example/index.html`)).toContain(german);
  const sitemap = site.read('dist/small.example/sitemap.xml');
  expect(sitemap).toContain('hreflang="de-DE" href="https://klein.example/sub/"');
  site.close();
});

it('a link of a text leads to the list of its language, where that has a path of its own', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/content.yaml', (text) => text.replace('list: { path: /blog,', '$& paths: { de: /magazin },'));
  site.edit('content/blog/first/de.md', (text) => text.replace('(/blog/second)', '(/blog)'));
  expect((await site.build()).code).toBe(0);
  expect(site.read('dist/de/blog/first/index.html')).toContain('<a href="/de/magazin">Verweis');
  site.close();
});

it('links and pictures of texts lead to public files whose names have characters that addresses escape', async () => {
  const site = siteWithBundles(smallSite);
  site.write('site/public/C#.pdf', 'paper');
  for (const name of ['50%.png', 'a b.png', 'C#.png', 'why?.png'])
    writeFileSync(join(site.root, 'site/public', name), Buffer.from(png, 'base64'));
  site.edit(
    'content/blog/second/en.md',
    (text) => `${text}
![a](/50%25.png) ![b](</a b.png>) ![c](/C%23.png) ![d](/why%3F.png)
[e](/50%25.png) [f](/C%23.pdf) [g](/why%3F.png)
`,
  );
  expect(await site.build()).toMatchObject({ code: 0, problems: [] });
  const html = site.read('dist/blog/second/index.html');
  const urls = [...html.matchAll(/<(?:img|a) (?:src|href)="(\/(?:50|a%|C|why)[^"]*)"/g)].map(([, url]) => url);
  expect(urls).toEqual([
    '/50%25.png',
    '/a%20b.png',
    '/C%23.png',
    '/why%3F.png',
    '/50%25.png',
    '/C%23.pdf',
    '/why%3F.png',
  ]);
  site.edit('content/blog/second/en.md', (text) => `${text}\n[h](/D%23.pdf)\n`);
  expect((await site.build()).problems).toMatchObject([{ code: 'CONTENT_FILE_MISSING' }]);
  site.close();
});

it('where every language has a prefix, pages of no language, the not-found page and search keep to their paths', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/locales.yaml', (text) => text.replace('default: en', '$&\nprefixDefault: true'));
  site.edit('config/site.yaml', (text) => `${text}search: { exclude: [/about] }\n`);
  expect(await site.build()).toMatchObject({ code: 0, problems: [] });
  expect(site.read('dist/en/index.html')).toContain('href="/about"');
  expect(site.read('dist/404.html')).toContain('This page does not exist.');
  expect(site.read('dist/de/404.html')).toContain('Diese Seite gibt es nicht.');
  const whole = siteWithBundles(smallSite);
  whole.edit('config/locales.yaml', (text) => text.replace('default: en', '$&\nprefixDefault: true'));
  whole.edit('config/site.yaml', (text) => `${text}search: { exclude: [] }\n`);
  expect((await whole.build()).code).toBe(0);
  const fragments = (one: typeof site) => Object.keys(one.files('dist/_search/fragment')).length;
  expect(fragments(whole) - fragments(site)).toBe(1);
  site.close();
  whole.close();
});

it('a feed has the newest entries, whatever the order of the collection', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/content.yaml', (text) => text.replace('seo: blog.seo', '$&\n    sort: title'));
  site.edit('config/site.yaml', (text) => `${text}feeds: { limit: 2 }\n`);
  expect((await site.build()).code).toBe(0);
  const titles = [...site.read('dist/blog/rss.xml').matchAll(/<item>\s*<title>([^<]*)/g)].map(([, title]) => title);
  expect(titles).toEqual(['The third post', 'The second post']);
  site.close();
});

it('says that a link leads to a language that `--locale` leaves out', async () => {
  const site = siteWithBundles(smallSite);
  const head = (title: string) => `---\ntitle: ${title}\ndescription: d\ndate: 2026-01-01\n---\n`;
  site.write('content/blog/both/en.md', `${head('Both')}Auf [deutsch](./de.md).\n`);
  site.write('content/blog/both/de.md', head('Beide'));
  site.write('content/blog/path/en.md', `${head('Path')}Auf [deutsch](/de/blog/both).\n`);
  site.edit('site/pages/About.tsx', (text) => text.replace('<h1>', '<h1><a href="/de">Deutsch</a>'));
  const built = await site.build('--locale', 'en');
  expect(built.code).toBe(1);
  const leftOut = 'is in `de`, a language that this build leaves out, and is not published.';
  const hint = 'Build the language as well (`--locale de`), or remove the link.';
  expect(built.problems.map((one) => [one.code, one.file, one.line, one.message, one.hint])).toEqual([
    [
      'CONTENT_LINK_BROKEN',
      'content/blog/both/en.md',
      6,
      `The link "./de.md" leads to content/blog/both/de.md, which ${leftOut}`,
      hint,
    ],
  ]);
  site.edit('content/blog/both/en.md', (text) => text.replace('](./de.md)', ']'));
  const others = await site.build('--locale', 'en');
  expect(others.problems.map((one) => [one.code, one.file, one.message, one.hint])).toEqual([
    [
      'CONTENT_LINK_BROKEN',
      'content/blog/path/en.md',
      `The link to /de/blog/both leads to a page that ${leftOut}`,
      hint,
    ],
    ['PAGE_LINK_BROKEN', 'site/pages/About.tsx', `/about: The link to /de leads to a page that ${leftOut}`, hint],
  ]);
  expect((await site.build()).code).toBe(0);
  site.close();
});
