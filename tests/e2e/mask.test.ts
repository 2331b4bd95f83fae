import type { BrowserContextOptions } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { type PictureFile, paintedBy, pngFile } from './pictures.ts';
import { isThorough, runsAll } from './real-site.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

const SIZE = { width: 1600, height: 1000 };
/** More strokes than a bounded history would keep. */
const STROKES = 110;
const SMALL = { width: 240, height: 160 };

describe('the mask of a tool', () => {
  const site = visitSite();
  let large: PictureFile;
  let small: PictureFile;
  beforeAll(async () => {
    large = await pngFile(
      'large.png',
      paintedBy(SIZE, (_, y) => 90 + (y % 3)),
    );
    small = await pngFile(
      'small.png',
      paintedBy(SMALL, (x, y) => [x % 256, y, 128]),
    );
  });

  const open = async (file: PictureFile, options: BrowserContextOptions = {}, eachStroke = false): Promise<Studio> => {
    const page = await site.browser.newPage({
      viewport: { width: 1100, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    await remember(page, { 'safelight-each-stroke': eachStroke });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    const studio = new Studio(page);
    await page.getByLabel('Load mask', { exact: true }).waitFor({ state: 'attached' });
    await page.getByText('Original:').waitFor({ state: 'attached' });
    return studio;
  };

  it.runIf(runsAll).each(isThorough ? [1, 2, 3] : [1, 3])(
    'marks the very pixel under the pointer at every zoom, with %i dots for a pixel',
    async (dots) => {
      const studio = await open(large, { deviceScaleFactor: dots });
      await studio.thinBrush();
      for (const scale of [0.3, 1, 4]) {
        await studio.zoomTo(scale, SIZE.width);
        const room = (await studio.canvas.boundingBox())!;
        const { left, top, width } = await studio.pictureBox();
        const clicks = [
          [0.31, 0.36],
          [0.52, 0.71],
          [0.68, 0.42],
        ].map(([x = 0, y = 0]) => [Math.round(room.x + room.width * x), Math.round(room.y + room.height * y)] as const);
        for (const [x, y] of clicks) await studio.page.mouse.click(x, y);
        const pixels = clicks.map(([x, y]) => [x - left, y - top].map((at) => Math.floor((at * SIZE.width) / width)));
        const marked = await studio.maskedPixels();
        for (const pixel of pixels) expect(marked).toContainEqual(pixel);
        // A brush of one pixel marks at most the adjacent pixels of the line.
        expect(marked.length).toBeLessThanOrEqual(pixels.length * 4);
        for (const [x, y] of marked)
          expect(Math.min(...pixels.map(([px = 0, py = 0]) => Math.hypot(px - x, py - y)))).toBeLessThanOrEqual(1.5);
        await studio.button('Clear mask').click();
      }
      await studio.page.close();
    },
  );

  it('is requested by a line over the picture, until something is marked', async () => {
    const studio = await open(small, { viewport: { width: 360, height: 740 }, hasTouch: true });
    const line = studio.page.getByText('Paint over what should go', { exact: true });
    const text = (await line.boundingBox())!;
    const { left, top, width } = await studio.pictureBox();
    expect(text.x).toBeGreaterThanOrEqual(0);
    expect(text.x + text.width).toBeLessThanOrEqual(360);
    await studio.page.touchscreen.tap(left + width / 2, top + 20);
    await line.waitFor({ state: 'detached' });
    await studio.button('Undo').click();
    await line.waitFor();
    await studio.page.getByRole('button', { name: 'Lasso', exact: true }).click();
    await studio.page.getByText('Draw around what should go', { exact: true }).waitFor();
    await studio.page.close();
  });

  it.runIf(runsAll)(
    'is required before the start, is saved as it was loaded, and is scaled to another size',
    async () => {
      const studio = await open(small);
      await studio.button('Generate').click();
      await studio.page.getByText('Nothing is marked yet.', { exact: false }).waitFor();
      expect(await studio.page.getByRole('progressbar').count()).toBe(0);
      const load = studio.page.getByLabel('Load mask', { exact: true });
      const soft = paintedBy(SMALL, (x, y) => (x * 7 + y * 13) % 256);
      await load.setInputFiles(await pngFile('mask.png', soft));
      await studio.coverageText('50%').waitFor();
      expect((await studio.savedMask()).data).toEqual(soft.data);
      const half = paintedBy({ width: 120, height: 80 }, (x) => (x < 30 ? 255 : 0));
      await load.setInputFiles(await pngFile('half.png', half));
      await studio.coverageText('25%').waitFor();
      expect((await studio.savedMask()).data).toEqual(paintedBy(SMALL, (x) => (x < 60 ? 255 : 0)).data);
      await studio.page.close();
    },
  );

  it('is waited for by “Generate”, where both came before the workspace had started', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
    let answer = () => {};
    const started = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/models/manifest.json', (route) => started.then(() => route.continue()));
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(small);
    const line = paintedBy(SMALL, (x) => (x === 100 ? 255 : 0));
    await page.getByLabel('Load mask', { exact: true }).setInputFiles(await pngFile('line.png', line));
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    answer();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor({ timeout: 90_000 });
    expect(await page.getByText('Nothing is marked yet.', { exact: false }).count()).toBe(0);
    await page.close();
  });

  it.runIf(runsAll)('undoes and redoes every stroke, and returns to any step', async () => {
    const studio = await open(small);
    await studio.thinBrush();
    const { left, top, width } = await studio.pictureBox();
    const scale = width / SMALL.width;
    const undo = studio.button('Undo');
    for (let i = 0; i < STROKES; i++)
      await studio.page.mouse.click(left + ((i % 30) * 5 + 2.5) * scale, top + (Math.floor(i / 30) * 9 + 4.5) * scale);
    const all = await studio.maskedPixels();
    expect(all.length).toBeGreaterThanOrEqual(STROKES);
    await undo.focus();
    for (let i = 0; i < STROKES; i++) await studio.page.keyboard.press('Control+z');
    await expect.poll(() => undo.isDisabled()).toBe(true);
    expect(await studio.maskedPixels()).toEqual([]);
    for (let i = 0; i < STROKES; i++) await studio.page.keyboard.press('Control+Shift+z');
    expect(await studio.maskedPixels()).toEqual(all);
    await studio.page.getByRole('button', { name: 'Go back to: Stroke', exact: true }).first().click();
    expect((await studio.maskedPixels()).length).toBeLessThanOrEqual(4);
    await studio.page.close();
  });

  it.runIf(runsAll)('draws boxes and outlines, subtracts, inverts and grows', async () => {
    const studio = await open(small);
    const { left, top, width } = await studio.pictureBox();
    const at = (x: number, y: number) => [left + (x * width) / SMALL.width, top + (y * width) / SMALL.width] as const;
    const drag = async (...points: readonly (readonly [number, number])[]) => {
      for (const [index, [x, y]] of points.entries()) {
        await studio.page.mouse.move(...at(x, y), { steps: 4 });
        if (index === 0) await studio.page.mouse.down();
      }
      await studio.page.mouse.up();
    };
    await studio.button('Rectangle').click();
    await drag([20.5, 30.5], [79.5, 69.5]);
    expect((await studio.maskedPixels()).length).toBe(60 * 40);
    await studio.button('Subtract').click();
    await drag([20.5, 30.5], [29.5, 69.5]);
    expect((await studio.maskedPixels()).length).toBe(50 * 40);
    await studio.button('Invert').click();
    expect((await studio.maskedPixels()).length).toBe(SMALL.width * SMALL.height - 2000);
    await studio.button('Clear mask').click();
    await studio.button('Lasso').click();
    await studio.button('Add').click();
    await drag([100.5, 40.5], [180.5, 40.5], [100.5, 120.5]);
    const triangle = (await studio.maskedPixels()).length;
    expect(Math.abs(triangle - 3200)).toBeLessThan(120);
    await studio.button('Grow').click();
    expect((await studio.maskedPixels()).length).toBeGreaterThan(triangle + 200);
    await studio.page.close();
  });

  it.runIf(runsAll)('changes a large mask without blocking the page, and undoes and redoes each step', async () => {
    const studio = await open(large);
    const { left, top, width } = await studio.pictureBox();
    const scale = width / SIZE.width;
    await studio.button('Rectangle').click();
    await studio.page.mouse.move(left + 200 * scale, top + 300 * scale);
    await studio.page.mouse.down();
    await studio.page.mouse.move(left + 1400 * scale, top + 360 * scale, { steps: 4 });
    await studio.page.mouse.up();
    const share = studio.page.getByText(/^\S+ of the picture marked$/);
    await expect.poll(() => share.textContent()).toMatch(/^[1-9]/);
    const shares = [await share.textContent()];
    for (const change of ['Grow', 'Shrink', 'Grow', 'Invert']) {
      await studio.button(change).click();
      await expect.poll(() => share.textContent()).not.toBe(shares.at(-1));
      shares.push(await share.textContent());
    }
    for (const before of shares.slice(0, -1).reverse()) {
      await studio.button('Undo').click();
      await expect.poll(() => share.textContent()).toBe(before);
    }
    for (const after of shares.slice(1)) {
      await studio.button('Redo').click();
      await expect.poll(() => share.textContent()).toBe(after);
    }
    await studio.page.close();
  });

  it.runIf(runsAll)('is drawn with the keyboard alone, and announces the position of the cursor', async () => {
    const studio = await open(small);
    await studio.canvas.focus();
    const { page } = studio;
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+ArrowDown');
    const announcement = page.getByText(/^Column \d+, row \d+: /);
    await expect.poll(() => announcement.textContent()).toMatch(/row \d+: not marked$/);
    const row = Number(/row (\d+)/.exec((await announcement.textContent()) ?? '')?.[1]);
    await page.keyboard.press('Enter');
    await expect.poll(() => announcement.textContent()).toMatch(/: marked$/);
    const marked = await studio.maskedPixels();
    const rows = marked.map(([, y]) => y);
    expect(Math.abs((Math.min(...rows) + Math.max(...rows)) / 2 - (row - 1))).toBeLessThanOrEqual(0.5);
    await page.close();
  });

  it.runIf(runsAll)(
    'fills after each stroke unless that is switched off, and undo restores the earlier result',
    async () => {
      const studio = await open(small, {}, true);
      const { page } = studio;
      await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
      expect(await page.getByLabel('Fill after each stroke').isChecked()).toBe(true);
      const { left, top, width } = await studio.pictureBox();
      const scale = width / SMALL.width;
      const href = () => page.getByRole('link', { name: 'Download', exact: true }).getAttribute('href');
      await page.mouse.click(left + 60 * scale, top + 60 * scale);
      const first = await href();
      expect(first).not.toBeNull();
      await page.mouse.click(left + 160 * scale, top + 60 * scale);
      await expect.poll(href).not.toBe(first);
      const size = page.getByText(/^Result:/);
      const after = await size.textContent();
      await studio.button('Undo').click();
      await expect.poll(() => size.textContent()).not.toBe(after);
      await page.close();
    },
  );
});
