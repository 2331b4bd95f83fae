import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, type Site, siteOf, siteWithBundles, smallSite } from '../site.ts';

describe('sitegen build', () => {
  let site: Site;
  let built: Built;
  beforeAll(async () => {
    site = siteOf(smallSite);
    built = await site.build();
  });
  afterAll(() => site.close());

  it('writes every page in each of its locales, with its payload', () => {
    expect(built.code, built.stderr).toBe(0);
    const pages = Object.keys(site.files('dist')).filter((file) => file.endsWith('.html'));
    expect(pages).toEqual([
      '404.html',
      'about/index.html',
      'blog/first/index.html',
      'blog/index.html',
      'blog/page/2/index.html',
      'blog/second/index.html',
      'blog/tag/light/index.html',
      'blog/tag/start/index.html',
      'blog/third/index.html',
      'de/404.html',
      'de/blog/first/index.html',
      'de/blog/index.html',
      'de/blog/tag/licht/index.html',
      'de/index.html',
      'index.html',
    ]);
    for (const page of pages) {
      const payload = page.endsWith('404.html')
        ? page.replace('404.html', '404/_payload.json')
        : page.replace('index.html', '_payload.json');
      expect(site.has(`dist/${payload}`), payload).toBe(true);
    }
    expect(built.report).toMatchObject({ pages: 15, rendered: 15, reused: 0, bundle: 'made' });
  });

  it('writes sitemaps, feeds, messages, the manifest and host files', () => {
    for (const file of [
      'sitemap.xml',
      'de/sitemap.xml',
      'sitemap-index.xml',
      'robots.txt',
      'blog/rss.xml',
      'blog/atom.xml',
      'blog/feed.json',
      'de/blog/rss.xml',
      '_i18n/en/messages.json',
      '_i18n/de/messages.json',
      'builds/latest.json',
      '_headers',
    ]) {
      expect(site.has(`dist/${file}`), file).toBe(true);
    }
    const { id } = JSON.parse(site.read('dist/builds/latest.json'));
    const meta = JSON.parse(site.read(`dist/builds/meta/${id}.json`));
    expect(meta.prerendered).toContain('/de/blog/first');
    expect(meta.hashes).toHaveLength(8 * meta.prerendered.length);
    expect(built.report?.id).toBe(id);
  });

  it("links feeds by the feed's own title, on lists and on posts", () => {
    const titles = (page: string) =>
      [
        ...site.read(`dist/${page}/index.html`).matchAll(/rel="alternate" type="[^"]*" href="[^"]*" title="([^"]*)"/g),
      ].map(([, title]) => title);
    const expected = (title: string) => ['RSS', 'Atom', 'JSON Feed'].map((kind) => `${title} – ${kind}`);
    for (const page of ['blog', 'blog/first', 'blog/tag/light']) expect(titles(page)).toEqual(expected('Blog'));
    expect(titles('de/blog/first')).toEqual(expected('Blog auf Deutsch'));
    expect(site.read('dist/de/blog/rss.xml')).toContain('<title>Blog auf Deutsch</title>');
  });

  it('renders pages in their own language, with plurals', () => {
    expect(site.read('dist/index.html')).toContain('<h1>Hello from Small</h1><p>2 posts</p>');
    expect(site.read('dist/de/index.html')).toMatch(
      /<html lang="de-DE" dir="ltr"[\s\S]*<h1>Hallo von Small<\/h1><p>1 Beitrag<\/p>/,
    );
  });

  it('links each page to its versions in other languages, and to no others', () => {
    const links = (file: string) =>
      [...site.read(file).matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map((m) => m.slice(1));
    expect(links('dist/de/index.html')).toEqual([
      ['en-GB', 'https://small.example/'],
      ['de-DE', 'https://small.example/de'],
      ['en', 'https://small.example/'],
      ['de', 'https://small.example/de'],
      ['x-default', 'https://small.example/'],
    ]);
    expect(links('dist/blog/second/index.html').map(([, href]) => href)).not.toContain(
      'https://small.example/de/blog/second',
    );
  });

  it('writes a Markdown body once per file: as HTML in the page, as data in the payload', () => {
    const html = site.read('dist/blog/first/index.html');
    expect(html.match(/A text with a/g)).toHaveLength(1);
    expect(JSON.parse(site.read('dist/blog/first/_payload.json')).props.body.html).toContain('A text with a');
  });

  it('writes only the messages that a page uses into its payload', () => {
    const messages = (path: string) => Object.keys(JSON.parse(site.read(path)).messages);
    expect(messages('dist/_payload.json')).toEqual(['home.count', 'home.hello']);
    expect(messages('dist/about/_payload.json')).toEqual(['about.text']);
  });

  it('resolves links in a text to the page in the language of the text if it exists', () => {
    expect(site.read('dist/blog/first/index.html')).toContain('href="/about"');
    expect(site.read('dist/de/blog/first/index.html')).toContain('href="/blog/second"');
  });

  it('writes no inline script except data and the one whose hash is in the content security policy', async () => {
    const { createHash } = await import('node:crypto');
    const policy = site.read('dist/_headers');
    for (const [path, html] of Object.entries(site.files('dist'))) {
      if (!path.endsWith('.html')) continue;
      for (const [, attributes, text] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
        if (/type="application\/(?:ld\+)?json"|src=/.test(attributes as string)) continue;
        const hash = createHash('sha256')
          .update(Buffer.from(text as string, 'latin1'))
          .digest('base64');
        expect(policy).toContain(`'sha256-${hash}'`);
      }
    }
  });

  it('falls back to the default language for a missing message and reports it', () => {
    expect(built.report?.locales.find((one) => one.code === 'de')?.missing).toBe(1);
    const messages = JSON.parse(site.read('dist/_i18n/de/messages.json'));
    expect(messages.de['blog.older']).toBeUndefined();
    expect(messages.en['blog.older']).toBe('Older posts');
  });
});

describe('options of sitegen build', () => {
  it('`--base` and `--site-url` move the site below a path and to another origin', async () => {
    const site = siteWithBundles(smallSite);
    const built = await site.build('--base', '/sub', '--site-url', 'https://other.example', '--out', 'public-site');
    expect(built.code, built.stderr).toBe(0);
    const html = site.read('public-site/de/blog/first/index.html');
    expect(html).toContain('href="/sub/de/blog"');
    expect(html).toContain('<link data-h rel="canonical" href="https://other.example/sub/de/blog/first">');
    expect(html).toContain('src="/sub/assets/');
    expect(html).toContain('href="/sub/blog/second"');
    expect(site.has('dist')).toBe(false);
    site.close();
  });

  it('publishes of the files beside posts those that a published post shows or links to, and no others', async () => {
    const site = siteWithBundles(smallSite);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
    site.edit('config/content.yaml', (text) => `${text}    fields: { map: { type: image } }\n`);
    site.edit('templates/Post.tsx', (text) =>
      text.replace('<article>', '<article>{JSON.stringify(entry.fields.map ?? null)}'),
    );
    for (const name of ['cover', 'map', 'figure', 'unused']) site.write(`content/blog/third/${name}.svg`, svg + name);
    for (const name of ['data.csv', 'notes.txt']) site.write(`content/blog/third/${name}`, name);
    site.write('content/shared/map.svg', `${svg}shared`);
    site.write('content/blog/secret/secret.svg', `${svg}secret`);
    site.write(
      'content/blog/secret/en.md',
      '---\ntitle: S\ndescription: s\ndate: 2026-01-01\ndraft: true\ncover: secret.svg\n---\n![s](./secret.svg)\n',
    );
    site.edit(
      'content/blog/third/en.md',
      (text) =>
        `${text.replace('date:', 'cover: ./cover.svg\nmap: ../../shared/map.svg\ndate:')}\n![f](./figure.svg) [d](./data.csv)\n`,
    );
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    const media = Object.keys(site.files('dist/assets/media')).map((name) => name.replace(/-[0-9a-f]{8}\./, '.'));
    expect(media.sort()).toEqual(['cover.svg', 'data.csv', 'figure.svg', 'map.svg']);
    const { props } = JSON.parse(site.read('dist/blog/third/_payload.json'));
    const { map } = props.entry.fields;
    expect(map).toEqual({
      src: expect.stringMatching(/^\/assets\/media\/map-[0-9a-f]{8}\.svg$/),
      width: 30,
      height: 20,
    });
    expect(site.read(`dist${map.src}`)).toContain('shared');
    // The same holds if all pages are reused from the last build.
    await site.build();
    expect(Object.keys(site.files('dist/assets/media'))).toHaveLength(4);
    site.close();
  });

  it('`--drafts` includes drafts and posts dated in the future', async () => {
    const post = (more: string) => `---\ntitle: A post\ndescription: About it.\n${more}\n---\nText.\n`;
    const site = siteWithBundles(smallSite);
    site.write('content/blog/draft/en.md', post('date: 2026-01-05\ndraft: true'));
    site.write('content/blog/future/en.md', post('date: 2999-01-05'));
    await site.build();
    expect([site.has('dist/blog/draft'), site.has('dist/blog/future')]).toEqual([false, false]);
    await site.build('--drafts');
    expect([site.has('dist/blog/draft/index.html'), site.has('dist/blog/future/index.html')]).toEqual([true, true]);
    site.close();
  });

  it('`--locale` selects the locales', async () => {
    const site = siteWithBundles(smallSite);
    await site.build('--locale', 'en');
    expect(site.has('dist/de')).toBe(false);
    expect(site.read('dist/index.html')).not.toContain('hreflang="de');
    site.close();
  });

  it('`--json` reserves standard output for the report: output of pages goes to standard error', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('site/pages/About.tsx', (text) => `console.log('printed by a page');\n${text}`);
    const built = await site.build();
    expect(built.report?.pages).toBe(15);
    expect(built.stderr).toContain('printed by a page');
    site.close();
  });

  it('wrong usage ends with exit code 2', async () => {
    const site = siteWithBundles(smallSite);
    expect((await site.build('--jobs', 'many')).code).toBe(2);
    expect((await site.build('--jbos', '2')).code).toBe(2);
    expect(site.has('dist')).toBe(false);
    site.close();
  });

  it('`--out` is the only folder besides .sitegen to which a build writes', async () => {
    const site = siteWithBundles(smallSite);
    // The folder may hold bundles of an earlier site.
    const others = () => Object.keys(site.files('.')).filter((file) => !/^(?:dist|\.sitegen)\//.test(file));
    const before = others();
    await site.build();
    expect(others()).toEqual(before);
    site.close();
  });
});
