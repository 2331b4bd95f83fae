import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilHydrated } from '../browser.ts';
import { openHydrated, remember } from './pages.ts';
import { paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('another language of a tool', () => {
  const site = visitSite();
  let context: BrowserContext;
  let page: Page;
  const dialogs: string[] = [];
  beforeEach(async () => {
    dialogs.length = 0;
    context = await site.browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      return dialog.accept();
    });
    await openHydrated(page, `${site.url}/image-sharpener`);
  });
  afterEach(() => context.close());

  /** Starts on pictures of this width. */
  const start = async (width: number, ...names: readonly string[]) => {
    const painted = paintedBy({ width, height: 64 }, (x, y) => 90 + (x % 96) / 2 + 20 * Math.sin(y / 3));
    const files = await Promise.all(names.map((name) => pngFile(name, painted)));
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(files);
    await page.locator('[data-phase=ready]').first().waitFor();
    await page.getByLabel('Strength', { exact: true }).fill('90');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
  };
  const sharpen = async () => {
    await start(96, 'plain.png');
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  };
  const choose = async (language: string) => {
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('link', { name: language, exact: true }).click();
  };
  const sheet = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  it('continues with picture, settings and result, without a question', async () => {
    await sharpen();
    await choose('简体中文');
    await page.waitForURL('**/zh/image-sharpener');
    const link = page.locator('[data-phase=result] a[download]');
    await link.waitFor();
    expect(await link.getAttribute('download')).toMatch(/^plain-/);
    expect(await page.locator('aside input[type=range]').first().inputValue()).toBe('90');
    expect(dialogs).toEqual([]);
    // It is still not saved.
    await page.locator('footer a[href$="/blog"]').first().click();
    await page.getByRole('dialog').waitFor();
  });

  it('continues with the run under way, and those that wait for it', async () => {
    await remember(page, { 'safelight-automatic': false });
    await page.reload();
    await untilHydrated(page, 'main input[type=file]');
    await start(6000, 'first.png', 'second.png', 'third.png');
    await page.locator('[data-phase=working]').first().waitFor();
    await choose('简体中文');
    await page.waitForURL('**/zh/image-sharpener');
    await expect.poll(() => page.locator('li[data-phase=result]').count(), { timeout: 60_000 }).toBe(3);
    expect(dialogs).toEqual([]);
  });

  it('continues with a start that waits until the picture is read', async () => {
    await remember(page, { 'safelight-automatic': false });
    await page.reload();
    await untilHydrated(page, 'main input[type=file]');
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    // Without it, the workspace does not start its engine.
    await page.route('**/models/manifest.json', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const file = await pngFile(
      'plain.png',
      paintedBy({ width: 96, height: 64 }, (x) => 90 + x),
    );
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await choose('简体中文');
    await page.waitForURL('**/zh/image-sharpener');
    release();
    await page.locator('[data-phase=result] a[download]').waitFor();
  });

  it('stays with the work and says so where there is no connection, and no page was kept', async () => {
    await start(96, 'plain.png');
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await context.setOffline(true);
    await choose('简体中文');
    await page.getByText('No connection: the page cannot be loaded now.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/image-sharpener');
    const switcher = page.getByRole('button', { name: 'Language: English' });
    expect(await switcher.getAttribute('aria-expanded')).toBe('false');
    expect(await switcher.evaluate((button) => button === document.activeElement)).toBe(true);
    await context.setOffline(false);
    await choose('简体中文');
    await page.waitForURL('**/zh/image-sharpener');
    await page.locator('[data-phase=result] a[download]').waitFor();
  });

  it('is warned about again after it did not load', async () => {
    await sharpen();
    await page.route('**/zh/image-sharpener', (route) => route.fulfill({ status: 204 }));
    const untilRefused = () => page.waitForResponse((response) => response.request().isNavigationRequest());
    const [answer] = await Promise.all([untilRefused(), choose('简体中文')]);
    expect(answer.status()).toBe(204);
    expect(dialogs).toEqual([]);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => dialogs).toEqual(['beforeunload']);
  });

  it('is asked about once where the page does not exist in it and a run is under way', async () => {
    await start(12_000, 'first.png');
    await page.locator('[data-phase=working]').waitFor();
    await choose('Deutsch');
    await sheet().getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/de');
    expect(dialogs).toEqual([]);
  });

  it('is asked about where the page does not exist in it, or no work is stored', async () => {
    await sharpen();
    await choose('Deutsch');
    await sheet().getByRole('button', { name: 'Stay' }).click();
    await page.locator('button[aria-expanded=false]:focus').waitFor();
    await page.evaluate(() => localStorage.setItem('drafts.keep', 'false'));
    await choose('简体中文');
    await sheet().getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/zh/image-sharpener');
    expect(await page.locator('[data-phase]').count()).toBe(0);
  });
});
