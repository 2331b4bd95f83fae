import type { Browser, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visitorAgent } from '../browser.ts';
import { createSharedServer } from './shared-server';

const { site, served } = createSharedServer();

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page.close());

const overlay = () => page.locator('sitegen-problems');
const post = (slug: string, text: string) =>
  site().write(`content/blog/${slug}/en.md`, `---\ntitle: Soon\ndescription: New.\ndate: 2026-02-02\n---\n${text}\n`);

describe('the not-found page in the browser', () => {
  it('shows the not-found page of an unknown address, and reports no error of the site', async () => {
    page = await browser.newPage({ userAgent: visitorAgent });
    const logged = page.waitForEvent('pageerror');
    const response = await page.goto(new URL('/nowhere', served().url).href);
    expect([response?.status(), (await logged).message]).toEqual([404, 'Page not found: /nowhere']);
    // Reports arrive in their order: after this one, one of the address would be there.
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('of the site');
      });
    });
    await expect.poll(() => overlay().locator('main').textContent()).toContain('of the site');
    expect(await overlay().locator('main').textContent()).not.toContain('Page not found');
    site().edit('locales/en/about.json', (text) => `${text}\n`);
    await overlay().waitFor({ state: 'detached' });
  });

  it('follows edits of the not-found page in place, and does not load it again for an edit that it already has', async () => {
    site().edit('locales/en/notFound.json', (text) => text.replace('does not exist', 'is not here'));
    page = await browser.newPage({ userAgent: visitorAgent });
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++;
    });
    await expect
      .poll(async () => (await page.request.get(new URL('/nowhere', served().url).href)).text())
      .toContain('is not here');
    const updated = page.waitForResponse((response) => response.url().includes('_payload.json'));
    await page.goto(new URL('/nowhere', served().url).href);
    await updated;
    await page.evaluate(() => {
      document.body.dataset.kept = 'yes';
    });
    site().edit('locales/en/notFound.json', (text) => text.replace('is not here', 'does not exist'));
    await expect.poll(() => page.textContent('h1')).toBe('This page does not exist.');
    expect([documents, await page.evaluate(() => document.body.dataset.kept)]).toEqual([1, 'yes']);
  });

  it('shows a page that is created while its not-found page is open, and the not-found page once it is removed', async () => {
    page = await browser.newPage({ userAgent: visitorAgent });
    const logged = page.waitForEvent('pageerror');
    await page.goto(new URL('/blog/soon', served().url).href);
    await logged;
    post('soon', 'Here it is.');
    await page.waitForSelector('text=Here it is.');
    post('soon', 'Here it was.');
    await page.waitForSelector('text=Here it was.');
    site().remove('content/blog/soon');
    await page.waitForSelector('text=This page does not exist.');
  });

  it('shows a page that is created before its error page is shown, and keeps it', async () => {
    page = await browser.newPage({ userAgent: visitorAgent });
    const held = new Promise<Route>((resolve) => void page.route('**/error-page*', resolve));
    await page.goto(new URL('/blog/early', served().url).href);
    const errorPage = await held;
    // An update of the missing page waits for the same code.
    const isMissing = page.waitForResponse((response) => response.request().method() === 'HEAD');
    site().edit('locales/en/notFound.json', (text) => text.replace('does not exist', 'is missing'));
    await isMissing;
    post('early', 'It is early.');
    await page.waitForSelector('text=It is early.');
    const loaded = page.waitForResponse('**/404/_payload.json*');
    await errorPage.continue();
    await (await loaded).finished();
    await page.waitForTimeout(300);
    expect(await page.textContent('main')).toContain('It is early.');
    site().remove('content/blog/early');
  });
});
