import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Served, serve } from '../serve/served.ts';
import { type Built, type Site, siteOf, smallSite } from '../site.ts';

/** Scripts of a document that run: data blocks do not. */
const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script\b(?![^>]*type="application\/(?:ld\+)?json")[^>]*>|<link rel="modulepreload"[^>]*>/g)].map(
    ([tag]) => tag,
  );

describe('a page or template that exports `hydrate = false`', () => {
  let site: Site;
  let built: Built;
  let development: Served;
  let preview: Served;
  beforeAll(async () => {
    site = siteOf(smallSite);
    for (const file of ['site/pages/About.tsx', 'templates/Post.tsx']) {
      site.edit(file, (text) => `${text}\nexport const hydrate = false;\n`);
    }
    site.edit('config/site.yaml', (text) => `${text}budgets: { javascriptKb: 1 }\n`);
    const over = await site.build();
    expect(over.problems.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
      'BUDGET_EXCEEDED site/pages/Home.tsx',
      'BUDGET_EXCEEDED site/pages/NotFound.tsx',
      'BUDGET_EXCEEDED templates/List.tsx',
    ]);
    site.edit('config/site.yaml', (text) => text.replace('Kb: 1 }', 'Kb: 100 }'));
    built = await site.build();
    [development, preview] = await Promise.all([serve(site), serve(site, '--built')]);
  });
  afterAll(async () => {
    await Promise.all([development.stop(), preview.stop()]);
    site.close();
  });

  it('is sent without scripts, and counts as such', () => {
    expect(built.code, built.stderr).toBe(0);
    for (const path of ['about', 'blog/first', 'de/blog/first']) {
      const html = site.read(`dist/${path}/index.html`);
      expect([scriptsOf(html), html.includes('sitegen-data')], path).toEqual([[], false]);
      expect(html).toMatch(/<h1>[^<]+<\/h1>/);
    }
    expect(scriptsOf(site.read('dist/index.html')).length).toBeGreaterThan(1);
    expect(built.report?.scripts).toMatchObject({ 'pages/About': 0, 'templates/Post': 0 });
    expect(built.report?.scripts['pages/Home']).toBeGreaterThan(0);
  });

  it('is the same after an incremental build', async () => {
    const files = site.files('dist');
    const again = await site.build();
    expect([again.report?.rendered, again.report?.scripts]).toEqual([0, built.report?.scripts]);
    expect(site.files('dist')).toEqual(files);
  });

  it('is reached from other pages, and leads to them', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(preview.url);
      await page.evaluate(() => Object.assign(window, { same: true }));
      const isSame = () => page.evaluate(() => 'same' in window);
      await page.getByRole('link', { name: 'About' }).click();
      await page.getByRole('heading', { name: 'About us' }).waitFor();
      expect(await isSame()).toBe(true);
      await page.reload();
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('heading', { name: 'Hello from Small' }).waitFor();
      await page.getByRole('link', { name: 'Blog' }).click();
      await page.getByRole('heading', { name: 'Blog' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/blog');
    } finally {
      await browser.close();
    }
  });

  it('is reloaded after an edit in development', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${development.url}about`);
      expect(scriptsOf(await page.content()).join()).not.toContain('dev-entry');
      site.edit('locales/en/about.json', (text) => text.replace('About us', 'About them'));
      await page.getByRole('heading', { name: 'About them' }).waitFor();
    } finally {
      await browser.close();
    }
  });
});
