import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('another language of a tool with a result that is not saved', () => {
  const site = visitSite();
  let context: BrowserContext;
  let page: Page;
  const dialogs: string[] = [];
  beforeEach(async () => {
    dialogs.length = 0;
    context = await site.browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      return dialog.accept();
    });
    await openHydrated(page, `${site.url}/image-sharpener`);
    const painted = paintedBy({ width: 96, height: 64 }, (x, y) => 90 + x / 2 + 20 * Math.sin(y / 3));
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('plain.png', painted));
    await page.locator('[data-phase=ready]').waitFor();
    await page.getByLabel('Strength', { exact: true }).fill('90');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  });
  afterEach(() => context.close());

  const choose = async (language: string) => {
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('link', { name: language, exact: true }).click();
  };
  const sheet = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  it('continues with picture, settings and result, without a question', async () => {
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

  it('is asked about where the page does not exist in it, or no work is stored', async () => {
    await choose('Deutsch');
    await sheet().getByRole('button', { name: 'Stay' }).click();
    await page.evaluate(() => localStorage.setItem('drafts.keep', 'false'));
    await choose('简体中文');
    await sheet().getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/zh/image-sharpener');
    expect(await page.locator('[data-phase]').count()).toBe(0);
  });
});
