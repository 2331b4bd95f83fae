import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { type Built, propsPages, type Site, siteOf, smallSite } from '../site.ts';

/** Translated paths, pages of data, aliases and a paged route. */
const addresses = `
-- config/locales.yaml --
locales:
  - { code: en, name: English, language: en-GB }
  - { code: de, name: Deutsch, language: de-DE }
-- config/content.yaml --
collections:
  blog:
    from: content/blog
    path: /blog/{slug}
    paths: { de: '/tagebuch/{slug}' }
    template: Post
    seo: blog.seo
    list: { path: /blog, paths: { de: /tagebuch }, template: List, perPage: 2 }
    tags: { path: '/blog/tag/{tag}', template: List }
    feeds: [rss, atom, json]
    related: 2
  products:
    from: data/products.yaml
    path: /products/{category}/{id}
    template: Props
    fields:
      category: { type: string, required: true }
      price: { type: number }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, paths: { de: /ueber-uns }, page: About, seo: about.seo }
  - { id: team, path: /team, paths: { de: /mannschaft }, page: Props, data: { people: { file: data/team.csv, perPage: 2 }, note: { file: data/note.yaml } } }
notFound: { page: NotFound, seo: notFound.seo }
-- locales/de/about.json --
{ "seo": { "title": "Über uns", "description": "Über diese Site." }, "text": "Wir" }
-- data/products.yaml --
lamp: { title: Lamp, category: Desk lamps, price: 9 }
paper: { title: Paper, category: paper }
-- data/team.csv --
name,role
Ada,editor
Ben,author
Cleo,author
-- data/note.yaml --
hiring: true
-- content/blog/first/en.md --
---
title: The first post
description: Where it all begins.
date: 2026-01-01
tags: [light, start]
aliases: [/2019/first.html, opening]
---
A text with a [link](/about).
-- content/blog/first/de.md --
---
title: Der erste Beitrag
description: Wo alles beginnt.
date: 2026-01-01
aliases: [anfang]
---
Ein Text mit einem [Verweis](/about) und [noch einem](/blog/second).
`;

const propsIn = (html: string) =>
  JSON.parse((/<pre>(.*?)<\/pre>/s.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'));

describe('the addresses of a site', () => {
  let site: Site;
  let built: Built;
  beforeAll(async () => {
    site = siteOf(smallSite, propsPages, addresses);
    built = await site.build();
  });
  afterAll(() => site.close());
  const page = (path: string) => site.read(`dist${path}/index.html`);

  it('differ by language where the settings say so, for pages, entries, lists, links and feeds', () => {
    expect(built.code, JSON.stringify(built.problems)).toBe(0);
    expect(page('/de/ueber-uns')).toContain('Wir');
    expect(site.has('dist/de/about')).toBe(false);
    expect(page('/about')).toContain('hreflang="de-DE" href="https://small.example/de/ueber-uns"');
    const post = page('/de/tagebuch/first');
    // The link of the shell, that of the text, and one to a post that exists in English only.
    expect(post.match(/href="\/de\/ueber-uns"/g)).toHaveLength(2);
    expect(post).toContain('href="/blog/second"');
    expect(post).toContain('rel="canonical" href="https://small.example/de/tagebuch/first"');
    expect(page('/blog/first')).toContain('hreflang="de-DE" href="https://small.example/de/tagebuch/first"');
    expect(page('/de/tagebuch')).toContain('href="/de/tagebuch/first"');
    expect(site.read('dist/de/tagebuch/rss.xml')).toContain('https://small.example/de/tagebuch/first');
    expect(site.read('dist/de/sitemap.xml')).toContain('<loc>https://small.example/de/ueber-uns</loc>');
    expect(site.read('dist/sitemap.xml')).toContain('hreflang="de" href="https://small.example/de/ueber-uns"');
    expect(page('/de/ueber-uns')).toContain('hreflang="x-default" href="https://small.example/about"');
  });

  it('may have the id and fields of an entry in them', () => {
    expect(propsIn(page('/products/desk-lamps/lamp'))).toMatchObject({
      entry: { title: 'Lamp', path: '/products/desk-lamps/lamp', fields: { price: 9 } },
    });
    expect(site.has('dist/de/products/paper/paper/index.html')).toBe(true);
  });

  it('of a route whose values are divided into pages are numbered', () => {
    expect(propsIn(page('/team'))).toMatchObject({
      people: [{ name: 'Ada', role: 'editor' }, { name: 'Ben' }],
      note: { hiring: true },
      pagination: { page: 1, pages: 2, total: 3, next: '/team/page/2' },
    });
    expect(propsIn(page('/de/mannschaft/page/2'))).toMatchObject({
      people: [{ name: 'Cleo' }],
      pagination: { previous: '/de/mannschaft' },
    });
    expect(page('/team/page/2')).toContain('rel="prev" href="/team"');
  });

  it('that entries had before lead to them, by the host files and by pages', () => {
    const redirects = site.read('dist/_redirects');
    expect(redirects).toContain('/2019/first.html /blog/first 301!\n');
    expect(redirects).toContain('/blog/opening /blog/first 301!\n');
    expect(redirects).toContain('/de/tagebuch/anfang /de/tagebuch/first 301!\n');
    expect(site.read('dist/2019/first.html')).toContain('url=/blog/first');
    expect(page('/blog/opening')).toContain('url=/blog/first');
  });

  it('of entries that moved are proposed as aliases, and stay as in a clean build', async () => {
    const text = site.read('content/blog/third/en.md');
    site.remove('content/blog/third');
    site.write('content/blog/last/en.md', text);
    site.edit('content/blog/second/en.md', (text) => text.replace('tags:', 'slug: middle\ntags:'));
    site.edit('content/blog/first/de.md', (text) => text.replace('anfang', 'beginn'));
    site.edit('data/team.csv', (text) => `${text}Dora,author\nEmil,author\n`);
    site.edit('content/blog/first/de.md', (text) => text.replace('/blog/second', '/blog/middle'));
    const { code, report, problems } = await site.build();
    expect(code, JSON.stringify(problems)).toBe(0);
    expect(report?.warnings.map(({ code, file, message, hint }) => `${code} ${file} ${message} ${hint}`)).toEqual([
      'CONTENT_MOVED content/blog/last/en.md The page /blog/third is now /blog/last: links to its former address break. Add `aliases: [/blog/third]` to keep them, or nothing if the page was never published.',
      'CONTENT_MOVED content/blog/second/en.md The page /blog/second is now /blog/middle: links to its former address break. Add `aliases: [/blog/second]` to keep them, or nothing if the page was never published.',
    ]);
    expect(propsIn(page('/team/page/3')).people).toEqual([{ name: 'Emil', role: 'author' }]);
    await site.build('--no-cache', '--out', 'clean');
    expect(site.files('dist')).toEqual(site.files('clean'));
  });

  it('must not clash, nor name what is not there', async () => {
    site.edit('content/blog/first/en.md', (text) => text.replace('opening', 'last, /about, "a b"'));
    site.edit('config/routes.yaml', (text) => text.replace('paths: { de: /ueber-uns }', 'paths: { dee: /x }'));
    site.edit('config/content.yaml', (text) => text.replace('{category}', '{categry}'));
    const first = await site.build();
    expect(first.problems.map(({ code, line, column, hint }) => `${code} ${line}:${column} ${hint}`)).toEqual([
      'CONFIG_UNKNOWN_LOCALE 3:41 Did you mean `de`?',
      'CONFIG_COLLECTION 14:11 Did you mean `category`?',
    ]);
    site.edit('config/routes.yaml', (text) => text.replace('dee', 'de'));
    site.edit('config/content.yaml', (text) => text.replace('{categry}', '{category}'));
    const { problems } = await site.build();
    expect(problems.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`)).toEqual([
      'ALIAS_INVALID content/blog/first/en.md:6 `a b` is no former address.',
      'ALIAS_CLASH content/blog/first/en.md:6 The alias /blog/last has a page.',
      'ALIAS_CLASH content/blog/first/en.md:6 The alias /about has a page.',
    ]);
  });
});

it('of aliases with a field in their path stay after an edit of another text', async () => {
  const post = (title: string, rest: string) => `---
title: ${title}
description: About ${title}.
date: 2026-01-01
topic: Light
${rest}---
Text.
`;
  const site = siteOf(
    smallSite,
    `
-- content/notes/renamed/en.md --
${post('The renamed post', 'aliases: [former]\n')}
-- content/notes/other/en.md --
${post('Another post', '')}
`,
  );
  const notes =
    '  notes: { from: content/notes, path: "/notes/{topic}/{slug}", template: Post, fields: { topic: { type: string, required: true } } }';
  site.edit('config/content.yaml', (text) => `${text.trimEnd()}\n${notes}\n`);
  try {
    expect(await site.build()).toMatchObject({ code: 0, problems: [] });
    const before = site.read('dist/_redirects');
    expect(before).toContain('/notes/light/former /notes/light/renamed');
    site.edit('content/notes/other/en.md', (text) => text.replace('Text.', 'Other words.'));
    expect(await site.build()).toMatchObject({ code: 0, problems: [] });
    expect(site.read('dist/_redirects')).toBe(before);
    // The field is a part of the path.
    site.edit('content/notes/other/en.md', (text) => text.replace('topic: Light', 'topic: Dark'));
    expect(await site.build()).toMatchObject({ code: 0, problems: [] });
    await site.build('--no-cache', '--out', 'clean');
    expect(site.files('dist')).toEqual(site.files('clean'));
  } finally {
    site.close();
  }
});

it('addresses of public files in styles get the base of the site, also in development', async () => {
  const site = siteOf(
    smallSite,
    `
-- config/site.yaml --
name: Small
url: https://small.example
base: /sub
-- site/public/fonts/a.woff2 --
font
-- site/styles/print.css --
p { background: url("/print.svg") }
-- site/styles.css --
@import './styles/print.css';
@font-face { font-family: A; src: url('/fonts/a.woff2') format('woff2'), url( /sub/fonts/a.woff2 ) }
a { background: url(./own.svg) }
b { background: url(//cdn.example/a.svg) }
-- site/own.svg --
<svg xmlns="http://www.w3.org/2000/svg"/>
-- site/pages/About.tsx --
import '../styles.css';
export const Page = () => <h1>About</h1>;
`,
  );
  const built = await site.build();
  expect(built.code, built.stderr).toBe(0);
  const styles = Object.entries(site.files('dist/assets')).find(([name]) => name.endsWith('.css'))?.[1] ?? '';
  const addressesIn = (text: string) => [...text.matchAll(/url\(\\?['"]?([^'"\\)]*)/g)].map(([, url]) => url);
  expect(addressesIn(styles)).toEqual([
    '/sub/print.svg',
    '/sub/fonts/a.woff2',
    '/sub/fonts/a.woff2',
    expect.stringMatching(/^\/sub\/assets\/own-.*\.svg$/),
    '//cdn.example/a.svg',
  ]);
  const served = await serve(site);
  const { text } = await served.get('/sub/site/styles.css');
  expect(addressesIn(text)).toEqual([
    '/sub/print.svg',
    '/sub/fonts/a.woff2',
    '/sub/fonts/a.woff2',
    '/sub/site/own.svg',
    '//cdn.example/a.svg',
  ]);
  await served.stop();
  site.close();
});
