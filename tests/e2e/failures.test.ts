import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, untilHydrated, visitorAgent } from '../browser.ts';
import { sampleSite } from '../serve/sample-site';
import { type Served, serve } from '../serve/served.ts';
import { type Site, siteOf } from '../site.ts';

describe.each(['development server', 'built site'] as const)('navigation on the %s', (mode) => {
  let site: Site;
  let served: Served;
  let browser: Browser;
  beforeAll(async () => {
    site = siteOf(sampleSite);
    if (mode === 'built site') expect((await site.build()).code).toBe(0);
    served = await serve(site, ...(mode === 'built site' ? ['--built'] : []));
    browser = await launchBrowser();
    // The development server transforms its modules on the first visit of a browser.
    const warm = await browser.newPage();
    await warm.goto(`${served.url}blog`);
    await untilHydrated(warm, '#count');
    await warm.close();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    site?.close();
  });

  /** Opens the home page and counts document loads. */
  async function visit(before?: (page: Page) => Promise<unknown>): Promise<{ page: Page; loads: () => number }> {
    const context = await browser.newContext({ userAgent: visitorAgent });
    const page = await context.newPage();
    await before?.(page);
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads++;
    });
    await page.goto(served.url);
    await untilHydrated(page, '#count');
    // Navigation is loaded lazily; until then, links load documents.
    await page.waitForSelector('[role=status]', { state: 'attached' });
    return { page, loads: () => loads };
  }

  const follow = async (page: Page) => {
    await page.click('a[href="/about"]');
    await page.waitForSelector('#facts');
  };

  it('changes the page in place, and back again', async () => {
    const { page, loads } = await visit();
    await page.click('#count');
    await follow(page);
    expect(await page.title()).toBe('About');
    expect(await page.textContent('#count')).toBe('1');
    await page.goBack();
    await page.waitForSelector('text=Hello from');
    expect(loads()).toBe(1);
    await page.context().close();
  });

  it.runIf(mode === 'built site')('loads the document after a deployment between two clicks', async () => {
    // With data saving, nothing is prefetched: the requested page is of the new build.
    const { page, loads } = await visit((page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      }),
    );
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/builds/meta/')),
    );
    // Each attempt deploys another build.
    const name = `new-${Date.now()}`;
    site.edit('site/App.tsx', (text) => text.replace(/<header[^>]*>/, `<header id="${name}">`));
    expect((await site.build()).code).toBe(0);
    await follow(page);
    await expect.poll(loads).toBe(2);
    await page.waitForSelector(`#${name}`);
    await page.context().close();
  });

  // The built site runs the code that `runtime/` tests with all failures.
  if (mode === 'built site') return;

  it('waits for a slow payload', async () => {
    const { page, loads } = await visit(async (page) => {
      await page.route('**/about/_payload.json*', async (route) => {
        await new Promise((done) => setTimeout(done, 1200));
        await route.continue();
      });
    });
    await follow(page);
    expect(loads()).toBe(1);
    await page.context().close();
  });

  const failures: readonly (readonly [name: string, break_: (page: Page) => Promise<unknown>])[] = [
    [
      'HTML instead of JSON',
      (page) =>
        page.route('**/about/_payload.json*', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hi' })),
    ],
    [
      'a payload that is gone',
      (page) => page.route('**/about/_payload.json*', (route) => route.fulfill({ status: 404 })),
    ],
    ['a payload that the network loses', (page) => page.route('**/about/_payload.json*', (route) => route.abort())],
    [
      'code that is gone',
      (page) => page.route(/pages\/About[^/]*$/, (route) => route.fulfill({ status: 404 }), { times: 2 }),
    ],
  ];
  it.each(failures)('falls back to a document load: %s', async (_name, breakIt) => {
    const { page, loads } = await visit(breakIt);
    await page.click('a[href="/about"]');
    await page.waitForSelector('#facts');
    expect(new URL(page.url()).pathname).toBe('/about');
    await expect.poll(loads).toBeGreaterThanOrEqual(2);
    await page.context().close();
  });

  it('works without storage and cookies', async () => {
    const errors: string[] = [];
    const { page, loads } = await visit(async (page) => {
      page.on('pageerror', (error) => errors.push(error.message));
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        }
        Object.defineProperty(document, 'cookie', {
          get: () => '',
          set: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      });
    });
    await follow(page);
    expect(loads()).toBe(1);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('shows the not-found page in the language of the path', async () => {
    const { page } = await visit();
    const response = await page.goto(`${served.url}de/nirgends`);
    expect(response?.status()).toBe(404);
    expect(await page.textContent('h1')).toBe('Diese Seite gibt es nicht.');
    expect(await page.title()).toBe('Nicht gefunden | Workshop');
    await page.context().close();
  });
});
