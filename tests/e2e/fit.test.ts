import { beforeAll, describe, expect, it } from 'vitest';
import { encodePng } from '../../site/engine/codecs/png-encode.ts';
import type { Size } from '../../site/engine/types.ts';
import { openHydrated, remember } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

async function greyPng(size: Size): Promise<Buffer> {
  const pixels = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4).fill(128) };
  const png = await encodePng(pixels, { onProgress: async () => undefined });
  return Buffer.from(await png.arrayBuffer());
}

describe('a picture that was opened', () => {
  const site = visitSite();
  let file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  beforeAll(async () => {
    file = { name: 'grey.png', mimeType: 'image/png', buffer: await greyPng({ width: 640, height: 480 }) };
  });

  it.runIf(runsAll).each([
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])('is shown whole and centred at $width px, and covers most of the screen', async (viewport) => {
    const page = await site.browser.newPage({ viewport });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    const room = page.getByRole('group', { name: 'Mask on the picture' });
    const picture = room.getByRole('img');
    await picture.waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).waitFor();
    const margins = async () => {
      const [outer, inner] = [await room.boundingBox(), await picture.boundingBox()];
      const last = await page.getByRole('button', { name: 'Generate', exact: true }).boundingBox();
      if (!outer || !inner || !last) return null;
      const [top, left] = [inner.y - outer.y, inner.x - outer.x];
      const [bottom, right] = [outer.height - top - inner.height, outer.width - left - inner.width];
      return {
        fits: Math.min(top, left, bottom, right) >= 0,
        middle: Math.abs(top - bottom) + Math.abs(left - right) < 4,
        high: outer.height >= (2 / 3) * viewport.height,
        buttons: last.y + last.height <= viewport.height,
      };
    };
    await expect.poll(margins, { timeout: 60_000 }).toEqual({ fits: true, middle: true, high: true, buttons: true });
    await page.close();
  });

  it.each([
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])('keeps its position while the tool starts at $width px, dragged or not', async (viewport) => {
    const context = await site.browser.newContext({ viewport, serviceWorkers: 'block' });
    let release = () => {};
    const prepared = new Promise<void>((done) => {
      release = done;
    });
    // The worker reads the file.
    await context.route(/\/tool\.worker-[^/]*\.js$/, async (route) => {
      await prepared;
      await route.continue();
    });
    const page = await context.newPage();
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    const upload = { name: 'wide.png', mimeType: 'image/png', buffer: await greyPng({ width: 900, height: 300 }) };
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(upload);
    const room = page.getByRole('group', { name: 'Mask on the picture' });
    const picture = room.getByRole('img');
    const boxes = async () => {
      const [outer, inner] = [await room.boundingBox(), await picture.boundingBox()];
      return outer && inner ? { outer, inner } : null;
    };
    const fills = async () => {
      const now = await boxes();
      return (
        now && { margin: Math.round(now.outer.width - now.inner.width), ratio: now.inner.width / now.inner.height }
      );
    };
    await expect.poll(fills, { timeout: 20_000 }).toEqual({ margin: 24, ratio: expect.closeTo(3, 1) });
    expect(await page.locator('[data-phase=loading]').count()).toBe(1);
    const loading = (await boxes())!;
    const brush = await page.getByRole('slider', { name: 'Brush size' }).getAttribute('aria-valuetext');
    const { x, y, width, height } = loading.inner;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2 + 20, { steps: 4 });
    await page.mouse.up();
    release();
    await page.locator('[data-phase=ready]').waitFor();
    expect(await boxes()).toEqual(loading);
    expect(await page.getByRole('slider', { name: 'Brush size' }).getAttribute('aria-valuetext')).toBe(brush);
    await context.close();
  });

  it('keeps the area that the visitor zoomed to where the result has more pixels', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await remember(page, { 'safelight-automatic': false });
    await openHydrated(page, `${site.url}/hd-picture-converter`);
    const upload = { name: 'small.png', mimeType: 'image/png', buffer: await greyPng({ width: 96, height: 64 }) };
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(upload);
    await page.locator('[data-phase=ready]').waitFor();
    const room = page.getByRole('group', { name: 'Picture', exact: true });
    const zoomed = (await room.getByRole('img').boundingBox())!;
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    const box = async () => {
      const now = (await room.getByRole('img').first().boundingBox())!;
      return { width: Math.round(now.width), height: Math.round(now.height) };
    };
    await expect.poll(async () => (await box()).width).toBeGreaterThan(zoomed.width);
    const before = await box();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.locator('[data-phase=result]').waitFor();
    expect(await box()).toEqual(before);
    await page.close();
  });

  it('has options on a phone that can be hidden from their end', async () => {
    const page = await site.browser.newPage({ viewport: { width: 360, height: 740 } });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.locator('[data-phase=ready]').waitFor();
    await page.getByRole('button', { name: 'Show options', exact: true }).click();
    const options = page.getByRole('complementary').filter({ has: page.getByText('Clear mask') });
    await options.evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
    expect(await options.evaluate((panel) => panel.scrollTop)).toBeGreaterThan(100);
    const hide = options.getByRole('button', { name: 'Hide options', exact: true });
    const { x, y, width, height } = (await hide.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await options.waitFor({ state: 'hidden' });
    await page.close();
  });

  it.runIf(runsAll)('has buttons beside its result that nothing covers, however long their words are', async () => {
    const page = await site.browser.newPage({ viewport: { width: 960, height: 800 }, reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/de/photo-restoration`);
    const upload = { name: 'small.png', mimeType: 'image/png', buffer: await greyPng({ width: 96, height: 64 }) };
    await page.locator('main input[type=file]').first().setInputFiles(upload);
    const download = page.locator('a[download]');
    await download.waitFor();
    const next = page.getByRole('group', { name: 'Weiter mit', exact: true });
    await next.waitFor();
    for (const button of [download, page.getByRole('button', { name: 'Anwenden', exact: true })]) {
      const isOnTop = await button.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [0.05, 0.5, 0.95].every((at) =>
          element.contains(document.elementFromPoint(x + at * width, y + height / 2)),
        );
      });
      expect(isOnTop, (await button.textContent()) ?? '').toBe(true);
    }
    await page.close();
  });

  it('has samples beside it that keep off the edge of a phone', async () => {
    const page = await site.browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(`${site.url}/image-background-remover`);
    const samples = page.locator('[data-samples] button');
    await samples.first().waitFor();
    const zone = (await page.locator('[data-samples]').boundingBox())!;
    const boxes = await samples.evaluateAll((all) => all.map((sample) => sample.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBe(4);
    for (const { left, right } of boxes) {
      expect(left - zone.x).toBeGreaterThanOrEqual(16);
      expect(zone.x + zone.width - right).toBeGreaterThanOrEqual(16);
    }
    await page.close();
  });

  it.runIf(runsAll)('shows the whole error message on a phone if it is damaged', async () => {
    const page = await site.browser.newPage({ viewport: { width: 360, height: 740 } });
    // French has the longest text.
    await openHydrated(page, `${site.url}/fr/photo-restoration`);
    const buffer = Buffer.from('ffd8ffe000104a46494600', 'hex');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer });
    const card = page.getByRole('alert');
    await card.waitFor();
    const hidden = await card.evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(hidden).toBe(0);
    await page.close();
  });
});
