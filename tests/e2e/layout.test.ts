import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { fontStyles } from './fonts.ts';
import { misfits } from './layout.ts';
import { addressOf, languageOf } from './pages.ts';
import { buildRealSite, openHost } from './real-site.ts';

/** Long words (German, Russian), high letters (Thai, Devanagari), dense ones (Chinese), and what all others come from. */
const LANGUAGES = ['en', 'de', 'th', 'hi', 'ru', 'zh'];
const WIDTHS = [360, 768, 1440];

describe('no text wider than its box, cut, or over the edge, and no bar in a heap', () => {
  let paths: readonly string[];
  let host: Awaited<ReturnType<typeof openHost>>;
  let browser: Browser;
  beforeAll(async () => {
    paths = await buildRealSite();
    host = await openHost();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    host?.close();
  });

  it.each(LANGUAGES)(`on every page in %s at ${WIDTHS.join(', ')} px`, { timeout: 300_000 }, async (language) => {
    const page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of paths.filter((one) => languageOf(one) === language)) {
      await page.goto(host.url + addressOf(path), { waitUntil: 'load' });
      if (['th', 'hi'].includes(language)) {
        await page.addStyleTag({ content: fontStyles });
        await page.evaluate(() => document.fonts.ready);
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await page.evaluate(misfits)).map((one) => `${path} at ${width} px: ${one}`));
      }
    }
    await page.close();
    expect(found).toEqual([]);
  });
});
