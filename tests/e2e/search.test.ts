import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { visitSite } from './visited-site.ts';

const site = visitSite();
let page: Page;
afterEach(() => page?.close());

const open = async (path: string, width = 1280) => {
  // The service worker would send the requests in place of the page.
  page = await site.browser.newPage({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await openHydrated(page, `${site.url}${path}`);
};
const panel = () => page.locator('dialog[open]:has(input[type=search])');
const field = () => panel().getByRole('searchbox');
/** Searches, and returns the addresses of the results by the heading of their group. */
const find = async (query: string, status: RegExp) => {
  await field().fill(query);
  await panel().getByRole('status').getByText(status).waitFor();
  return panel().evaluate((dialog) =>
    Object.fromEntries(
      [...dialog.querySelectorAll('section')].map((group) => [
        group.querySelector('h2')?.textContent,
        [...group.querySelectorAll(':scope > ul > li > a')].map((link) => link.getAttribute('href')),
      ]),
    ),
  );
};

describe('the search', () => {
  it('opens by a key, finds tools and articles while words are typed, and opens the one chosen by arrow keys', async () => {
    await open('/');
    await page.keyboard.press('/');
    await field().waitFor();
    const found = await find('scratches', /^\d+ pages for “scratches”$/);
    expect(found.Tools?.[0]).toBe('/photo-restoration');
    expect(found.Articles?.length).toBeGreaterThan(0);
    // A page that only links to the tool, by a card with its description, is not found.
    expect(found.Tools).not.toContain('/photo-to-sketch');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/photo-restoration');
    await expect.poll(() => panel().count()).toBe(0);
  });

  it.each(['/', 'Control+k'])(
    'opens by %s before the page is ready, and keeps what is typed until then',
    async (key) => {
      page = await site.browser.newPage({ reducedMotion: 'reduce', serviceWorkers: 'block' });
      let release = () => {};
      const released = new Promise<void>((done) => {
        release = done;
      });
      await page.route(/\.js$/, (route) =>
        route.request().url().includes('early-input.js')
          ? route.continue()
          : void released.then(() => route.continue().catch(() => {})),
      );
      await page.goto(`${site.url}/blog`, { waitUntil: 'commit' });
      await page.waitForFunction(() => 'earlyInput' in window);
      await page.keyboard.press(key);
      await page.keyboard.type('old pr');
      release();
      await field().waitFor();
      expect(await field().inputValue()).toBe('old pr');
    },
  );

  it('keeps what is typed while its code loads', async () => {
    await open('/');
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/SearchDialog/, (route) => released.then(() => route.continue()));
    await page.keyboard.press('/');
    await page.keyboard.type('blurs');
    await page.keyboard.press('Backspace');
    release();
    await expect.poll(() => field().inputValue()).toBe('blur');
    await page.keyboard.type('red');
    expect(await field().inputValue()).toBe('blurred');
  });

  it('says that nothing is found, and gives the focus back when Escape closes it', async () => {
    await open('/');
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.click();
    expect(await find('zzzz', /^Nothing found for “zzzz”/)).toEqual({});
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it.each([
    ['de', 'Kratzer', /^\d+ Seiten? für „Kratzer“$/, 'Werkzeuge', '/de/photo-restoration'],
    ['th', 'ฟิล์ม', /^พบ \d+ หน้า/, 'บทความ', '/th/blog/'],
    ['ja', '写真', /^「写真」を含むページ/, 'ツール', '/ja/photo-restoration'],
  ] as const)('finds the pages of the language: %s', async (...expected) => {
    const [code, query, status, group, path] = expected;
    await open(`/${code}`);
    await page.keyboard.press('Control+k');
    const found = await find(query, status);
    expect(found[group]?.[0]).toContain(path);
    expect(
      Object.values(found)
        .flat()
        .every((link) => String(link).startsWith(`/${code}`)),
    ).toBe(true);
  });

  it('is in the menu of small screens', async () => {
    await open('/', 360);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Search', exact: true }).click();
    const found = await find('blur', /^\d+ pages for “blur”$/);
    expect(found.Tools).toContain('/unblur-image');
  });

  it('reports that it could not be loaded, and tries again', async () => {
    await open('/');
    await page.route('**/_search/**', (route) => route.abort());
    await page.keyboard.press('/');
    await panel().getByRole('alert').waitFor();
    await page.unroute('**/_search/**');
    await field().fill('blur');
    await panel().getByRole('button', { name: 'Try again', exact: true }).click();
    await panel()
      .getByRole('status')
      .getByText(/^\d+ pages for “blur”$/)
      .waitFor();
  });
});
