import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { openHydrated } from './pages.ts';
import { type Host, openHost, runsAll } from './real-site.ts';

describe('results, samples and notices', () => {
  let host: Host;
  let browser: Browser;
  let page: Page;
  const missing: string[] = [];
  beforeAll(async () => {
    host = await openHost();
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
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
