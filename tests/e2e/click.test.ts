import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { type PictureFile, paintedBy, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { sceneFile } from './scene.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

describe('a click that selects an object', () => {
  const site = visitSite();
  let page: Page;
  let studio: Studio;
  /** Lets the network of the selection arrive. */
  let release: () => void;
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await remember(page, { 'safelight-each-stroke': false });
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/models/sam-encoder.*', async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    studio = new Studio(page);
    await openHydrated(page, `${site.url}/ai-object-remover`);
  });
  afterEach(() => page.close());
  const choose = async (file: PictureFile) => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.locator('[data-phase=ready]').waitFor();
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
  };
  /** Clicks a point of a picture of 480 pixels. */
  const press = async (x: number, y: number) => {
    const { left, top, width } = await studio.pictureBox();
    await page.mouse.click(left + (x * width) / 480, top + (y * width) / 480);
  };

  it('is waited for by “Generate” while its network loads', async () => {
    await choose(await sceneFile(page, { width: 480, height: 300, type: 'image/png' }));
    await press(120, 108);
    await studio.button('Generate').click();
    await expect.poll(() => studio.button('Generate').getAttribute('aria-disabled')).toBe('true');
    release();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  });

  it.runIf(runsAll)(
    'takes away what was selected besides the object, and the object where nothing is besides',
    async () => {
      release();
      // The network takes discs that touch each other for one object.
      const isInDisc = (x: number, y: number, centre: number) => Math.hypot(x - centre, y - 150) < 70;
      const discs = paintedBy({ width: 480, height: 300 }, (x, y) =>
        isInDisc(x, y, 170) ? [221, 153, 68] : isInDisc(x, y, 290) ? [68, 170, 136] : [85, 102, 119],
      );
      await choose(await pngFile('discs.png', discs));
      const marked = async () => {
        const all = await studio.maskedPixels();
        return [150, 310].map((x) => all.some(([u, v]) => u === x && v === 150));
      };
      const soon = { interval: 1000 };
      await press(150, 150);
      await expect.poll(marked, soon).toEqual([true, true]);
      await studio.button('Subtract').click();
      await press(310, 150);
      await expect.poll(marked, soon).toEqual([true, false]);
      await press(152, 150);
      await expect.poll(marked, soon).toEqual([false, false]);
    },
  );
});
