import Parser from 'rss-parser';
import { describe, expect, test } from 'vitest';
import type { FeedInput } from '../../../../cli/emit/feeds.ts';
import { absoluteHtml, feedFiles } from '../../../../cli/emit/feeds.ts';
import { entry, hostile, site } from './fixture.ts';
import { atomProblems, xmlProblems } from './schemas.ts';

const body =
  '<p><a href="#top">a</a> <a href="/sub/tools?a=1&amp;b=2">b</a> <img src="/sub/assets/x.webp" alt="1 < 2"></p>';

const input: FeedInput = {
  site,
  locale: { code: 'pt', name: 'Português', language: 'pt-BR', dir: 'ltr', prefix: '/pt' },
  title: `Blog ${hostile}`,
  description: 'Notas & luz',
  listPath: '/pt/blog',
  publisher: 'Lamp & Co',
  feeds: [
    { kind: 'rss', path: '/pt/blog/rss.xml', type: 'application/rss+xml', title: 'Blog' },
    { kind: 'atom', path: '/pt/blog/atom.xml', type: 'application/atom+xml', title: 'Blog' },
    { kind: 'json', path: '/pt/blog/feed.json', type: 'application/feed+json', title: 'Blog' },
  ],
  items: [
    {
      entry: entry('antigo', { locale: 'pt', path: '/pt/blog/antigo', updated: '2026-05-02T10:00:00+02:00' }),
      html: null,
    },
    {
      entry: entry('côr', {
        locale: 'pt',
        path: '/pt/blog/côr',
        title: hostile,
        date: '2026-04-01',
        author: 'Ana "A" & Cia',
        tags: [{ tag: 'C# <b>', slug: 'c-sharp', path: null }],
        cover: { src: '/assets/c.webp', width: 1200, height: 630 },
      }),
      html: body,
    },
  ],
};

const feedsWith = (change: Partial<FeedInput> = {}): Record<string, string> =>
  Object.fromEntries(feedFiles({ ...input, ...change }).map(({ path, content }) => [path, content]));
const parse = (xml: string) => new Parser<object, { id: string; 'dc:creator': string }>().parseString(xml);
const absoluteBody =
  '<p><a href="https://lamp.example/sub/pt/blog/c%C3%B4r#top">a</a> ' +
  '<a href="https://lamp.example/sub/tools?a=1&amp;b=2">b</a> ' +
  '<img src="https://lamp.example/sub/assets/x.webp" alt="1 < 2"></p>';

describe('feeds', () => {
  test('are written to the paths of their references', () => {
    expect(Object.keys(feedsWith())).toEqual(['pt/blog/rss.xml', 'pt/blog/atom.xml', 'pt/blog/feed.json']);
    expect(Object.keys(feedsWith({ feeds: input.feeds.slice(2) }))).toEqual(['pt/blog/feed.json']);
  });

  test('RSS contains the entries, newest first', async () => {
    const xml = feedsWith()['pt/blog/rss.xml'] as string;
    expect(await xmlProblems(xml)).toEqual([]);
    const feed = await parse(xml);
    expect(feed).toMatchObject({
      title: input.title,
      description: 'Notas & luz',
      link: 'https://lamp.example/sub/pt/blog',
      language: 'pt-br',
      feedUrl: 'https://lamp.example/sub/pt/blog/rss.xml',
      lastBuildDate: 'Sat, 02 May 2026 08:00:00 GMT',
    });
    expect(feed.items).toHaveLength(2);
    expect(feed.items[0]).toMatchObject({
      title: hostile,
      link: 'https://lamp.example/sub/pt/blog/c%C3%B4r',
      guid: 'tag:lamp.example,2026-04-01:blog/c%C3%B4r/pt',
      pubDate: 'Wed, 01 Apr 2026 00:00:00 GMT',
      'dc:creator': 'Ana "A" & Cia',
      categories: ['C# <b>'],
      content: 'All on côr.',
      'content:encoded': absoluteBody,
    });
    expect(feed.items[1]).toMatchObject({ title: 'About antigo', content: 'All on antigo.' });
    expect(feed.items[1]).not.toHaveProperty('content:encoded');
    expect(xml).toContain('<guid isPermaLink="false">');
  });

  test('Atom contains the same entries, with the last change of each', async () => {
    const xml = feedsWith()['pt/blog/atom.xml'] as string;
    expect(await atomProblems(xml)).toEqual([]);
    expect(await atomProblems(xml.replace(/<updated>.*<\/updated>/, ''))).not.toEqual([]);
    const feed = await parse(xml);
    expect(feed).toMatchObject({
      title: input.title,
      link: 'https://lamp.example/sub/pt/blog',
      feedUrl: 'https://lamp.example/sub/pt/blog/atom.xml',
    });
    expect(feed.items[0]).toMatchObject({
      title: hostile,
      link: 'https://lamp.example/sub/pt/blog/c%C3%B4r',
      id: 'tag:lamp.example,2026-04-01:blog/c%C3%B4r/pt',
      pubDate: '2026-04-01T00:00:00.000Z',
      author: 'Ana "A" & Cia',
      summary: 'All on côr.',
      content: absoluteBody,
    });
    expect(feed.items[1]).toMatchObject({
      summary: 'All on antigo.',
      id: 'tag:lamp.example,2026-03-01:blog/antigo/pt',
    });
    expect([...xml.matchAll(/<updated>(.*)<\/updated>/g)].map((match) => match[1])).toEqual([
      '2026-05-02T08:00:00Z',
      '2026-04-01T00:00:00Z',
      '2026-05-02T08:00:00Z',
    ]);
    expect(xml.match(/<author><name>.*<\/name><\/author>/g)?.[0]).toBe('<author><name>Lamp &amp; Co</name></author>');
  });

  test('JSON Feed follows version 1.1', () => {
    const feed = JSON.parse(feedsWith()['pt/blog/feed.json'] as string);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: input.title,
      home_page_url: 'https://lamp.example/sub/pt/blog',
      feed_url: 'https://lamp.example/sub/pt/blog/feed.json',
      description: 'Notas & luz',
      language: 'pt-BR',
      authors: [{ name: 'Lamp & Co' }],
    });
    expect(feed.items).toEqual([
      {
        id: 'tag:lamp.example,2026-04-01:blog/c%C3%B4r/pt',
        url: 'https://lamp.example/sub/pt/blog/c%C3%B4r',
        title: hostile,
        summary: 'All on côr.',
        content_html: absoluteBody,
        image: 'https://lamp.example/sub/assets/c.webp',
        date_published: '2026-04-01T00:00:00Z',
        date_modified: '2026-04-01T00:00:00Z',
        authors: [{ name: 'Ana "A" & Cia' }],
        tags: ['C# <b>'],
        language: 'pt-BR',
      },
      {
        id: 'tag:lamp.example,2026-03-01:blog/antigo/pt',
        url: 'https://lamp.example/sub/pt/blog/antigo',
        title: 'About antigo',
        summary: 'All on antigo.',
        content_text: 'All on antigo.',
        date_published: '2026-03-01T00:00:00Z',
        date_modified: '2026-05-02T08:00:00Z',
        language: 'pt-BR',
      },
    ]);
  });

  test('ids stay the same when the URL changes', () => {
    const ids = (change: Partial<FeedInput>) =>
      (JSON.parse(feedsWith(change)['pt/blog/feed.json'] as string).items as { id: string }[]).map(({ id }) => id);
    const moved = input.items.map(({ entry: one, html }) => ({ entry: { ...one, path: `/posts/${one.slug}` }, html }));
    expect(ids({ items: moved, site: { ...site, base: '' } })).toEqual(ids({}));
  });

  test('the order of the input does not matter', () => {
    expect(feedsWith({ items: input.items.toReversed() })).toEqual(feedsWith());
  });

  test('a feed without entries is valid', async () => {
    const feeds = feedsWith({ items: [], description: '' });
    expect(await xmlProblems(feeds['pt/blog/rss.xml'] as string)).toEqual([]);
    expect(await atomProblems(feeds['pt/blog/atom.xml'] as string)).toEqual([]);
    for (const file of ['pt/blog/rss.xml', 'pt/blog/atom.xml']) {
      expect((await parse(feeds[file] as string)).items).toEqual([]);
    }
    expect(JSON.parse(feeds['pt/blog/feed.json'] as string).items).toEqual([]);
  });

  test('characters that XML does not allow are replaced', async () => {
    const xml = feedsWith({ title: 'bell \u0007, nul \u0000, half \uD83D, whole 😀' })['pt/blog/rss.xml'] as string;
    expect(await xmlProblems(xml)).toEqual([]);
    expect((await parse(xml)).title).toBe('bell \uFFFD, nul \uFFFD, half \uFFFD, whole 😀');
  });
});

describe('absolute HTML', () => {
  const page = 'https://a.example/sub/blog/post';
  test.each([
    [
      '<img src="x.png" srcset="/1.png 1x, 2.png 2x">',
      '<img src="https://a.example/sub/blog/x.png" srcset="https://a.example/1.png 1x, https://a.example/sub/blog/2.png 2x">',
    ],
    ["<a title='>' href='../b?c=\"1\"'>", '<a title=\'>\' href="https://a.example/sub/b?c=%221%22">'],
    ['<a href=/c>x</a>', '<a href="https://a.example/c">x</a>'],
    [
      '<video poster="p.webp" HREF="q">',
      '<video poster="https://a.example/sub/blog/p.webp" href="https://a.example/sub/blog/q">',
    ],
    ['<a href="mailto:a@b.example">', '<a href="mailto:a@b.example">'],
    ['<a href="//cdn.example/x">', '<a href="https://cdn.example/x">'],
    ['<a href="https://[bad">', '<a href="https://[bad">'],
    ['<a data-href="/x" href>', '<a data-href="/x" href>'],
    ['1 < 2 <!-- <a href="/x"> --> href="/x"', '1 < 2 <!-- <a href="/x"> --> href="/x"'],
    ['<code>&lt;a href="/x"&gt;</code>', '<code>&lt;a href="/x"&gt;</code>'],
    [
      '<img srcset="data:image/png;base64,AA== 1x, /b.png 2x">',
      '<img srcset="data:image/png;base64,AA== 1x, https://a.example/b.png 2x">',
    ],
    [
      '<img srcset="/a,b.png 1x,c.png 2x">',
      '<img srcset="https://a.example/a,b.png 1x, https://a.example/sub/blog/c.png 2x">',
    ],
    ['<p', '<p'],
  ])('%s', (html, expected) => {
    expect(absoluteHtml(html, page)).toBe(expected);
  });
});
