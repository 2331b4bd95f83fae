import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, propsPages, type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

const post = (title: string, more: string) =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n${more}\n---\nText.\n`;

/** Posts in a series, of authors with entries of their own. Templates show their props as JSON. */
const series = `
-- config/content.yaml --
collections:
  people:
    from: 'content/people/*.md'
    fields: { site: { type: string } }
  blog:
    type: blog
    from: content/blog
    path: /blog/{slug}
    template: Props
    list: { path: /blog, template: Props }
    tags: { path: '/blog/tag/{tag}', template: Props }
    taxonomies:
      series: { path: '/blog/series/{term}', template: Props, ordered: true }
      author: { path: '/blog/author/{term}', template: Props, to: people }
-- content/people/ada.md --
---
title: Ada Wong
site: https://ada.example
---
-- content/people/ben.md --
---
title: Ben
---
-- content/blog/first/en.md --
${post('First', 'date: 2026-01-01\nseries: Lamps\nauthor: ada')}
-- content/blog/second/en.md --
${post('Second', 'date: 2026-01-02\nseries: [Lamps, Long nights]\nauthor: [ada, ben]')}
-- content/blog/preface/en.md --
${post('Preface', 'date: 2026-01-03\nseries: Lamps\norder: 1')}
-- content/blog/alone/en.md --
${post('Alone', 'date: 2026-01-04')}
`;

const propsIn = (html: string) =>
  JSON.parse(
    (/<pre>(.*?)<\/pre>/s.exec(html)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&'),
  );

describe('a taxonomy', () => {
  let site: Site;
  let built: Built;
  beforeAll(async () => {
    site = siteOf(smallSite, propsPages, series);
    site.remove('content/blog/first/de.md');
    site.remove('content/blog/third');
    built = await site.build();
  });
  afterAll(() => site.close());
  const props = (path: string) => propsIn(site.read(`dist${path}/index.html`));
  const titles = (entries: readonly { readonly title: string }[]) => entries.map(({ title }) => title);

  it('that is ordered gives a post its series, by `order` and then by date', () => {
    expect(built.code, JSON.stringify(built.problems)).toBe(0);
    const [lamps, nights, ...others] = props('/blog/second').series;
    expect(others).toEqual([]);
    expect(lamps).toMatchObject({
      taxonomy: 'series',
      term: { tag: 'Lamps', path: '/blog/series/lamps' },
      part: 3,
      previous: { title: 'First' },
      next: null,
    });
    expect(titles(lamps.entries)).toEqual(['Preface', 'First', 'Second']);
    expect(nights).toMatchObject({ part: 1, previous: null, next: null });
    expect(props('/blog/alone').series).toEqual([]);
    expect(titles(props('/blog/series/lamps').entries)).toEqual(['Preface', 'First', 'Second']);
  });

  it('of entries shows their titles, links to their pages, and names them as authors', () => {
    const { entry } = props('/blog/second');
    expect(entry.author).toBe('Ada Wong, Ben');
    expect(entry.terms.author).toMatchObject([
      { tag: 'Ada Wong', slug: 'ada', path: '/blog/author/ada', entry: { fields: { site: 'https://ada.example' } } },
      { tag: 'Ben', slug: 'ben' },
    ]);
    expect(props('/blog/author/ada')).toMatchObject({ tag: { tag: 'Ada Wong', entry: { slug: 'ada' } } });
    expect(titles(props('/blog/author/ada').entries)).toEqual(['Second', 'First']);
    expect(site.read('dist/blog/second/index.html')).toContain(
      '"author":[{"@type":"Person","name":"Ada Wong","url":"https://small.example/blog/author/ada"},{"@type":"Person","name":"Ben","url":"https://small.example/blog/author/ben"}]',
    );
  });

  it('is the same after edits of the order and of a name as in a clean build', async () => {
    site.edit('content/blog/preface/en.md', (text) => text.replace('order: 1\n', ''));
    site.edit('content/people/ada.md', (text) => text.replace('Ada Wong', 'Ada'));
    const again = await site.build();
    expect(again.code, JSON.stringify(again.problems)).toBe(0);
    expect(titles(props('/blog/first').series[0].entries)).toEqual(['First', 'Second', 'Preface']);
    expect(props('/blog/first').entry.author).toBe('Ada');
    await site.build('--no-cache', '--out', 'clean');
    expect(site.files('dist')).toEqual(site.files('clean'));
  });

  it('reports an author that does not exist at its place', async () => {
    site.edit('content/blog/first/en.md', (text) => text.replace('author: ada', 'author: adda'));
    const { problems } = await site.build();
    expect(problems.map((p) => `${p.file}:${p.line}:${p.column} ${p.code} ${p.hint}`)).toEqual([
      'content/blog/first/en.md:6:9 CONTENT_REFERENCE_MISSING Did you mean `ada`?',
    ]);
    site.edit('config/content.yaml', (text) => text.replace('to: people', 'to: peopel'));
    const wrong = await site.build();
    expect(wrong.problems.map((p) => `${p.file}:${p.line} ${p.code} ${p.message} ${p.hint}`)).toEqual([
      'config/content.yaml:14 CONFIG_COLLECTION There is no collection `peopel`. Did you mean `people`?',
    ]);
  });
});

describe('a schedule', () => {
  it('removes expired posts, and the build reports when the site changes next', async () => {
    const site = siteWithBundles(smallSite);
    site.write('content/blog/offer/en.md', post('Offer', 'date: 2026-01-05\nexpires: 2026-02-01'));
    site.write('content/blog/fair/en.md', post('Fair', 'date: 2026-01-05\nexpires: 2998-05-01'));
    site.write('content/blog/future/en.md', post('Future', 'date: 2999-01-05'));
    const built = await site.build();
    expect([site.has('dist/blog/offer'), site.has('dist/blog/fair')]).toEqual([false, true]);
    expect(built.report?.nextChange).toEqual({
      date: '2998-05-01',
      publishes: [],
      expires: ['content/blog/fair/en.md'],
    });
    site.remove('content/blog/fair');
    const second = await site.build();
    expect(second.report?.nextChange).toEqual({
      date: '2999-01-05',
      publishes: ['content/blog/future/en.md'],
      expires: [],
    });
    const drafts = await site.build('--drafts');
    expect(site.has('dist/blog/offer/index.html')).toBe(true);
    expect(drafts.report?.nextChange).toBeNull();
    site.close();
  });

  it('reports a link to an expired post, and one that is never published', async () => {
    const site = siteWithBundles(smallSite);
    site.write('content/blog/offer/en.md', post('Offer', 'date: 2026-01-05\nexpires: 2026-02-01'));
    site.write('content/blog/never/en.md', post('Never', 'date: 2026-01-05\nexpires: 2026-01-05'));
    site.edit('content/blog/third/en.md', (text) => `${text}\nSee [the offer](../offer/en.md).\n`);
    const { problems } = await site.build();
    expect(problems.map((p) => `${p.file}:${p.line} ${p.code} ${p.message}`)).toEqual([
      'content/blog/never/en.md:5 CONTENT_EXPIRED_BEFORE_DATE `expires` is not later than `date`, so the entry is never published.',
      'content/blog/third/en.md:8 CONTENT_LINK_BROKEN The link "../offer/en.md" leads to content/blog/offer/en.md, which expired on 2026-02-01 and is not published.',
    ]);
    site.close();
  });
});
