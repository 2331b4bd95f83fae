import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
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
    const file = await sceneFile(page, { width: 480, height: 300, type: 'image/png' });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.locator('[data-phase=ready]').waitFor();
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
  });
  afterEach(() => page.close());

  it('is waited for by “Generate” while its network loads', async () => {
    const { left, top, width } = await studio.pictureBox();
    await page.mouse.click(left + (120 * width) / 480, top + (108 * width) / 480);
    await studio.button('Generate').click();
    await expect.poll(() => studio.button('Generate').getAttribute('aria-disabled')).toBe('true');
    release();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  });
});
