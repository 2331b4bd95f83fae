import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Site, siteWithBundles, smallSite } from '../site.ts';

const searched = `${smallSite}
-- config/site.yaml --
name: Small
url: https://small.example
search: { exclude: [/about] }
-- content/blog/one/en.md --
---
title: One
description: The first post.
date: 2026-01-01
---
A post about lighthouses.
-- content/blog/two/en.md --
---
title: Two
description: The second post.
date: 2026-01-02
draft: true
---
A post about bridges.
-- content/blog/one/de.md --
---
title: Eins
description: Der erste Beitrag.
date: 2026-01-01
---
Ein Beitrag über Leuchttürme.
`;

let site: Site;
afterEach(() => site?.close());

/** Number of indexed pages by language. */
const counts = () => {
  const { languages } = JSON.parse(site.read('dist/_search/pagefind-entry.json')) as {
    languages: Record<string, { page_count: number }>;
  };
  return Object.fromEntries(Object.entries(languages).map(([code, { page_count: count }]) => [code, count]));
};

describe('a site with a search', () => {
  it('has an index of the texts of its pages by language: neither lists, nor excluded pages', async () => {
    site = siteWithBundles(searched);
    const built = await site.build();
    expect(built.problems).toEqual([]);
    expect(site.has('dist/_search/pagefind.js')).toBe(true);
    // The home page and the posts of the language; the small site has three posts in English and one in German.
    expect(counts()).toEqual({ 'en-gb': 5, 'de-de': 3 });
  });

  it('has the same index when it is built again, in place of the one before when a text changes', async () => {
    site = siteWithBundles(searched);
    await site.build();
    const first = site.files('dist/_search');
    await site.build('--no-cache');
    expect(site.files('dist/_search')).toEqual(first);
    site.edit('content/blog/one/en.md', (text) => text.replace('lighthouses', 'windmills'));
    const built = await site.build();
    expect(built.code).toBe(0);
    const second = site.files('dist/_search');
    expect(Object.keys(second)).not.toEqual(Object.keys(first));
    expect(Object.keys(second).length).toBe(Object.keys(first).length);
    await site.build('--no-cache');
    expect(site.files('dist/_search')).toEqual(second);
  });

  it('has the same index as a clean build after a change in one language, of which alone the index is created again', async () => {
    site = siteWithBundles(searched);
    await site.build();
    const first = site.files('dist/_search');
    const ofLanguage = (files: Readonly<Record<string, string>>, language: string) =>
      Object.keys(files).filter((name) => name.includes(`${language}_`));
    const folder = join(site.root, '.sitegen/cache/search-languages');
    // Beside each index is a file with the hashes of its files.
    const indexes = () => readdirSync(folder).filter((name) => !name.endsWith('.json'));
    const kept = new Map(indexes().map((name) => [name, statSync(join(folder, name)).ino]));
    site.edit('content/blog/one/de.md', (text) => text.replace('Leuchttürme', 'Windmühlen'));
    await site.build();
    const second = site.files('dist/_search');
    expect(ofLanguage(second, 'en-gb')).toEqual(ofLanguage(first, 'en-gb'));
    expect(ofLanguage(second, 'de-de')).not.toEqual(ofLanguage(first, 'de-de'));
    const unchanged = indexes().filter((name) => kept.get(name) === statSync(join(folder, name)).ino);
    expect([kept.size, unchanged.length, indexes().length]).toEqual([2, 1, 2]);
    await site.build('--no-cache');
    expect(site.files('dist/_search')).toEqual(second);
  });

  it.each(['search', 'search-languages'])(
    'has the same index if a file of the cached one is damaged: %s',
    async (cache) => {
      site = siteWithBundles(searched);
      await site.build();
      const index = site.files('dist/_search');
      for (const path of Object.keys(site.files(`.sitegen/cache/${cache}`)).filter((one) =>
        /_meta$|_fragment$/.test(one),
      ))
        site.write(`.sitegen/cache/${cache}/${path}`, 'damaged');
      site.remove('dist');
      if (cache === 'search-languages') site.remove('.sitegen/cache/search');
      expect((await site.build()).problems).toEqual([]);
      expect(site.files('dist/_search')).toEqual(index);
    },
  );

  it('reports that nothing is found because no page has the searched element', async () => {
    site = siteWithBundles(searched);
    site.edit('config/site.yaml', (text) => text.replace('exclude: [/about]', "root: '#nowhere'"));
    const built = await site.build();
    expect(built.report?.warnings.map(({ code, message }) => [code, message.includes('#nowhere')])).toContainEqual([
      'SEARCH_EMPTY',
      true,
    ]);
  });

  it('has no index unless it is configured', async () => {
    site = siteWithBundles(searched);
    site.edit('config/site.yaml', (text) => text.replace(/^search.*$/m, ''));
    await site.build();
    expect(site.has('dist/_search/pagefind.js')).toBe(false);
    expect(site.read('dist/index.html')).not.toContain('_search');
  });
});
