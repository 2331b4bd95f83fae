import { Readable } from 'node:stream';
import { parseSitemap } from 'sitemap';
import { describe, expect, test } from 'vitest';
import { type SitemapInput, sitemaps } from '../../../../cli/emit/sitemap.ts';
import { root, route, site, tableOf } from './fixture.ts';
import { sitemapProblems } from './schemas.ts';

function files(input: Partial<SitemapInput> & Pick<SitemapInput, 'table'>): Record<string, string> {
  return Object.fromEntries([...sitemaps({ site, ...input })].map(({ path, content }) => [path, content]));
}

const read = (xml: string) => parseSitemap(Readable.from([xml]));
const locations = (xml: string): string[] => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] as string);

const home = { en: '/', pt: '/pt', 'pt-pt': '/pt-pt', ar: '/ar' };
const pages = tableOf([
  ...Object.entries(home).map(([locale, path]) => route(path, { locale, alternates: home, lastmod: '2026-02-03' })),
  route('/tools', { lastmod: '2026-04-01T10:00:00+02:00' }),
  route('/blog/tag/über "alles" & mehr', { locale: 'en' }),
  route('/hidden', { index: false }),
  route('/404', { status: 404 }),
]);

describe('sitemaps', () => {
  test('are written for each locale with pages, with an index', async () => {
    const sitemaps = files({ table: pages });
    expect(Object.keys(sitemaps)).toEqual([
      'sitemap.xml',
      'pt/sitemap.xml',
      'pt-pt/sitemap.xml',
      'ar/sitemap.xml',
      'sitemap-index.xml',
    ]);
    for (const content of Object.values(sitemaps)) expect(await sitemapProblems(content)).toEqual([]);
    expect(locations(sitemaps['sitemap-index.xml'] as string)).toEqual([
      'https://lamp.example/sub/sitemap.xml',
      'https://lamp.example/sub/pt/sitemap.xml',
      'https://lamp.example/sub/pt-pt/sitemap.xml',
      'https://lamp.example/sub/ar/sitemap.xml',
    ]);
    expect(sitemaps['sitemap-index.xml']).toContain('<lastmod>2026-04-01T10:00:00+02:00</lastmod>');
    expect(sitemaps['sitemap-index.xml']).toContain('<lastmod>2026-02-03</lastmod>');
  });

  test('list every indexable page of the locale, encoded, with its last change', async () => {
    const items = await read(files({ table: pages })['sitemap.xml'] as string);
    expect(items.map(({ url }) => url)).toEqual([
      'https://lamp.example/sub/',
      'https://lamp.example/sub/blog/tag/%C3%BCber%20%22alles%22%20&%20mehr',
      'https://lamp.example/sub/tools',
    ]);
    expect(items.map(({ lastmod }) => lastmod)).toEqual(['2026-02-03', undefined, '2026-04-01T10:00:00+02:00']);
  });

  test('link each version to itself and all others, a bare language once, and the default', async () => {
    const sitemaps = files({ table: pages });
    const links = async (file: string) =>
      ((await read(sitemaps[file] as string))[0]?.links ?? []).map(({ lang, url }) => [lang, url]);
    const expected = [
      ['en-US', 'https://lamp.example/sub/'],
      ['pt-BR', 'https://lamp.example/sub/pt'],
      ['pt-PT', 'https://lamp.example/sub/pt-pt'],
      ['ar', 'https://lamp.example/sub/ar'],
      ['en', 'https://lamp.example/sub/'],
      ['pt', 'https://lamp.example/sub/pt'],
      ['x-default', 'https://lamp.example/sub/'],
    ];
    expect(await links('sitemap.xml')).toEqual(expected);
    expect(await links('pt-pt/sitemap.xml')).toEqual(expected);
  });

  test('do not link versions that are not indexable', () => {
    const alternates = { pt: '/pt/x', 'pt-pt': '/pt-pt/x', ar: '/ar/gone' };
    const table = tableOf([
      route('/pt/x', { locale: 'pt', alternates }),
      route('/pt-pt/x', { locale: 'pt-pt', alternates, index: false }),
    ]);
    const sitemaps = files({ table });
    expect(Object.keys(sitemaps)).toEqual(['pt/sitemap.xml', 'sitemap-index.xml']);
    expect([...(sitemaps['pt/sitemap.xml'] ?? '').matchAll(/hreflang="(.*?)"/g)].map((match) => match[1])).toEqual([
      'pt-BR',
      'pt',
      'x-default',
    ]);
  });

  test('do not exist for a site without indexable pages', () => {
    expect(files({ table: tableOf([route('/hidden', { index: false })]) })).toEqual({});
  });

  test('are split beyond the limit of URLs: sitemap.xml is an index of parts, which sitemap-index.xml lists', async () => {
    const routes = Array.from({ length: 5 }, (_, i) => route(`/p${i}`, { lastmod: `2026-01-0${i + 1}` }));
    const table = tableOf([...routes, route('/ar', { locale: 'ar' })]);
    const sitemaps = files({ site: root, table, limits: { urls: 2, bytes: 1e6 } });
    expect(Object.keys(sitemaps)).toEqual([
      'sitemap-1.xml',
      'sitemap-2.xml',
      'sitemap-3.xml',
      'sitemap.xml',
      'ar/sitemap.xml',
      'sitemap-index.xml',
    ]);
    for (const content of Object.values(sitemaps)) expect(await sitemapProblems(content)).toEqual([]);
    const parts = ['1', '2', '3'].map((n) => `https://lamp.example/sitemap-${n}.xml`);
    expect(locations(sitemaps['sitemap.xml'] as string)).toEqual(parts);
    expect(locations(sitemaps['sitemap-index.xml'] as string)).toEqual([
      ...parts,
      'https://lamp.example/ar/sitemap.xml',
    ]);
    expect(['1', '2', '3'].flatMap((n) => locations(sitemaps[`sitemap-${n}.xml`] as string))).toEqual(
      routes.map(({ path }) => `https://lamp.example${path}`),
    );
    expect(sitemaps['sitemap.xml']?.match(/<lastmod>.*<\/lastmod>/g)).toEqual([
      '<lastmod>2026-01-02</lastmod>',
      '<lastmod>2026-01-04</lastmod>',
      '<lastmod>2026-01-05</lastmod>',
    ]);
  });

  test('are one file at exactly the limit of URLs', () => {
    const table = tableOf([route('/a'), route('/b')]);
    expect(Object.keys(files({ table, limits: { urls: 2, bytes: 1e6 } }))).toEqual([
      'sitemap.xml',
      'sitemap-index.xml',
    ]);
  });

  test('are split at the limit of bytes in UTF-8', () => {
    const table = tableOf([route('/a'), route('/b'), route('/c'), route('/d')]);
    const whole = Buffer.byteLength(files({ table })['sitemap.xml'] as string);
    const at = (bytes: number) =>
      Object.entries(files({ table, limits: { urls: 100, bytes } })).filter(([path]) =>
        /sitemap(-\d)?\.xml/.test(path),
      );
    expect(at(whole).map(([path]) => path)).toEqual(['sitemap.xml']);
    expect(at(whole - 1).map(([path]) => path)).toEqual(['sitemap-1.xml', 'sitemap-2.xml', 'sitemap.xml']);
    for (const [path, content] of at(whole - 1)) {
      if (path !== 'sitemap.xml') expect(Buffer.byteLength(content)).toBeLessThan(whole);
    }
  });

  test("have the protocol's limit of 50,000 URLs by default", () => {
    const table = tableOf(Array.from({ length: 50_001 }, (_, i) => route(`/p${i}`)));
    const sitemaps = files({ table });
    expect(locations(sitemaps['sitemap-1.xml'] as string)).toHaveLength(50_000);
    expect(locations(sitemaps['sitemap-2.xml'] as string)).toHaveLength(1);
  });

  test('do not depend on the order of the routes', () => {
    const reversed = tableOf(pages.routes.toReversed());
    expect(files({ table: reversed })).toEqual(files({ table: pages }));
  });

  test('are checked by a schema that rejects an invalid file', async () => {
    const right = files({ table: pages })['sitemap.xml'] as string;
    expect(await sitemapProblems(right.replace('2026-02-03', 'yesterday'))).not.toEqual([]);
    expect(await sitemapProblems(right.replace('hreflang="en-US"', 'hreflang="en_US"'))).not.toEqual([]);
    expect(await sitemapProblems(right.replace(/<url>[\s\S]*<\/url>/, ''))).not.toEqual([]);
  });
});
