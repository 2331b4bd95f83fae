import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, program, type Site } from '../site.ts';
import { examplesOf, siteOfPage, siteOfTemplate, typeProblems, writtenPages } from './examples.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

const pages: readonly (readonly [page: string, template: string, expected: Readonly<Record<string, RegExp>>])[] = [
  [
    'tutorial',
    'blank',
    {
      'blog/first-lamp/index.html': /<h1>The first lamp<\/h1>.*1 March 2026.*callout-tip.*href="\/blog\/topic\/lamps"/s,
      'de/blog/erste-lampe/index.html':
        /hreflang="en-GB" href="https:\/\/example\.com\/blog\/first-lamp".*1\. März 2026/s,
      'de/blog/index.html': /<p>1 Beitrag<\/p>/,
      'blog/topic/lamps/index.html': /<h1>Topic: lamps<\/h1>/,
      'de/blog/rss.xml': /Die erste Lampe/,
    },
  ],
  [
    'guide/pages',
    'blank',
    {
      'prices/index.html':
        /rel="icon" href="\/favicon\.svg".*src="\/assets\/logo-[\w-]+\.svg".*<a aria-current="page" href="\/prices">Prices.*desk: €20.*From \/prices back/s,
      _redirects: /\/old-prices \/prices 301/,
      'favicon.svg': /<circle/,
    },
  ],
  [
    'recipes/blog',
    'blog',
    {
      'blog/second/index.html':
        /By .*<a href="\/blog\/by\/ada">Ada<\/a>.*aria-label="Small lamps".*<li>A post in a series<\/li>/s,
      'blog/series/small-lamps/index.html': /<h1>Series: Small lamps<\/h1>.*A post in a series/s,
      'blog/by/ada/index.html': /<h1>Posts by Ada<\/h1>.*A post in a series/s,
      'blog/feed.json': /The text\. Pictures/,
    },
  ],
  [
    'recipes/documentation',
    'docs',
    {
      'docs/repair/index.html': /href="\/docs\/repair\/bulb#which-one"/,
      'docs/repair/bulb.md': /## Change it/,
      'llms.txt': /\[The bulb\]\(https:\/\/docs\.lamp\.example\/docs\/repair\/bulb\.md\)/,
    },
  ],
  [
    'recipes/shop-window',
    'blank',
    {
      'index.html': /href="\/shop\/lamps\/desk">[^<]* lamp.*20.* €.*Floor lamp/s,
      'shop/lamps/floor/index.html': /"@type":"Product".*Sold out/s,
    },
  ],
  [
    'recipes/portfolio',
    'blank',
    {
      'works/tin/index.html': /<img[^>]*alt="A lamp from a coffee tin\."[^>]*width="400".*<sitegen-island/s,
      'index.html': /<h1>Works<\/h1>.*href="\/works\/tin"/s,
      'contact/index.html': /<form action="https:\/\/forms\.example\/ada" method="post">/,
    },
  ],
  [
    'recipes/many-languages',
    'blank',
    {
      'de/ueber-uns/index.html': /Seit 2019/,
      'ar/index.html': /<html lang="ar" dir="rtl"/,
      'de/impressum/index.html': /<h1>Impressum<\/h1>/,
    },
  ],
  ['migrate/gatsby', 'blank', { 'blog/hello/index.html': /<p>news<\/p>/, 'about/index.html': /<title>About<\/title>/ }],
];

/** Pages whose sites lack nothing that `sitegen check` knows. */
const checkedPages = ['tutorial', 'guide/pages', 'recipes/blog', 'recipes/shop-window', 'recipes/portfolio'];

/** Codes and messages of what `sitegen check` reports. */
async function checkProblems(site: Site): Promise<readonly string[]> {
  const args = [program, 'check', '--root', site.root, '--format', 'json'];
  const { problems } = JSON.parse((await run(process.execPath, args)).stdout);
  return problems.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`);
}

describe('the examples of the documentation', () => {
  it.each(pages)('of %s make a site from the template %s, without a warning', async (page, template, expected) => {
    const site = await siteOfPage(page, template);
    if (site.has('shorten-dates.mjs')) await run(process.execPath, ['shorten-dates.mjs'], { cwd: site.root });
    const { code, problems, report }: Built = await site.build();
    expect([code, problems]).toEqual([0, []]);
    expect(report?.warnings).toEqual([]);
    for (const [path, text] of Object.entries(expected)) expect(site.read(`dist/${path}`), path).toMatch(text);
    expect(await typeProblems(site)).toBe('');
    if (checkedPages.includes(page)) expect(await checkProblems(site)).toEqual([]);
    site.close();
  });

  it('of the recipe for a blog lead to all of 14 posts', async () => {
    const site = await siteOfPage('recipes/blog', 'blog');
    for (let day = 3; day <= 14; day++) {
      const front = `title: Lamp ${day}\ndescription: What lamp ${day} is made of.\ndate: 2026-03-${`${day}`.padStart(2, '0')}`;
      site.write(`content/blog/lamp-${day}/en.md`, `---\n${front}\ntags: [lamps]\nauthor: ada\n---\nText.\n`);
    }
    expect(await checkProblems(site)).toEqual([]);
    expect(site.read('dist/blog/index.html')).toContain('<a href="/blog/page/2">Older posts</a>');
    expect(site.read('dist/blog/page/2/index.html')).toContain('href="/blog/hello"');
    site.close();
  });

  it('of the recipe for many languages link to every page', async () => {
    const site = await siteOfPage('recipes/many-languages', 'blank');
    const problems = await checkProblems(site);
    // Languages without a translation show what the recipe says of fallbacks.
    expect(problems.filter((problem) => !problem.startsWith('MESSAGE_UNTRANSLATED'))).toEqual([]);
    site.close();
  });

  it('of each section of the tutorial leave a site that builds, without a warning', async () => {
    const site = await siteOfTemplate('blank');
    const examples = examplesOf('tutorial');
    const sections = new Set(examples.map(({ section }) => section));
    for (const section of sections) {
      for (const { path, text } of examples.filter((example) => example.section === section)) site.write(path, text);
      const { problems, report } = await site.build();
      expect([section, problems, report?.warnings]).toEqual([section, [], []]);
    }
    expect([...sections]).toEqual(['Templates', 'Posts', 'The second language']);
    site.close();
  });

  it('are seen by the type checker', async () => {
    const site = await siteOfPage('migrate/gatsby', 'blank');
    await run(process.execPath, ['shorten-dates.mjs'], { cwd: site.root });
    await site.build();
    site.edit('templates/Post.tsx', (text) => text.replace('entry.fields.category', 'entry.fields.categry'));
    expect(await typeProblems(site)).toContain('categry');
    site.close();
  });
});

describe('the documentation itself', () => {
  const out = join(repository, '.cache/docs');
  let checked: { readonly problems: readonly { readonly code: string; readonly message: string }[] };
  beforeAll(async () => {
    await run(process.execPath, [join(repository, 'scripts/docs/reference.mjs')]);
    const args = [program, 'check', '--root', join(repository, 'docs'), '--out', '../.cache/docs', '--format', 'json'];
    const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 });
    checked = JSON.parse(stdout);
  });
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  const page = (path: string): string => readFileSync(join(out, path), 'utf8');

  it('is a site without dead links, with titles and descriptions that search results show', () => {
    expect(checked.problems).toEqual([]);
  });

  it('has a sidebar with the current page, a table of contents and neighbours, and no script', () => {
    const html = page('guide/markdown/index.html');
    expect(html).toMatch(/<a aria-current="page" href="\/guide\/markdown">Markdown<\/a>/);
    expect(html).toContain('<a href="#components">Components</a>');
    expect(html).toMatch(/<a rel="prev" href="\/guide\/pages">.*<a rel="next" href="\/guide\/collections">/s);
    expect(html).not.toMatch(/<script(?! data-h type="application\/ld\+json")/);
  });

  it('is made with the template `docs`, file by file', () => {
    for (const file of [
      'templates/Doc.tsx',
      'site/Sidebar.tsx',
      'site/Sidebar.module.css',
      'site/Doc.module.css',
      'site/styles.css',
      'locales/en/docs.json',
    ])
      expect(readFileSync(join(repository, 'docs', file), 'utf8'), file).toBe(
        readFileSync(join(repository, 'cli/templates/docs', file), 'utf8'),
      );
  });

  it('names every page of the guide in its list of tasks', () => {
    const guide = join(repository, 'docs/content/guide');
    const list = readFileSync(join(guide, 'index.md'), 'utf8');
    const names = readdirSync(guide).filter((name) => name !== 'index.md');
    expect(names.filter((name) => !list.includes(`(${name})`))).toEqual([]);
  });

  it('shows the path of an example above it, and not as the first line of the file', () => {
    const shown = writtenPages().map((name) => {
      const html = page(`${name}/index.html`.replace('index/index', 'index'));
      return {
        name,
        titles: [...html.matchAll(/<figcaption>([^<]*\.\w+)<\/figcaption>/g)].map(([, title]) => title),
        comments: [
          ...html.matchAll(/<pre[^>]*><code[^>]*>(?:<[^>]+>)*(?:#|\/\/|&#x3C;!--|\/\*) \S*\.\w+(?:<| -->| \*\/|\n)/g),
        ],
      };
    });
    const titles = writtenPages().map((name) => ({
      name,
      titles: examplesOf(name).map(({ path }) => path),
      comments: [],
    }));
    expect(shown).toEqual(titles);
    expect(titles.flatMap(({ titles }) => titles).length).toBeGreaterThan(50);
  });

  it('lists every key, option, code and export in its reference', () => {
    expect(page('reference/site-yaml/index.html')).toMatch(/output\.precompress.*plugins\[\]\.module/s);
    expect(page('reference/cli/index.html')).toContain('--site-url &#x3C;url>');
    expect(page('reference/diagnostics/index.html')).toMatch(/HEAD_DUPLICATE.*Remove one of the two elements/s);
    const codes = [
      ...page('reference/diagnostics/index.html').matchAll(/<td><code>[A-Z]+_[A-Z_]+<\/code><\/td>\n<td>(<\/td>)?/g),
    ];
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter(([, message]) => message !== undefined).length / codes.length).toBeLessThan(0.1);
    expect(page('reference/runtime/index.html')).toContain('id="uselocale"');
    expect(page('reference/types/index.html')).toContain('id="entryprops"');
    expect(page('reference/plugin/index.html')).toContain('remarkPlugins');
    expect(existsSync(join(out, 'llms-full.txt'))).toBe(true);
  });
});
