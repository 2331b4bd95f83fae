import { describe, expect, it } from 'vitest';
import { type Site, siteWithBundles, smallSite } from '../site.ts';

/** Builds a site that has to fail, and gives its problems as `CODE file:line:column`. */
async function problemsOf(site: Site): Promise<{ list: readonly string[]; text: string }> {
  const built = await site.build();
  expect(built.code, built.stderr).toBe(1);
  expect(site.has('dist')).toBe(false);
  const list = built.problems.map((p) => `${p.code} ${p.file ?? ''}${p.line ? `:${p.line}:${p.column}` : ''}`.trim());
  site.close();
  return { list, text: built.stderr };
}

describe('a build with errors', () => {
  it('lists every invalid post in one run', async () => {
    const site = siteWithBundles(smallSite);
    site.write('content/blog/one/en.md', '---\ntitle: One\ndescription: d\ndate: 2026-13-40\n---\n');
    site.write('content/blog/two/en.md', '---\ntitel: Two\ndescription: d\ndate: 2026-01-01\n---\n');
    const { list, text } = await problemsOf(site);
    expect(list.some((one) => one.includes('content/blog/one/en.md:4:'))).toBe(true);
    expect(list.some((one) => one.includes('content/blog/two/en.md:2:1'))).toBe(true);
    expect(text).toContain('title');
  });

  it('lists every page that throws, with the component', async () => {
    const site = siteWithBundles(smallSite);
    site.write(
      'site/pages/About.tsx',
      'function Broken(): never { throw new Error("no about today"); }\nexport function Page() { return <Broken />; }\n',
    );
    site.write('site/pages/NotFound.tsx', 'export function Page() { throw new Error("nothing found at all"); }\n');
    const { list, text } = await problemsOf(site);
    expect(list.toSorted()).toEqual([
      'PAGE_FAILED site/pages/About.tsx:1:34',
      'PAGE_FAILED site/pages/NotFound.tsx:1:32',
    ]);
    expect(text).toContain('/about (en): no about today');
    expect(text).toContain('Broken');
    expect(text).toContain('/404 (en), /de/404 (de): nothing found at all');
  });

  it('reports the location of a syntax error in a page', async () => {
    const site = siteWithBundles(smallSite);
    site.write('site/pages/About.tsx', 'export function Page() {\n  return <h1>;\n}\n');
    const { list } = await problemsOf(site);
    expect(list[0]).toMatch(/^BUNDLE_FAILED site\/pages\/About\.tsx:\d+:\d+$/);
  });

  it('reports the location of a missing import, a missing export and an error thrown during rendering', async () => {
    const site = siteWithBundles(smallSite);
    site.write('site/pages/part.ts', 'export const here = 1;\n');
    site.write('site/pages/About.tsx', "import { gone } from './gone';\nexport function Page() {\n  return gone;\n}\n");
    site.write('site/pages/NotFound.tsx', "import { there } from './part';\nexport const Page = () => there;\n");
    const built = await site.build();
    const locations = built.problems.map(({ file, line }) => `${file}:${line}`).sort();
    expect(locations).toContain('site/pages/About.tsx:1');
    site.write('site/pages/About.tsx', 'export const Page = () => null;\n');
    const exported = await site.build();
    expect(exported.problems.map(({ file, line }) => `${file}:${line}`)).toContain('site/pages/NotFound.tsx:1');
    site.write('site/pages/NotFound.tsx', "const text = JSON.parse('{');\nexport const Page = () => text;\n");
    site.write('site/pages/About.tsx', 'export function Page() {\n  return window.innerWidth;\n}\n');
    const hints = (await site.build()).problems.map(({ file, hint }) => [file, hint]);
    expect(hints).toContainEqual([
      'site/pages/About.tsx',
      expect.stringMatching(/^The build has no browser: use `window` in an effect .*`client:only`\. Thrown in Page/),
    ]);
    site.write(
      'site/pages/About.tsx',
      'export function Page() {\n  const none = null as unknown as Date;\n  return none.getDay();\n}\n',
    );
    const { list } = await problemsOf(site);
    expect(list.toSorted()).toEqual([
      'PAGE_FAILED site/pages/About.tsx:3:15',
      'PAGE_FAILED site/pages/NotFound.tsx:1:19',
    ]);
  });

  it('names every page that exits, blocks or exhausts its worker, and renders the others', async () => {
    const site = siteWithBundles(smallSite);
    expect((await site.build()).code).toBe(0);
    const before = site.files('dist');
    site.edit('config/site.yaml', (text) => `${text}render: { timeoutSeconds: 5, memoryMb: 96 }\n`);
    site.edit('templates/Post.tsx', (text) =>
      text.replace(
        '  return <article>',
        `  if (entry.slug === 'first') throw new Promise(() => {});
  if (entry.slug === 'second') process.exit(0);
  if (entry.slug === 'third') for (const list = []; ; ) list.push(new Array(100_000).fill(list.length));
  return <article>`,
      ),
    );
    site.write('site/pages/About.tsx', 'export function Page() {\n  for (;;);\n}\n');
    site.write('site/pages/NotFound.tsx', "export function Page() { throw new Error('rendered all the same'); }\n");
    const built = await site.build();
    expect(built.code, built.stderr).toBe(1);
    const list = built.problems.map(
      (p) => `${p.code} ${p.file}${p.line ? `:${p.line}` : ''} ${p.message.split(' ')[0]}`,
    );
    expect(list.sort()).toEqual([
      'PAGE_EXITED templates/Post.tsx /blog/second',
      'PAGE_FAILED site/pages/NotFound.tsx:1 /404',
      'PAGE_OUT_OF_MEMORY templates/Post.tsx /blog/third',
      'PAGE_TIMEOUT site/pages/About.tsx:2 /about',
      'PAGE_TIMEOUT templates/Post.tsx /blog/first',
      'PAGE_TIMEOUT templates/Post.tsx /de/blog/first',
    ]);
    expect(site.files('dist')).toEqual(before);
    site.close();
  });

  it('reports each type of page that exceeds a budget, with figures', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('config/site.yaml', (text) => `${text}budgets: { javascriptKb: 500, cssKb: 0.1, htmlKb: 3 }\n`);
    const words = Array.from({ length: 3000 }, (_, at) => (at * 7919) % 10_007).join(' ');
    site.edit('content/blog/third/en.md', (text) => `${text}\n${words}\n`);
    const rules = Array.from({ length: 40 }, (_, at) => `.a${at} { margin: ${at}px ${at * at}px; }`).join('\n');
    site.write('site/pages/about.css', rules);
    site.edit('site/pages/About.tsx', (text) => `import './about.css';\n${text}`);
    const { list, text } = await problemsOf(site);
    expect(list.toSorted()).toEqual(['BUDGET_EXCEEDED site/pages/About.tsx', 'BUDGET_EXCEEDED templates/Post.tsx']);
    expect(text).toMatch(/pages\/About loads 0\.\d kB of CSS, 0\.\d kB more than its budget of 0\.1 kB/);
    expect(text).toMatch(/templates\/Post loads \d+\.\d kB of HTML at \/blog\/third/);
  });

  it('holds pages and templates to limits of their own', async () => {
    const site = siteWithBundles(smallSite);
    const limits = 'budgets: { javascriptKb: 1, pages: { pages/Abuot: { cssKb: 1 } } }\n';
    site.edit('config/site.yaml', (text) => text + limits);
    expect((await site.build()).problems).toEqual([
      expect.objectContaining({
        code: 'CONFIG_NO_PAGE',
        file: 'config/site.yaml',
        line: 3,
        hint: 'Did you mean `About`?',
      }),
    ]);
    const ownLimits = 'budgets: { javascriptKb: 500, pages: { templates/Post: { javascriptKb: 1 } } }\n';
    site.edit('config/site.yaml', (text) => text.replace(limits, ownLimits));
    const { list } = await problemsOf(site);
    expect(list).toEqual(['BUDGET_EXCEEDED templates/Post.tsx']);
  });

  it('rejects two pages with one path', async () => {
    const site = siteWithBundles(smallSite);
    const post = '---\ntitle: Same\ndescription: d\ndate: 2026-01-01\nslug: first\n---\n';
    site.write('content/blog/again/en.md', post);
    site.edit('content/blog/second/en.md', (text) => text.replace('[light]', '[Light]'));
    const { list, text } = await problemsOf(site);
    expect(list).toEqual([
      'ROUTE_CONFLICT content/blog/first/en.md:1:1',
      'ROUTE_CONFLICT content/blog/first/en.md:1:1',
    ]);
    expect(text).toContain('/blog/first');
    expect(text).toContain('the tag "light" of blog (content/blog/first/en.md)');
    expect(text).toContain('the tag "Light" of blog (content/blog/second/en.md)');
  });

  it('rejects a link to a missing file, and a missing image', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('content/blog/third/en.md', (text) => `${text}\n[gone](./gone.pdf) ![none](./none.png)\n`);
    const { list } = await problemsOf(site);
    expect(list).toEqual([
      'CONTENT_IMAGE_MISSING content/blog/third/en.md:8:20',
      'CONTENT_LINK_BROKEN content/blog/third/en.md:8:1',
    ]);
  });

  it('rejects a translation with another placeholder', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('locales/de/home.json', (text) => text.replace('{site}', '{seite}'));
    const { list } = await problemsOf(site);
    expect(list.length).toBeGreaterThan(0);
    expect(list[0]).toMatch(/locales\/de\/home\.json:1:\d+$/);
  });

  it('runs the check of a route: a refused page appears nowhere, and the build continues with a warning', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('config/routes.yaml', (text) => text.replace('seo: about.seo', 'seo: about.seo, validate: isOpen'));
    site.edit(
      'site/pages/About.tsx',
      (text) => `${text}\nexport const isOpen = () => ({ status: 410, message: 'closed for good' });\n`,
    );
    const built = await site.build();
    expect(built.code, built.stderr).toBe(0);
    expect(built.report?.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['ROUTE_INVALID', '/about: closed for good'],
    ]);
    expect(site.has('dist/about')).toBe(false);
    expect(site.read('dist/sitemap.xml')).not.toContain('/about');
    const { id } = JSON.parse(site.read('dist/builds/latest.json'));
    const meta = JSON.parse(site.read(`dist/builds/meta/${id}.json`));
    expect(meta.prerendered).not.toContain('/about');
    expect(meta.refused).toEqual({ '/about': { status: 410, message: 'closed for good' } });
    expect(built.report?.pages).toBe(meta.prerendered.length);
    site.close();
  });

  it('links no other page to a refused page, in the first build and in later ones', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('config/routes.yaml', (text) => text.replace('page: Home,', 'page: Home, validate: isOpen,'));
    site.edit(
      'site/pages/Home.tsx',
      (text) =>
        `${text}\nexport const isOpen = async ({ route }: { route: { locale: string } }) => route.locale === 'en';\n`,
    );
    const first = await site.build();
    expect(first.report?.warnings.map(({ message }) => message)).toEqual(['/de: Page Not Found: /de']);
    expect(site.has('dist/de/index.html')).toBe(false);
    expect(site.read('dist/index.html')).not.toContain('hreflang="de"');
    const files = site.files('dist');
    await site.build();
    expect(site.files('dist')).toEqual(files);
    site.edit('site/pages/Home.tsx', (text) => text.replace("route.locale === 'en'", 'true'));
    expect((await site.build()).report?.warnings).toEqual([]);
    expect(site.read('dist/index.html')).toContain('hreflang="de"');
    site.close();
  });

  it('reports a check that throws, and one that the page does not export', async () => {
    const site = siteWithBundles(smallSite);
    site.edit('config/routes.yaml', (text) => text.replace('seo: about.seo', 'seo: about.seo, validate: isOpen'));
    expect((await site.build()).problems.map(({ code }) => code)).toEqual(['ROUTE_CHECK_MISSING']);
    site.edit(
      'site/pages/About.tsx',
      (text) => `${text}\nexport const isOpen = () => { throw new Error('no stock'); };\n`,
    );
    const { list, text } = await problemsOf(site);
    expect(list).toEqual(['ROUTE_CHECK_FAILED config/routes.yaml']);
    expect(text).toContain('no stock');
  });

  it('names the file of a page without a component, and of an import of a package that is not installed', async () => {
    const site = siteWithBundles(smallSite);
    site.write('site/pages/About.tsx', 'export default function About() {\n  return <h1>About</h1>;\n}\n');
    const [component] = (await site.build()).problems;
    expect(component).toMatchObject({ code: 'PAGE_WITHOUT_COMPONENT', file: 'site/pages/About.tsx' });
    site.write(
      'site/pages/About.tsx',
      "import { x } from 'no-such-package/x';\nexport const Page = () => <h1>{x}</h1>;\n",
    );
    const [missing] = (await site.build()).problems;
    expect(missing).toMatchObject({ code: 'BUNDLE_FAILED', file: 'site/pages/About.tsx', line: 1 });
    expect(missing?.hint).toBe('Run `npm install no-such-package`.');
    site.close();
  });

  it('does not write to a folder that it did not create', async () => {
    const site = siteWithBundles(smallSite);
    site.write('precious/letter.txt', 'Dear reader');
    const built = await site.build('--out', 'precious');
    expect(built.code).toBe(1);
    expect(built.problems[0]?.code).toBe('OUT_NOT_OURS');
    expect(site.files('precious')).toEqual({ 'letter.txt': 'Dear reader' });
    site.close();
  });

  it('keeps the last good site when a later build fails', async () => {
    const site = siteWithBundles(smallSite);
    await site.build();
    const before = site.files('dist');
    site.write('content/blog/first/en.md', 'no front matter at all\n');
    expect((await site.build()).code).toBe(1);
    expect(site.files('dist')).toEqual(before);
    site.close();
  });
});
