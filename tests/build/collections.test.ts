import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, propsPages, type Site, siteOf, smallSite } from '../site.ts';

/** Entries of every format beside the blog; each page shows its props as JSON. */
const collections = `
-- config/content.yaml --
collections:
  blog:
    from: content/blog
    path: /blog/{slug}
    template: Post
    seo: blog.seo
    list: { path: /blog, template: List, perPage: 2 }
    tags: { path: '/blog/tag/{tag}', template: List }
    taxonomies:
      series: { path: '/blog/series/{term}', template: Props, perPage: 1 }
    feeds: [rss, atom, json]
    related: 2
    fields:
      writer: { type: reference, to: team }
  docs:
    from: 'content/docs/**/*.md'
    path: /docs/{slug}
    template: Props
    tree: true
    jsonLd: TechArticle
  team:
    from: content/team/*.yaml
    title: name
    fields:
      name: { type: string, required: true }
      role: { type: enum, values: [editor, photographer], default: editor }
      photo: { type: image }
      since: { type: date }
      mentor: { type: reference, to: team }
      address: { type: object, fields: { city: { type: string, required: true }, zip: { type: number } } }
      pictures: { type: list, of: { type: object, fields: { src: { type: image, required: true }, width: { type: number } } } }
  products:
    from: data/products.csv
    path: /products/{slug}
    template: Props
    sort: price
    fields:
      price: { type: number, required: true }
      stocked: { type: boolean }
      colours: { type: list }
  terms:
    from: 'data/terms.{locale}.json'
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo }
  - { id: all, path: /all, page: Props, data: { team: { collection: team }, products: { collection: products }, terms: { collection: terms } } }
notFound: { page: NotFound, seo: notFound.seo }
-- content/blog/third/en.md --
---
title: The third post
description: How it ends.
date: 2026-01-03
writer: ada
series: [Lamps, Long nights]
---
The end.
-- content/docs/index.md --
---
title: Documentation
---
See [how to install](guide/install.md).
-- content/docs/guide/install.md --
---
title: Install
order: 1
---
Text.
-- content/docs/guide/write.md --
---
title: Write
order: 2
---
Text.
-- content/docs/guide/write.de.md --
---
title: Schreiben
---
Text.
-- content/docs/api.md --
---
title: Interface
order: 9
---
Text.
-- content/team/ada.yaml --
name: Ada
photo: ./ada.svg
since: 2020-02-29
mentor: ben
address: { city: London }
pictures: [{ src: ./ada.svg, width: 7 }]
-- content/team/ben.yaml --
name: Ben
role: photographer
-- content/team/ada.svg --
<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>
-- data/products.csv --
id,title,price,stocked,colours
lamp,"Lamp, small",19.5,true,red;white
paper,Paper,4,false,
-- data/terms.en.json --
[{ "id": "grain", "title": "Grain" }]
-- data/terms.de.json --
[{ "id": "grain", "title": "Korn" }]
`;

const propsIn = (html: string) =>
  JSON.parse(
    (/<pre>(.*?)<\/pre>/s.exec(html)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&'),
  );

describe('collections', () => {
  let site: Site;
  let built: Built;
  beforeAll(async () => {
    site = siteOf(smallSite, propsPages, collections);
    built = await site.build();
  });
  afterAll(() => site.close());
  const props = (path: string) => propsIn(site.read(`dist${path}/index.html`));

  it('of YAML files have typed fields: nested, with defaults, images and references', () => {
    expect(built.code, JSON.stringify(built.problems)).toBe(0);
    const { team } = props('/all');
    const photo = { src: expect.stringMatching(/^\/assets\/media\/ada-\w+\.svg$/), width: 40, height: 30 };
    expect(team).toMatchObject([
      {
        slug: 'ada',
        title: 'Ada',
        date: '',
        path: '',
        fields: {
          role: 'editor',
          photo,
          since: '2020-02-29',
          mentor: { collection: 'team', title: 'Ben', fields: { role: 'photographer' } },
          address: { city: 'London' },
          pictures: [{ src: photo, width: 7 }],
        },
      },
      { slug: 'ben', title: 'Ben', fields: { name: 'Ben', role: 'photographer' } },
    ]);
    expect(site.has(`dist${team[0].fields.photo.src}`)).toBe(true);
  });

  it('of a table have the types of their fields, and pages in every locale', () => {
    const { products } = props('/all');
    expect(products.map(({ path, fields }: { path: string; fields: object }) => ({ path, fields }))).toEqual([
      { path: '/products/paper', fields: { price: 4, stocked: false } },
      { path: '/products/lamp', fields: { price: 19.5, stocked: true, colours: ['red', 'white'] } },
    ]);
    expect(props('/de/products/lamp')).toMatchObject({
      entry: { title: 'Lamp, small', locale: 'de' },
      body: { html: '' },
    });
    expect(site.read('dist/products/lamp/index.html')).toContain(
      'hreflang="de-DE" href="https://small.example/de/products/lamp"',
    );
    expect(site.read('dist/products/lamp/index.html')).toContain('"@type":"WebPage"');
  });

  it('of JSON files with {locale} in their name differ by locale', () => {
    expect(props('/all').terms[0]).toMatchObject({ title: 'Grain', locale: 'en' });
    expect(props('/de/all').terms[0]).toMatchObject({ title: 'Korn', locale: 'de' });
  });

  it('of a pattern have nested paths, an order, and a tree for a sidebar', () => {
    const install = props('/docs/guide/install');
    expect(install.tree).toEqual([
      { name: '', title: 'Documentation', path: '/docs', children: [] },
      {
        name: 'guide',
        title: 'Guide',
        path: null,
        children: [
          { name: 'install', title: 'Install', path: '/docs/guide/install', children: [] },
          { name: 'write', title: 'Write', path: '/docs/guide/write', children: [] },
        ],
      },
      { name: 'api', title: 'Interface', path: '/docs/api', children: [] },
    ]);
    expect(install).toMatchObject({ previous: { title: 'Documentation' }, next: { title: 'Write' } });
    const html = site.read('dist/docs/index.html');
    expect(html).toContain('"@type":"TechArticle"');
    expect(html).not.toContain('datePublished');
    expect(site.read('dist/docs/_payload.json')).toContain('/docs/guide/install');
    expect(site.has('dist/de/docs/guide/write/index.html')).toBe(true);
    expect(site.read('dist/docs/guide/write/index.html')).toContain('hreflang="de-DE"');
  });

  it('keep dates, feeds and BlogPosting where they are a blog, and resolve its references', () => {
    const post = site.read('dist/blog/third/index.html');
    expect(post).toContain('"@type":"BlogPosting"');
    expect(site.read('dist/blog/third/_payload.json')).toContain('"writer":{"collection":"team","slug":"ada"');
    expect(site.has('dist/blog/rss.xml')).toBe(true);
  });

  it('have lists of the terms of any taxonomy, with pages', () => {
    expect(props('/blog/series/lamps')).toMatchObject({
      taxonomy: 'series',
      tag: { tag: 'Lamps', slug: 'lamps', path: '/blog/series/lamps' },
      entries: [{ slug: 'third', terms: { series: [{ tag: 'Lamps' }, { path: '/blog/series/long-nights' }] } }],
      pagination: { total: 1 },
      tags: [{ tag: 'Lamps', count: 1 }, { tag: 'Long nights' }],
    });
  });

  it('have their types written for templates', () => {
    expect(site.read('.sitegen/types/content.d.ts')).toContain(
      '"team": { fields: { readonly "name": string; readonly "role": "editor" | "photographer"; readonly "photo"?: ImageRef; readonly "since"?: string; readonly "mentor"?: ReferencedEntry<"team">; readonly "address"?: { readonly "city": string; readonly "zip"?: number }; readonly "pictures"?: readonly ({ readonly "src": ImageRef; readonly "width"?: number })[] }',
    );
  });

  it('are the same after edits of data, texts and files as in a clean build', async () => {
    site.edit('data/products.csv', (text) => text.replace('19.5', '3.5').replace('Paper', 'Papers'));
    site.edit('content/team/ben.yaml', (text) => text.replace('Ben', 'Benjamin'));
    site.edit('content/docs/api.md', (text) => text.replace('order: 9', 'order: 0'));
    site.write('content/docs/guide/publish.md', '---\ntitle: Publish\n---\nText.\n');
    const again = await site.build();
    expect(again.code, JSON.stringify(again.problems)).toBe(0);
    expect(props('/all').products[0].slug).toBe('lamp');
    expect(props('/all').team[0].fields.mentor.title).toBe('Benjamin');
    expect(props('/docs/guide/write')).toMatchObject({ next: { title: 'Publish' }, previous: { title: 'Install' } });
    await site.build('--no-cache', '--out', 'clean');
    expect(site.files('dist')).toEqual(site.files('clean'));
  });

  it('report every wrong value at its place, with the nearest name', async () => {
    site.edit('content/team/ada.yaml', (text) =>
      text
        .replace('mentor: ben', 'mentor: bem\nrole: editer')
        .replace('city', 'cty')
        .replace('width: 7', 'width: wide'),
    );
    site.edit('data/products.csv', (text) => text.replace('3.5', 'cheap').replace('paper,', 'lamp,'));
    site.edit('data/terms.de.json', () => '[{ "id": "grain", "titel": "Korn" }, { "title": "X" }]');
    site.write('content/docs/Bad Name.md', '---\ntitle: Bad\n---\n');
    const { code, problems } = await site.build();
    expect(code).toBe(1);
    expect(problems.map((p) => `${p.file}:${p.line}:${p.column} ${p.code} ${p.message} ${p.hint}`)).toEqual([
      'content/docs/Bad Name.md:1:1 CONTENT_INVALID_SLUG The name "Bad Name" cannot be part of a URL. Use at most 240 bytes of lower-case letters and digits with single hyphens between them, or set `slug` in the front matter.',
      'content/team/ada.yaml:5:7 CONTENT_WRONG_TYPE `role` must be one of `editor`, `photographer`, not "editer". Did you mean `editor`?',
      'content/team/ada.yaml:6:12 CONTENT_UNKNOWN_KEY Unknown key `address.cty` in the entry. Did you mean `city`?',
      'content/team/ada.yaml:7:37 CONTENT_WRONG_TYPE `pictures[0].width` must be a number, not "wide". Write a number.',
      'data/products.csv:3:1 DATA_SYNTAX There are two entries with the id `lamp`. Give each row an `id` of its own.',
      'data/products.csv:2:20 CONTENT_WRONG_TYPE `price` must be a number, not "cheap". Write a number.',
      'data/terms.de.json:1:38 DATA_RECORD This entry has no `id`. Add an `id` of letters, digits and hyphens: it names the entry.',
      'data/terms.de.json:1:19 CONTENT_UNKNOWN_KEY Unknown key `titel` in the entry. Did you mean `title`?',
    ]);
    site.edit('content/team/ada.yaml', (text) =>
      text.replace('editer', 'editor').replace('cty', 'city').replace('wide', '8'),
    );
    site.edit('data/products.csv', (text) => text.replace('lamp,P', 'paper,P'));
    site.edit('data/terms.de.json', () => '[{ "id": "grain", "titel": "Korn" }]');
    site.remove('content/docs/Bad Name.md');
    const second = await site.build();
    expect(second.problems.map((p) => `${p.file}:${p.line}:${p.column} ${p.code} ${p.message} ${p.hint}`)).toEqual([
      'data/products.csv:2:20 CONTENT_WRONG_TYPE `price` must be a number, not "cheap". Write a number.',
      'data/terms.de.json:1:19 CONTENT_UNKNOWN_KEY Unknown key `titel` in the entry. Did you mean `title`?',
    ]);
    site.edit('data/products.csv', (text) => text.replace('cheap', '1'));
    site.edit('data/terms.de.json', (text) => text.replace('titel', 'title'));
    site.edit('content/team/ada.yaml', (text) => text.replaceAll('./ada.svg', './adda.svg'));
    const third = await site.build();
    expect(third.problems.map((p) => `${p.file}:${p.line}:${p.column} ${p.code} ${p.hint}`)).toEqual([
      'content/team/ada.yaml:2:8 CONTENT_IMAGE_MISSING Did you mean content/team/ada.svg?',
      'content/team/ada.yaml:7:19 CONTENT_IMAGE_MISSING Did you mean content/team/ada.svg?',
      'content/team/ada.yaml:4:9 CONTENT_REFERENCE_MISSING Did you mean `ben`?',
    ]);
  });
});
