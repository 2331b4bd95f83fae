import type { Browser, Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { orientationOf } from '../../site/engine/codecs/exif.ts';
import { readMetadata, writeMetadata } from '../../site/engine/codecs/metadata.ts';
import type { Pixels } from '../../site/engine/types.ts';
import { exifOf } from '../engine/exif.ts';
import { remember, UNFOLDED } from './pages.ts';
import { contentOf, type PictureFile, pixelsIn } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { sceneFile } from './scene.ts';
import { Studio } from './studio.ts';
import { visitSite } from './visited-site.ts';

/** Limits for networks on a busy machine. Each poll saves and decodes the result, so polls are rare. */
const SLOW = { timeout: 90_000, interval: 1000 };

const site = visitSite();
let page: Page;
let studio: Studio;
afterEach(() => page?.close());

type OpenOptions = NonNullable<Parameters<Browser['newPage']>[0]> & { readonly eachStroke?: boolean };

async function open(tool: string, { eachStroke = false, ...options }: OpenOptions = {}): Promise<void> {
  page = await site.browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(SLOW.timeout);
  await remember(page, { ...UNFOLDED, 'safelight-each-stroke': eachStroke });
  await page.goto(`${site.url}/${tool}`);
  studio = new Studio(page);
}
async function choose(file: PictureFile): Promise<void> {
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
  await page.getByText('Original:').waitFor({ state: 'attached' });
  await page.locator('[data-phase="ready"]').first().waitFor();
}
const fields = async (grow: string) => {
  await page.getByLabel('Fill method', { exact: true }).selectOption('patches');
  await page.getByLabel(grow, { exact: true }).fill('0');
};
async function generated(): Promise<Uint8Array> {
  await studio.button('Generate').click();
  return saved();
}
async function saved(): Promise<Uint8Array> {
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return contentOf(file);
}

/** Indices of pixels whose colours differ. */
function changedPixels(before: Pixels, after: Pixels): ReadonlySet<number> {
  expect(after).toMatchObject({ width: before.width, height: before.height });
  const found = new Set<number>();
  for (const [i, value] of before.data.entries()) if (value !== after.data[i]) found.add(i >> 2);
  return found;
}
const within = async (found: ReadonlySet<number>, width: number) => {
  const marked = new Set((await studio.maskedPixels()).map(([x, y]) => y * width + x));
  expect([...found].filter((index) => !marked.has(index))).toEqual([]);
  return marked;
};

describe('cleaning up', () => {
  it('changes painted pixels and no others, and keeps orientation and camera metadata', async () => {
    await open('cleanup-pictures', { eachStroke: true });
    const { name, mimeType, buffer } = await sceneFile(page, { width: 200, height: 320, type: 'image/jpeg' });
    const exif = exifOf({ orientation: 6, model: 'Box camera' });
    const turned = Buffer.from(writeMetadata(Uint8Array.from(buffer), { exif, xmp: null, profile: false }));
    await choose({ name, mimeType, buffer: turned });
    await fields('Grow the mask');
    await page.getByLabel('Format', { exact: true }).selectOption('image/png');
    const { left, top, width } = await studio.pictureBox();
    const scale = width / 320;
    await page.mouse.move(left + 60 * scale, top + 60 * scale);
    await page.mouse.down();
    await page.mouse.move(left + 150 * scale, top + 90 * scale, { steps: 5 });
    await page.mouse.up();
    const file = await generated();
    const before = await pixelsIn(page, turned);
    expect(before).toMatchObject({ width: 320, height: 200 });
    const found = changedPixels(before, await pixelsIn(page, file));
    const marked = await within(found, 320);
    expect(found.size).toBeGreaterThan(marked.size / 4);
    const kept = readMetadata(Uint8Array.from(file)).exif;
    expect(kept && orientationOf(kept)).toBe(1);
    expect(Buffer.from(kept ?? []).includes('Box camera')).toBe(true);
  });

  it.runIf(runsAll)(
    'compares, goes on from the last result, goes back to any step, and outlives a cancel and a missing network',
    async () => {
      await open('cleanup-pictures');
      const file = await sceneFile(page, { width: 320, height: 200, type: 'image/png' });
      await choose(file);
      await fields('Grow the mask');
      const { left, top, width } = await studio.pictureBox();
      const scale = width / 320;
      const at = (x: number, y: number) => page.mouse.click(left + x * scale, top + y * scale);
      await at(48, 72);
      const original = await pixelsIn(page, file.buffer);
      const first = await pixelsIn(page, await generated());
      const changedFirst = changedPixels(original, first);
      expect(changedFirst.size).toBeGreaterThan(20);
      await studio.button('Compare before and after').click();
      const divider = studio.canvas.getByRole('slider', { name: 'Compare before and after', exact: true });
      await divider.focus();
      await page.keyboard.press('End');
      await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('100');
      await studio.button('Brush').click();
      await expect.poll(() => divider.count()).toBe(0);
      await at(262, 72);
      await studio.button('Generate').click();
      await expect
        .poll(async () => changedPixels(first, await pixelsIn(page, await saved())).size, SLOW)
        .toBeGreaterThan(20);
      const second = await pixelsIn(page, await saved());
      expect([...changedPixels(first, second)].filter((index) => changedFirst.has(index))).toEqual([]);
      await page.getByRole('button', { name: 'Go back to: Stroke', exact: true }).first().click();
      await expect.poll(async () => changedPixels(first, await pixelsIn(page, await saved())).size, SLOW).toBe(0);
      await studio.button('Undo').click();
      expect(await studio.maskedPixels()).toEqual([]);
      await studio.button('Redo').click();
      await studio.button('Redo').click();
      const before = await studio.maskedPixels();
      let served = false;
      await page.route('**/models/migan.*.onnx', (route) => (served ? route.fulfill({ status: 404 }) : undefined));
      await page.getByLabel('Fill method', { exact: true }).selectOption('network');
      await studio.button('Generate').click();
      await studio.button('Cancel').click();
      await studio.button('Generate').waitFor();
      expect(await studio.maskedPixels()).toEqual(before);
      // Without the network, patches fill the hole, and a message says so.
      served = true;
      await page.getByLabel('Fill method', { exact: true }).selectOption('auto');
      await studio.button('Generate').click();
      await page.getByText('The model could not be loaded.', { exact: true }).waitFor();
      await expect
        .poll(async () => changedPixels(first, await pixelsIn(page, await saved())).size, SLOW)
        .toBeGreaterThan(20);
    },
  );
});

describe('removing objects', () => {
  it.runIf(runsAll)(
    'somebody seen from behind who is found, and by clicks and boxes, taken away again by a click',
    async () => {
      await open('ai-object-remover');
      const file = await sceneFile(page, { width: 480, height: 300, type: 'image/png', person: true });
      await choose(file);
      await fields('Grow the selection');
      const marked = async (x: number, y: number) => (await studio.maskedPixels()).some(([u, v]) => u === x && v === y);
      await studio.button('Find people').click();
      // Hair, jacket and trousers.
      for (const [x, y] of [
        [232, 28],
        [225, 80],
        [222, 150],
      ] as const)
        await expect.poll(() => marked(x, y), SLOW).toBe(true);
      for (const x of [120, 346]) expect(await marked(x, 108)).toBe(false);
      await studio.button('Clear mask').click();
      const { left, top, width } = await studio.pictureBox();
      const scale = width / 480;
      await studio.button('Click to select').click();
      await page.mouse.click(left + 120 * scale, top + 108 * scale);
      await expect.poll(() => marked(120, 108), SLOW).toBe(true);
      expect(await marked(346, 108)).toBe(false);
      await page.mouse.move(left + 288 * scale, top + 52 * scale);
      await page.mouse.down();
      await page.mouse.move(left + 402 * scale, top + 164 * scale, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => marked(346, 108), SLOW).toBe(true);
      await studio.button('Subtract').click();
      await page.mouse.click(left + 120 * scale, top + 108 * scale);
      await expect.poll(() => marked(120, 108), SLOW).toBe(false);
      const found = changedPixels(await pixelsIn(page, file.buffer), await pixelsIn(page, await generated()));
      await within(found, 480);
      expect(found.has(108 * 480 + 346)).toBe(true);
    },
    180_000,
  );

  it.runIf(runsAll)(
    'selects from the start: outlines the object under the pointer, removes it at a click, and fills it in another way',
    async () => {
      await open('ai-object-remover', { eachStroke: true });
      const file = await sceneFile(page, { width: 480, height: 300, type: 'image/png' });
      await choose(file);
      expect(await studio.button('Click to select').getAttribute('aria-pressed')).toBe('true');
      await fields('Grow the selection');
      const { left, top, width } = await studio.pictureBox();
      const scale = width / 480;
      const hint = page.locator('[data-hint] canvas');
      // The networks are prepared meanwhile; the outline follows the first movement after that.
      await expect
        .poll(async () => {
          await page.mouse.move(left + 4 * scale, top + 290 * scale);
          await page.mouse.move(left + 120 * scale, top + 108 * scale, { steps: 3 });
          return hint.count();
        }, SLOW)
        .toBe(1);
      const outlined = await hint.evaluate((canvas: HTMLCanvasElement) => {
        const { width: columns, height: rows } = canvas;
        const data = canvas.getContext('2d')?.getImageData(0, 0, columns, rows).data ?? [];
        const xs = Array.from({ length: columns * rows }, (_, i) => i).filter((i) => data[4 * i + 3]! > 0);
        return Math.max(...xs.map((i) => i % columns)) / columns - Math.min(...xs.map((i) => i % columns)) / columns;
      });
      // The red ball is a fifth of the picture wide.
      expect(outlined).toBeGreaterThan(0.05);
      expect(outlined).toBeLessThan(0.4);
      expect(await studio.maskedPixels()).toEqual([]);
      // A click on the background removes nothing.
      await page.mouse.click(left + 20 * scale, top + 150 * scale);
      await page.getByText('No object was found there.', { exact: false }).waitFor();
      expect(await studio.maskedPixels()).toEqual([]);
      await page.mouse.click(left + 120 * scale, top + 108 * scale);
      const first = await pixelsIn(page, await saved());
      expect(first.data[4 * (108 * 480 + 120) + 2]).toBeGreaterThan(100);
      await studio.button('Try again').click();
      await expect
        .poll(async () => changedPixels(first, await pixelsIn(page, await saved())).size, SLOW)
        .toBeGreaterThan(100);
      await within(changedPixels(first, await pixelsIn(page, await saved())), 480);
      await studio.button('Undo').click();
      await expect.poll(async () => changedPixels(first, await pixelsIn(page, await saved())).size, SLOW).toBe(0);
    },
    180_000,
  );

  it.runIf(runsAll)('finds text, and fills it after one tap', async () => {
    await open('ai-object-remover', { hasTouch: true, viewport: { width: 390, height: 780 } });
    const file = await sceneFile(page, { width: 480, height: 300, type: 'image/png' });
    let answer = () => {};
    const started = new Promise<void>((resolve) => {
      answer = resolve;
    });
    // Input before the workspace has started is queued.
    await page.route('**/models/manifest.json', (route) => started.then(() => route.continue()));
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Show options' }).tap();
    await page.getByRole('button', { name: 'Find text', exact: true }).tap();
    answer();
    await page.locator('[data-phase="ready"]').first().waitFor();
    await expect.poll(async () => (await studio.maskedPixels()).length, SLOW).toBeGreaterThan(1000);
    const rows = (await studio.maskedPixels()).map(([, y]) => y);
    expect(Math.min(...rows)).toBeGreaterThan(180);
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
    await page.getByLabel('Grow the selection', { exact: true }).fill('0');
    await studio.button('Hide options').first().tap();
    await studio.button('Generate').tap();
    const found = changedPixels(await pixelsIn(page, file.buffer), await pixelsIn(page, await saved()));
    await studio.button('Show options').tap();
    await within(found, 480);
    expect(found.size).toBeGreaterThan(500);
  });
});
