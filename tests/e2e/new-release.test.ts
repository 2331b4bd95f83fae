import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { paintedBy, pixelsBefore, pngFile } from './pictures.ts';
import { mode } from './real-site.ts';
import { visitSite } from './visited-site.ts';

describe.runIf(mode === 'built')('a page that was open when another release of the site was published', () => {
  const site = visitSite();
  let page: Page;
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/image-sharpener`);
  });
  afterEach(() => page.close());

  it('loads the new code and opens the pictures that were chosen', async () => {
    let isGone = true;
    await page.route(/\/assets\/(?:tool|Studio)-[^/]*\.js$/, (route) =>
      isGone ? route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }) : route.continue(),
    );
    let loads = 0;
    page.on('load', () => {
      isGone = false;
      loads++;
    });
    // The dialog for choosing pictures outlives no load of the page.
    const part = page.waitForResponse(/\/assets\/tool-/);
    await page.getByText('Choose image', { exact: true }).click();
    expect((await part).status()).toBe(404);
    await page.waitForTimeout(500);
    expect(loads).toBe(0);
    const painted = paintedBy({ width: 96, height: 64 }, (x, y) => [x, 2 * y, 128]);
    const first = await pngFile('a photo, 100 % für Ä?.png', painted);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([first, { ...first, name: 'second.png' }]);
    await page.locator('li[data-phase="ready"]').first().waitFor();
    const names = page.getByRole('region', { name: 'Pictures', exact: true }).getByRole('listitem');
    expect(await names.allInnerTexts()).toEqual([first.name, 'second.png']);
    expect(await pixelsBefore(page)).toEqual([...painted.data]);
    // Nothing of them stays behind.
    expect(await page.evaluate(async () => (await caches.keys()).filter((name) => !name.startsWith('pages-')))).toEqual(
      [],
    );
  });

  it('passes a picture to the tool of the other release, beside a tab that opens meanwhile', async () => {
    const painted = paintedBy({ width: 96, height: 64 }, (x, y) => [x, 2 * y, 128]);
    const file = await pngFile('carried.png', painted);
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    const [page, beside] = [await context.newPage(), await context.newPage()];
    await openHydrated(page, site.url);
    await page.getByLabel('Choose a picture', { exact: true }).setInputFiles(file);
    await page.route('**/image-sharpener/_payload.json?*', (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.route('**/image-sharpener', async (route) => {
      // It looks for files while those of the first tab are stored.
      await openHydrated(beside, `${site.url}/photo-to-sketch`);
      await route.continue();
    });
    const loaded = page.waitForEvent('load');
    await page.locator('#tools a[href="/image-sharpener"]').click();
    await loaded;
    await page.locator('[data-phase="ready"]').waitFor();
    expect(await pixelsBefore(page)).toEqual([...painted.data]);
    expect(await beside.locator('[data-phase]').count()).toBe(0);
    const left = () => page.evaluate(async () => (await caches.keys()).filter((name) => !name.startsWith('pages-')));
    await expect.poll(left).toEqual([]);
    await context.close();
  });

  it('leaves a video and its marks where the search is gone, unless the visitor has the page loaded again', async () => {
    await openHydrated(page, `${site.url}/remove-watermark-from-video`);
    await page.getByRole('button', { name: 'Open the sample: Film with a watermark', exact: true }).click();
    const slider = page.getByRole('slider', { name: 'Position in the video' });
    await slider.waitFor();
    await page.getByRole('button', { name: 'Add a box', exact: true }).click();
    await page.context().route(/\/assets\//, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    const question = page.waitForEvent('dialog');
    await page.keyboard.press('Control+k');
    const dialog = await question;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.waitForTimeout(500);
    expect(await slider.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Remove watermark 1', exact: true }).count()).toBe(1);
  });

  it('says that a reload may help where a part of the tool is gone, after which the work goes on', async () => {
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(
      await pngFile(
        'plain.png',
        paintedBy({ width: 96, height: 64 }, (x) => x),
      ),
    );
    await page.locator('[data-phase="ready"]').first().waitFor();
    await page.context().route(/\/assets\//, (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await page.getByLabel('Method', { exact: true }).selectOption({ label: 'AI sharpen' });
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('alert').getByText('reload the page: the site may have been updated').waitFor();
    await page.context().unroute(/\/assets\//);
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect.poll(() => page.getByLabel('Method', { exact: true }).inputValue()).toBe('ai');
  });
});
