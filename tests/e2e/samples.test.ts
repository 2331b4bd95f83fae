import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, visitorAgent } from '../browser.ts';
import { openHydrated } from './pages.ts';
import { type Host, openHost, runsAll } from './real-site.ts';

let host: Host;
let browser: Browser;
beforeAll(async () => {
  host = await openHost();
  browser = await launchBrowser();
}, 300_000);
afterAll(async () => {
  await browser?.close();
});

/** Opens a page in a window of its own, `width` × 900 pixels. */
async function visit(
  path: string,
  { width = 1440, ...options }: BrowserContextOptions & { readonly width?: number } = {},
) {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ userAgent: visitorAgent, viewport, ...options });
  const page = await context.newPage();
  await openHydrated(page, host.url + path);
  return page;
}

describe('results, samples and notices', () => {
  let page: Page;
  const missing: string[] = [];
  beforeAll(async () => {
    page = await browser.newPage();
    page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
  });

  /** Scrolls down to load lazy pictures, and returns the sizes of those that failed. */
  const brokenPictures = async () => {
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode().catch(() => undefined);
      }
    });
    return page.evaluate(() => [...document.images].filter((one) => one.naturalWidth === 0).map((one) => one.src));
  };

  it.runIf(runsAll).each(['/', '/th', '/image-sharpener', '/ai-object-remover'])(
    '%s loads every picture that it shows',
    async (path) => {
      missing.length = 0;
      await page.goto(host.url + path, { waitUntil: 'load' });
      expect(await brokenPictures()).toEqual([]);
      expect(missing).toEqual([]);
    },
  );

  it('compare a result on a tool page with a divider that keys move', async () => {
    await openHydrated(page, `${host.url}/image-sharpener`);
    const slider = page.getByRole('slider', { name: 'Compare before and after' });
    await slider.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('0');
    expect(await slider.getAttribute('aria-valuetext')).toBe('0% before, the rest after');
  });

  it('list libraries and photographs with their licences', async () => {
    await openHydrated(page, host.url);
    await page.getByRole('link', { name: 'Models and licences' }).click();
    await page.getByRole('heading', { name: 'Photographs', exact: true }).waitFor();
    await page.getByText('Dorothea Lange').waitFor();
    const library = page.locator('section').filter({ has: page.getByRole('heading', { name: /^react \d/ }) });
    await library.last().getByText('Show the licence').click();
    await library.last().getByText('Permission is hereby granted').waitFor();
  });
});

describe('the home page', () => {
  /** Scrolls through the page, waits for its pictures, and returns what was transferred and how sharp the cards are. */
  const load = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ userAgent: visitorAgent, ...options });
    // Without prefetching, which belongs to the pages that may be opened next.
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) =>
      sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize)),
    );
    await openHydrated(page, host.url);
    for (const picture of await page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeTruthy();
    }
    const densities = await page.locator('#tools img').evaluateAll((all) =>
      all.map((img) => {
        const { currentSrc, clientWidth, clientHeight } = img as HTMLImageElement;
        return Number(/-(\d+)\.avif$/.exec(currentSrc)?.[1]) / Math.max(clientWidth, clientHeight * 1.5);
      }),
    );
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await context.close();
    return { bytes, densities };
  };

  it.runIf(runsAll)('transfers at most 400 kB with all of its pictures, which are sharp on a phone', async () => {
    const phone = await load({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true });
    const wide = await load({ viewport: { width: 1440, height: 900 } });
    console.info(`home page: ${phone.bytes} bytes on a phone, ${wide.bytes} on a wide screen`);
    expect(phone.densities).toHaveLength(24);
    expect(Math.min(...phone.densities)).toBeGreaterThanOrEqual(2);
    expect(Math.min(...wide.densities)).toBeGreaterThanOrEqual(1);
    expect(Math.max(phone.bytes, wide.bytes)).toBeLessThanOrEqual(400_000);
  });
});

describe('an article', () => {
  it('marks in its table of contents the heading that is being read', async () => {
    const page = await visit('/blog/what-blur-is');
    const current = page.locator('nav a[aria-current=location]').filter({ visible: true });
    expect(await current.count()).toBe(0);
    for (const id of ['what-survives', 'undoing-it-by-expectation', 'a-point-becomes-a-spot']) {
      await page.locator(`#${id}`).evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
      await expect.poll(() => current.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([`#${id}`]);
    }
  });

  it('shows on a phone on which side a wide table continues', async () => {
    const page = await visit('/blog/photo-metadata', { width: 360 });
    const table = page.locator('.table-scroll').first();
    const layers = await table.evaluate((box) => {
      const { backgroundAttachment, backgroundImage, overflowX } = getComputedStyle(box);
      return { backgroundAttachment, edges: backgroundImage.split('linear-gradient').length - 1, overflowX };
    });
    expect(layers).toEqual({ backgroundAttachment: 'local, local, scroll, scroll', edges: 4, overflowX: 'auto' });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  });

  it('is printed without navigation', async () => {
    const page = await visit('/blog/photo-metadata');
    await page.emulateMedia({ media: 'print' });
    const links = await page
      .locator('a:not([data-markup] a), button')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.textContent));
    expect(links).toEqual([]);
    expect(await page.locator('[data-markup] p').first().isVisible()).toBe(true);
  });
});
