import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

describe.runIf(runsAll)('“Another video”', () => {
  const site = visitSite();
  let page: Page;
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/remove-watermark-from-video`);
    await page.getByRole('button', { name: 'Open the sample: Film with a watermark', exact: true }).click();
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
    await button('Add a box').click();
  });
  afterEach(() => page.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const download = () => page.getByRole('link', { name: 'Download', exact: true });
  const dialog = () => page.getByRole('dialog', { name: 'Leave without saving?' });
  const dropZone = () => page.getByLabel('Choose video', { exact: true });

  it('has to be confirmed while a result is not downloaded', async () => {
    await button('Generate').click();
    await download().waitFor();
    await button('Another video').click();
    await dialog().getByRole('button', { name: 'Stay' }).click();
    await dialog().waitFor({ state: 'detached' });
    await download().waitFor();
    await button('Another video').click();
    await dialog().getByRole('button', { name: 'Leave' }).click();
    await dropZone().waitFor({ state: 'attached' });
  });

  it('has to be confirmed while there is a selection, as has a link of the site', async () => {
    const question = () => page.getByRole('dialog', { name: 'Discard your selection?' });
    await page.locator('footer a[href="/photo-to-sketch"]').click();
    await question().getByRole('button', { name: 'Keep' }).click();
    await question().waitFor({ state: 'detached' });
    await button('Another video').click();
    await question().getByRole('button', { name: 'Discard' }).click();
    await dropZone().waitFor({ state: 'attached' });
  });

  it('needs no confirmation once the result is downloaded', async () => {
    await button('Generate').click();
    await Promise.all([page.waitForEvent('download'), download().click()]);
    await button('Another video').click();
    await dropZone().waitFor({ state: 'attached' });
    expect(await dialog().count()).toBe(0);
  });

  it('needs no confirmation if the result was written to a file of the visitor', async () => {
    await page.evaluate(() => {
      const showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('chosen.webm', { create: true });
      Object.assign(window, { showSaveFilePicker });
    });
    // The button is shown where the browser can write files.
    await page.getByLabel('Width', { exact: true }).fill('40');
    await button('Write to a file…').click();
    await download().waitFor();
    await button('Another video').click();
    await dropZone().waitFor({ state: 'attached' });
    expect(await dialog().count()).toBe(0);
  });
});
