import { describe, expect, it } from 'vitest';
import { languageOf } from '../pages.ts';
import { boxOf, openSite } from './site.ts';

const { visit, paths, url } = openSite();

const LANGUAGES = 'es zh fr it pt id th de hi ja ko tr ru vi'.split(' ');

describe('section 2, footer', () => {
  it('"max width 1200px", "logo 11rem wide", and the line of copyright', async () => {
    const page = await visit('/', { width: 1920 });
    expect((await boxOf(page, 'footer a')).width).toBe(176);
    const line = page.locator('footer p').last();
    expect((await line.boundingBox())?.width).toBe(1200);
    expect(await line.textContent()).toBe('Copyright 2025 Safelight. All rights reserved');
  });

  it('"links to five social networks (X, YouTube, Facebook, Pinterest, LinkedIn; each opens in a new tab)"', async () => {
    const page = await visit('/de');
    const links = await page
      .locator('footer a[target]')
      .evaluateAll((all) =>
        all.map((link) => [
          new URL((link as HTMLAnchorElement).href).host,
          link.getAttribute('target'),
          link.getAttribute('rel'),
        ]),
      );
    expect(links).toEqual(
      ['x.com', 'www.youtube.com', 'www.facebook.com', 'www.pinterest.com', 'www.linkedin.com'].map((host) => [
        host,
        '_blank',
        'noopener noreferrer',
      ]),
    );
  });

  it('"one column per top-level route entry": groups with their pages, and one with the entries that are pages themselves', async () => {
    const page = await visit('/');
    const columns = await page
      .locator('footer nav > div')
      .evaluateAll((all) =>
        all.map((column) => [column.querySelector('p')?.textContent, column.querySelectorAll('a').length]),
      );
    expect(columns).toEqual([
      ['Enhance', 4],
      ['Remove', 5],
      ['Filters', 2],
      ['Video', 1],
      ['Safelight', 3],
    ]);
    const footerLinks = page.locator('footer nav > div').last().getByRole('link');
    expect(await footerLinks.allTextContents()).toEqual(['Blog', 'Privacy', 'Models and licences']);
    const all = await page.locator('footer a:not([target])').count();
    expect(await page.locator('footer nav a').count()).toBe(all - 1);
  });
});

describe('section 9, "Breakpoints: sm 600, md 960, lg 1280, xl 1920, xxl 2560"', () => {
  it('at xl and xxl the workspace, the grid of tools and the text of posts use the room; the footer does not', async () => {
    const tool = await visit('/photo-restoration');
    const home = await visit('/');
    const post = await visit('/blog/what-blur-is');
    const measured: (readonly number[])[] = [];
    for (const width of [1919, 1920, 2559, 2560]) {
      for (const page of [tool, home, post]) {
        await page.setViewportSize({ width, height: 1200 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
      const columns = await home
        .locator('#tools ul')
        .first()
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
      const workspace = await boxOf(tool, 'main section[aria-label]');
      const text = await boxOf(post, 'main article [data-markup] p');
      measured.push([columns, Math.round(workspace.width), Math.round(workspace.height), Math.round(text.width)]);
    }
    const [below, xl, belowXxl, xxl] = measured as [number[], number[], number[], number[]];
    expect([below[0], xl[0], xxl[0]]).toEqual([4, 6, 6]);
    expect(below[1]).toBe(1200);
    for (const [index, least] of [
      [1, 1.3],
      [2, 1.05],
      [3, 1.15],
    ] as const)
      expect((xl[index] as number) / (below[index] as number), `measure ${index} at xl`).toBeGreaterThan(least);
    for (const index of [1, 3])
      expect((xxl[index] as number) / (belowXxl[index] as number), `measure ${index} at xxl`).toBeGreaterThan(1.15);
    expect(belowXxl).toEqual(xl);
  });
});

describe('section 2, not-found page', () => {
  it('"a 404 title, description and a home button; page title is the 404 SEO title plus the product name"', async () => {
    const page = await visit('/de/404');
    expect(await page.title()).toMatch(/^404: .+Safelight$/);
    expect(await page.locator('h1').textContent()).toMatch(/^404: /);
    expect(await page.locator('h1 + p').textContent()).not.toBe('');
    await page.locator('main').getByRole('link', { name: 'Zur Startseite' }).click();
    await page.waitForURL('**/de');
  });

  it('shows an icon by the status: of the page, from its HTML; of an error in the page, by name from the server', async () => {
    const page = await visit('/de/404');
    const icon = page.locator('main [data-icon^="lucide:"]');
    expect(await icon.getAttribute('data-icon')).toBe('lucide:compass');
    expect(await icon.innerHTML()).toContain('<');
    const request = page.waitForRequest(/\/_icons\/lucide\.json\?icons=wrench$/);
    await page.evaluate(() => {
      setTimeout(() => {
        throw Object.assign(new Error('A fatal error.'), { fatal: true });
      });
    });
    await request;
    await expect.poll(() => page.locator('main [data-icon="lucide:wrench"]').innerHTML()).toContain('<path');
    const response = await fetch(`${url()}/_icons/lucide.json?icons=compass,wrench`);
    expect(Object.keys((await response.json()).icons)).toEqual(expect.arrayContaining(['compass', 'wrench']));
  });

  it('"Unknown routes show the not-found page (status 404)"', async () => {
    const page = await visit('/');
    const response = await page.goto(`${url()}/nowhere`);
    expect([response?.status(), await page.locator('h1').textContent()]).toEqual([404, '404: nothing developed here']);
  });
});

describe('section 2, route table', () => {
  it('"image sharpener (English) and /zh only", "English-only pages": a language has its own pages and no others', async () => {
    for (const language of LANGUAGES) {
      const localePaths = paths().filter((path) => languageOf(path) === language && !path.includes('/blog'));
      const expected = [
        '',
        '/404',
        '/photo-restoration',
        '/privacy',
        ...(language === 'zh' ? ['/image-sharpener'] : []),
      ];
      expect(localePaths.toSorted(), language).toEqual(expected.map((path) => `/${language}${path}`).toSorted());
    }
    const status = async (path: string) => (await fetch(url() + path)).status;
    expect(
      await Promise.all(['/de/unblur-image', '/de/image-sharpener', '/zh/photo-to-sketch', '/xx'].map(status)),
    ).toEqual([404, 404, 404, 404]);
    expect(await Promise.all(['/zh/image-sharpener', '/unblur-image'].map(status))).toEqual([200, 200]);
  });

  it('"its metadata lists locales zh and en"', async () => {
    const page = await visit('/image-sharpener');
    const alternates = await page
      .locator('link[rel=alternate][hreflang]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('hreflang')));
    expect(new Set(alternates)).toEqual(new Set(['en', 'en-US', 'zh', 'zh-CN', 'x-default']));
  });

  it('"/sitemap.xml and /{lang}/sitemap.xml for the 14 other languages"', async () => {
    for (const path of ['/sitemap.xml', ...LANGUAGES.map((language) => `/${language}/sitemap.xml`)])
      expect((await fetch(url() + path)).headers.get('content-type'), path).toMatch(/xml/);
  });

  it('section 3, "Page SEO metadata: title, description, keywords" on every page; developer tools are not indexed', async () => {
    for (const path of paths().filter((one) => !one.includes('404') && !one.includes('/tag/'))) {
      const html = await (await fetch(url() + path)).text();
      expect(html, path).toMatch(/<title>[^<]+<\/title>/);
      expect(html, path).toMatch(/<meta data-h name="description" content="[^"]+"/);
      expect(html, path).toMatch(/<meta data-h name="keywords" content="[^"]+"/);
      expect(/<meta data-h name="robots" content="noindex/.test(html), path).toBe(path.startsWith('/dev-utils/'));
    }
  });
});

describe('section 4, "Toast: hidden, shown for a duration (default 2000 ms), hidden"', () => {
  it('is shown for 2000 ms when a link was copied', async () => {
    const page = await visit('/blog/what-blur-is', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Copy link' }).click();
    const toast = page.locator('[data-kind=success][role=status]');
    await toast.waitFor();
    expect(await toast.textContent()).toBe('Link copied');
    await page.mouse.move(5, 400);
    await page.clock.runFor(1999);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(1);
    await toast.waitFor({ state: 'detached' });
  });

  it('of kind error says that a file cannot be opened, and does not take it', async () => {
    const page = await visit('/');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    const toast = page.locator('[data-kind=error][role=alert]');
    await toast.waitFor();
    expect(await toast.textContent()).toContain('notes.txt');
  });
});
