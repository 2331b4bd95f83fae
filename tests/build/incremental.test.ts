import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBodyStore, packBodies } from '../../cli/render/body-store.ts';
import { type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

describe('a second build renders', () => {
  let site: Site;
  beforeEach(async () => {
    site = siteWithBundles(smallSite);
    expect((await site.build()).code).toBe(0);
  });
  afterEach(() => site.close());

  const rendered = async (): Promise<number | undefined> => {
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    return built.report?.rendered;
  };

  const bodyStore = (nowMs?: number) => openBodyStore(join(site.root, '.sitegen/cache/body'), nowMs);
  const bodyKeys = (): readonly string[] =>
    Object.entries(site.files('.sitegen/cache/body'))
      .filter(([path]) => path.endsWith('.json'))
      .flatMap(([, text]) => (JSON.parse(text.slice(text.indexOf('\n'))) as [string][]).map(([key]) => key));

  it('nothing if nothing changed', async () => {
    const before = site.files('dist');
    expect(await rendered()).toBe(0);
    expect(site.files('dist')).toEqual(before);
  });

  it('one page if the text of one post changed', async () => {
    site.edit('content/blog/third/en.md', (text) => `${text}\nOne more line.\n`);
    expect(await rendered()).toBe(1);
    expect(site.read('dist/blog/third/index.html')).toContain('One more line.');
  });

  it('no sitemap unless a page or the day of its last change differs', async () => {
    const writtenMs = () => statSync(join(site.root, 'dist/sitemap.xml')).mtimeMs;
    const before = writtenMs();
    site.edit('content/blog/third/en.md', (text) => text.replace('The third post', 'The last post'));
    await rendered();
    expect(writtenMs()).toBe(before);
    site.edit('content/blog/third/en.md', (text) => text.replace(/date: .*/, '$&\nupdated: 2026-02-03'));
    await rendered();
    expect(site.read('dist/sitemap.xml')).toContain('2026-02-03');
    site.write('dist/sitemap.xml', 'something else');
    await rendered();
    expect(site.read('dist/sitemap.xml')).toContain('2026-02-03');
  });

  it('the pages that show a title if the title changed', async () => {
    site.edit('content/blog/third/en.md', (text) => text.replace('The third post', 'The last post'));
    // The post, its neighbour, the first page of the list, and the home page.
    expect(await rendered()).toBe(4);
    expect(site.read('dist/index.html')).toContain('The last post');
  });

  it('the pages that use a message if the message changed', async () => {
    site.edit('locales/de/home.json', (text) => text.replace('Hallo von', 'Willkommen bei'));
    expect(await rendered()).toBe(1);
    expect(site.read('dist/de/index.html')).toContain('Willkommen bei Small');
  });

  it('the pages of a template if its code changed', async () => {
    site.edit('templates/Post.tsx', (text) => text.replace('<article>', '<article id="post">'));
    expect(await rendered()).toBe(4);
  });

  it('a page whose output file was changed or removed', async () => {
    site.write('dist/about/index.html', 'something else');
    site.remove('dist/blog/third');
    expect(await rendered()).toBe(2);
    expect(site.read('dist/about/index.html')).toContain('About us');
  });

  it('a page whose link resolves to another page after one was added', async () => {
    site.write('content/blog/second/de.md', '---\ntitle: Der zweite\ndescription: d\ndate: 2026-01-02\n---\nText.\n');
    await rendered();
    expect(site.read('dist/de/blog/first/index.html')).toContain('href="/de/blog/second"');
  });

  it('the pages that show a picture if its size changed', async () => {
    const picture = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>`;
    site.write('site/public/lamp.svg', picture(20));
    site.edit('content/blog/third/en.md', (text) => `${text}\n![A lamp](/lamp.svg)\n`);
    site.edit('content/blog/second/en.md', (text) => text.replace('tags:', 'cover: /lamp.svg\ntags:'));
    site.edit('templates/Post.tsx', (text) =>
      text.replace('<article>', '<article>{entry.cover && <img alt="" {...entry.cover} />}'),
    );
    await rendered();
    expect(site.read('dist/blog/third/index.html')).toContain('width="20"');
    site.write('site/public/lamp.svg', picture(30));
    await rendered();
    for (const post of ['second', 'third']) expect(site.read(`dist/blog/${post}/index.html`)).toContain('width="30"');
  });

  it('a text that another version of the generator rendered', async () => {
    const store = bodyStore();
    for (const key of bodyKeys()) {
      const text = store.read(key)?.replace('One heading', 'Stale').replace('"label":"', '"label":"old ') ?? '';
      store.add(packBodies(new Map([[key, text]])));
    }
    store.save();
    site.remove('.sitegen/record.bin');
    await rendered();
    expect(site.read('dist/blog/first/index.html')).toContain('One heading');
    expect(site.read('dist/blog/first/index.html')).not.toContain('Stale');
  });

  it('bodies from the cache, and evicts bodies that no build has used for 30 days', async () => {
    const before = bodyKeys();
    site.edit('content/blog/third/en.md', (text) => `${text}\nOne more line.\n`);
    site.edit('templates/Post.tsx', (text) => text.replace('<article>', '<article id="post">'));
    // The bodies were stored 31 days ago.
    const texts = new Map(before.map((key) => [key, bodyStore().read(key) ?? '']));
    site.remove('.sitegen/cache/body');
    const former = bodyStore(Date.now() - 31 * 24 * 60 * 60 * 1000);
    former.add(packBodies(texts));
    former.save();
    expect(await rendered()).toBe(4);
    const unused = before.filter((key) => !bodyKeys().includes(key));
    expect(unused).toHaveLength(1);
    expect(bodyKeys()).toHaveLength(before.length);
  });

  it('everything without the cache', async () => {
    const built = await site.build('--no-cache');
    expect(built.report).toMatchObject({ rendered: 15, reused: 0, bundle: 'made' });
  });

  it('no files of posts that were removed', async () => {
    site.remove('content/blog/third');
    await rendered();
    expect(site.has('dist/blog/third')).toBe(false);
    expect(site.read('dist/sitemap.xml')).not.toContain('/blog/third');
  });
});

describe('the output of a build', () => {
  it('has the same bytes in another folder, with another number of threads and with other environment variables', async () => {
    const one = siteOf(smallSite);
    const two = siteOf(smallSite);
    expect((await one.build('--jobs', '1')).code).toBe(0);
    process.env.TZ = 'Pacific/Auckland';
    process.env.LANG = 'tr_TR.UTF-8';
    try {
      expect((await two.build('--jobs', '3')).code).toBe(0);
    } finally {
      delete process.env.TZ;
      delete process.env.LANG;
    }
    expect(two.files('dist')).toEqual(one.files('dist'));
    one.close();
    two.close();
  });
});
