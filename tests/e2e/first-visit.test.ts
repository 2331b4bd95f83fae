import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { Pixels } from '../../site/engine/types.ts';
import { contentOf, type PictureFile, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

/** What a visitor does after choosing a file; null for nothing. */
type Action = ((studio: Studio) => Promise<unknown>) | null;

const generate: Action = (studio) => studio.button('Generate').click();
/** A red disc of radius 20 in the middle. */
const disc = paintedBy({ width: 120, height: 90 }, (x, y) =>
  Math.hypot(x - 60, y - 45) < 20 ? [200, 40, 30] : [225 + (x % 3), 222 + (y % 4), 214],
);

/** From the landing page to the result: the picture, and the second action where there is one. */
const WALKS: readonly (readonly [tool: string, picture: Pixels, second: Action])[] = [
  ['hd-picture-converter', disc, null],
  ['image-sharpener', disc, generate],
  ['unblur-image', disc, generate],
  ['photo-restoration', disc, null],
  ['remove-background-from-logo', disc, null],
];

describe('a first visit', () => {
  const site = visitSite();

  it.runIf(runsAll).each(WALKS)(
    'to %s: a result after at most two actions',
    { timeout: 240_000 },
    async (tool, picture, second) => {
      const context = await site.browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(200_000);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(`${site.url}/${tool}`);
      const file: PictureFile = await pngFile('first.png', picture);
      await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
      const studio = new Studio(page);
      if (second) {
        await page.locator('[data-phase="ready"]').waitFor();
        await second(studio);
      }
      const result = await savedPixels(page);
      const changed = result.width !== picture.width || result.data.some((value, i) => value !== picture.data[i]);
      expect(changed).toBe(true);
      // The result is shown beside what it was.
      await page.getByRole('img', { name: 'Before', exact: true }).waitFor({ state: 'attached' });
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('leaves the processor to the work: nothing over the picture is filtered for each frame', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.url}/photo-to-sketch`);
    const large = paintedBy({ width: 1600, height: 1200 }, (x, y) => [x % 256, y % 256, (x + y) % 256]);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('first.png', large));
    const filters = await page.waitForFunction(() => {
      if (!document.querySelector('[data-phase=working] [role=progressbar]')) return null;
      return [...document.querySelectorAll('main *')].map((one) => getComputedStyle(one).backdropFilter);
    });
    expect(new Set(await filters.jsonValue())).toEqual(new Set(['none']));
    await page.close();
  });

  it.each(['', 'cleanup-pictures'])('to /%s without scripts offers no controls that need them', async (path) => {
    const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${site.url}/${path}`);
    const shown = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).count();
    expect(await shown(/^(?:Search|Colour theme|Menu|Paste)/)).toBe(0);
    expect(
      await page
        .getByText(/^Choose (?:image|a picture)$/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    // The languages and the tools open without scripts.
    expect(await page.getByRole('contentinfo').getByRole('link').count()).toBeGreaterThan(12);
    await context.close();
  });

  async function savedPixels(page: Page): Promise<Pixels> {
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return pixelsIn(page, await contentOf(download));
  }
});
