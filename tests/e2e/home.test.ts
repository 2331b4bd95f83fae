import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('a picture on the home page', () => {
  const site = visitSite();
  let page: Page;
  afterEach(() => page?.close());

  /** A brown picture of waves and grain. */
  const oldPrint = () =>
    pngFile(
      'attic.png',
      paintedBy({ width: 1200, height: 900 }, (x, y) => {
        const grey = 110 + 60 * Math.sin(x / 9) * Math.sin(y / 7) + ((x * 7919 + y * 6007) % 13);
        return [grey, 0.92 * grey, 0.78 * grey];
      }),
    );
  const open = async () => {
    page = await site.browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await openHydrated(page, site.url);
    await page.getByLabel('Choose a picture', { exact: true }).setInputFiles(await oldPrint());
    await page.getByRole('heading', { name: 'What would you like to do with it?' }).waitFor();
  };
  const opened = async () => {
    await page.locator('[data-phase]').waitFor();
    return page.getByText('Original:').textContent();
  };

  it('is looked at: three tools are suggested with reasons, and open it', async () => {
    await open();
    const suggestions = page.getByRole('region', { name: 'Open a picture' }).getByRole('listitem');
    await expect.poll(() => suggestions.count()).toBe(3);
    expect(await suggestions.first().textContent()).toMatch(/^Photo restoration.*old print\./);
    await suggestions.first().getByRole('link').click();
    await page.waitForURL(/photo-restoration/);
    expect(await opened()).toContain('1,200 × 900');
  });

  it('is reported if it cannot be read', async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, site.url);
    const print = await oldPrint();
    const choose = page.getByLabel('Choose a picture', { exact: true });
    await choose.setInputFiles({ ...print, buffer: print.buffer.subarray(0, 60) });
    await page
      .getByText('“attic.png” begins like a PNG file but cannot be read to the end.', { exact: false })
      .waitFor();
    expect(await page.getByText('All tools below open this picture, too.').count()).toBe(0);
    await page.getByRole('button', { name: 'Choose another picture' }).click();
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    await choose.setInputFiles({ name: 'phone.heic', mimeType: 'image/heic', buffer: heic });
    await page.getByText('This HEIC file cannot be read. It is damaged or of a rare kind.', { exact: false }).waitFor();
  });

  it('is opened by every tool of the list below', async () => {
    await open();
    await page.locator('#tools').getByRole('link', { name: 'Photo to sketch', exact: true }).click();
    await page.waitForURL(/photo-to-sketch/);
    expect(await opened()).toContain('1,200 × 900');
  });

  it('goes along to another language, to an article and back, and to a tool by any link', async () => {
    await open();
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
    await page.waitForURL(/\/de$/);
    const chosen = () => page.getByText('attic.png').waitFor();
    await chosen();
    await page.getByRole('link', { name: 'Blog', exact: true }).first().click();
    await page.waitForURL(/\/de\/blog/);
    await page.goBack();
    await chosen();
    await page.locator('footer a[href="/de/photo-restoration"]').click();
    await page.waitForURL(/photo-restoration/);
    expect(await opened()).toContain('1.200 × 900');
  });
});
