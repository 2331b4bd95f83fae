import type { Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilHydrated } from '../browser.ts';
import { openHydrated } from './pages.ts';
import { type PictureFile, paintedBy, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

describe.runIf(runsAll)('a result that is not downloaded', () => {
  const site = visitSite();
  let page: Page;
  let picture: PictureFile;
  beforeAll(async () => {
    const edge = paintedBy({ width: 64, height: 48 }, (x) => (x < 32 ? 40 : 210));
    picture = await pngFile('edge.png', edge);
  });
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    // The browser intercepts the choice of files some time after this call.
    page.on('filechooser', (chooser) => chooser.setFiles({ ...picture, name: 'other.png' }));
    await openHydrated(page, `${site.url}/photo-restoration`);
    await page.locator('a[href="/image-sharpener"]').last().dispatchEvent('click');
    await page.waitForURL('**/image-sharpener');
    await untilHydrated(page, 'main input[type=file]');
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(picture);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  });
  afterEach(() => page.close());

  const dialog = () => page.getByRole('dialog', { name: 'Leave without saving?' });
  const answer = async (name: 'Stay' | 'Leave') => {
    await dialog().getByRole('button', { name }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const back = () => page.evaluate(() => window.history.back());
  const path = () => new URL(page.url()).pathname;

  it('is left by Back only once that is confirmed', async () => {
    await back();
    await answer('Stay');
    expect(path()).toBe('/image-sharpener');
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await back();
    await answer('Leave');
    await page.waitForURL('**/photo-restoration');
  });

  it('stays where the page to which the visitor leaves or takes the result cannot be loaded', async () => {
    const message = page.getByText('No connection: the page cannot be loaded now. Your work is still here.');
    await page.context().setOffline(true);
    await page.locator('footer a[href="/privacy"]').dispatchEvent('click');
    await answer('Leave');
    await message.first().waitFor();
    await message.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'HD picture converter', exact: true }).click();
    await message.first().waitFor();
    expect(path()).toBe('/image-sharpener');
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.locator('footer a[href="/privacy"]').dispatchEvent('click');
    await answer('Leave');
    await page.waitForURL('**/privacy');
  });

  it('gives way to a picture that is chosen by its key only once that is confirmed', async () => {
    const name = () => page.locator('a[download]').getAttribute('download');
    await page.keyboard.press('o');
    await answer('Stay');
    expect(await name()).toBe('edge-sharp.png');
    await page.keyboard.press('o');
    await answer('Leave');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect.poll(name).toBe('other-sharp.png');
  });

  it('is removed from a batch only once that is confirmed; a picture without one is removed at once', async () => {
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    const names = () =>
      page.getByRole('button', { name: /^Remove / }).evaluateAll((all) => all.map((one) => one.ariaLabel));
    const others = ['second.png', 'third.png'].map((other) => ({ ...picture, name: other }));
    await page.getByLabel('Add pictures', { exact: true }).last().setInputFiles(others);
    await remove('second.png');
    expect(await names()).toEqual(['Remove edge.png', 'Remove third.png']);
    const removal = page.getByRole('dialog', { name: 'Remove without saving?' });
    const text = 'The result of “edge.png” has not been downloaded and will be lost.';
    for (const [name, left] of [
      ['Keep', ['Remove edge.png', 'Remove third.png']],
      ['Remove', []],
    ] as const) {
      await remove('edge.png');
      await removal.getByText(text).waitFor();
      await removal.getByRole('button', { name, exact: true }).click();
      await removal.waitFor({ state: 'detached' });
      expect(await names()).toEqual(left);
    }
  });
});
