import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import startDecoder from '@jsquash/jxl/codec/dec/jxl_dec.js';
import startEncoder from '@jsquash/jxl/codec/enc/jxl_enc.js';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { type JxlDecoder, type JxlEncoder, jxlWriterOf, readJxl } from '../../site/engine/codecs/jpeg-xl.ts';
import { readMetadata } from '../../site/engine/codecs/metadata.ts';
import { isDisplayP3, readProfile } from '../../site/engine/codecs/profile.ts';
import { sniff } from '../../site/engine/codecs/sniff.ts';
import { type StartCodec, startCodec } from '../../site/engine/codecs/wasm-codec.ts';
import type { Pixels } from '../../site/engine/types.ts';
import { openHydrated } from './pages.ts';
import { contentOf, type PictureFile, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { runsAll } from './real-site.ts';
import { storedParts } from './stored-parts.ts';
import { unzipped } from './unzipped.ts';
import { visitSite } from './visited-site.ts';

const urlOf = (file: string) => {
  const binary = readFileSync(createRequire(import.meta.url).resolve(`@jsquash/jxl/codec/${file}`));
  return `data:application/wasm;base64,${binary.toString('base64')}`;
};
const decoder = () => startCodec(startDecoder as unknown as StartCodec<JxlDecoder>, urlOf('dec/jxl_dec.wasm'));
const encoder = () => startCodec(startEncoder as unknown as StartCodec<JxlEncoder>, urlOf('enc/jxl_enc.wasm'));

const disc = paintedBy({ width: 96, height: 72 }, (x, y) =>
  Math.hypot(x - 48, y - 36) < 22 ? [200, 40, 30] : [240, 240, 236],
);
const at = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4),
];
/** Expects two colours to differ by at most `limit` in each channel. */
const expectNear = (colour: readonly number[], expected: readonly number[], limit: number) => {
  for (const [i, value] of expected.entries()) expect(Math.abs((colour[i] ?? 0) - value)).toBeLessThanOrEqual(limit);
};

/** Type of the clipboard's first item, if the page may read it; runs in the page. */
const copiedType = async () => (await navigator.clipboard.read())[0]?.types[0];

describe.runIf(runsAll)('files that the site encodes by itself, in a browser that cannot read JPEG XL', () => {
  const site = visitSite({ args: ['--disable-features=JXLImageFormat'] });
  let page: Page;
  let requests: string[];
  afterEach(() => page?.context().close());

  const open = async (path: string) => {
    const context = await site.browser.newContext({ reducedMotion: 'reduce' });
    page = await context.newPage();
    page.on('dialog', (dialog) => dialog.accept());
    requests = [];
    page.context().on('request', (request) => requests.push(request.url()));
    await openHydrated(page, `${site.url}/${path}`);
  };
  const choose = (file: PictureFile) => page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
  const generate = async () => {
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  };
  /** Saves the result in a format, and returns the name and content of the file. */
  const savedAs = async (type: string) => {
    await page.getByLabel('Format', { exact: true }).selectOption(type);
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const extension = type === 'image/jxl' ? '.jxl' : '.jpg';
    await expect.poll(() => link.getAttribute('download').catch(() => ''), { timeout: 30_000 }).toContain(extension);
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    return { name: file.suggestedFilename(), bytes: Uint8Array.from(await contentOf(file)) };
  };
  const decoded = async (bytes: Uint8Array<ArrayBuffer>) => readJxl(await decoder(), bytes) as Pixels;
  /** Waits until all pictures of the view, and at least `count`, are shown. */
  const untilShown = (count: number) =>
    page.waitForFunction((count) => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('main img[src^="blob:"]')];
      return pictures.length >= count && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    }, count);
  /** Types of the values that the page stores of its unfinished work. */
  const storedTypes = async () => (await storedParts(page)).map(({ type }) => type).sort();
  /** A green rectangle on white, in colours of Display P3. */
  const wideFile = async (): Promise<PictureFile> => {
    const bytes = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(96, 72);
      const context = canvas.getContext('2d', { colorSpace: 'display-p3' }) as OffscreenCanvasRenderingContext2D;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 96, 72);
      context.fillStyle = 'color(display-p3 0.3 0.6 0.2)';
      context.fillRect(24, 18, 48, 36);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
    });
    return { name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
  };

  it('are JPEG XL files with transparency, which the page shows, continues with, and restores', async () => {
    await open('remove-background-from-logo');
    await choose(await pngFile('logo.png', disc));
    await generate();
    expect(requests.filter((url) => /jxl_/.test(url))).toEqual([]);
    const { name, bytes } = await savedAs('image/jxl');
    expect(name).toMatch(/^logo-.*\.jxl$/);
    expect(sniff(bytes)).toBe('image/jxl');
    const result = await decoded(bytes);
    expect([result.width, result.height, at(result, 3, 3)[3]]).toEqual([96, 72, 0]);
    expectNear(at(result, 48, 36), [200, 40, 30, 255], 6);
    expect(requests.filter((url) => /jxl_enc.*\.wasm/.test(url)).length).toBeGreaterThan(0);
    await untilShown(2);

    // The record, the picture and the result.
    await expect.poll(storedTypes, { timeout: 15_000 }).toEqual(['', 'image/jxl', 'image/png']);
    await page.reload();
    await page
      .getByRole('region', { name: 'Unfinished work', exact: true })
      .getByRole('button', { name: 'Continue' })
      .click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
    await untilShown(2);

    await page.getByRole('button', { name: 'All tools' }).or(page.getByLabel('All tools')).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Image sharpener' }).click();
    await page.locator('[data-phase=ready]').waitFor();
    await untilShown(1);
  });

  it('are JPEG XL files in the archive of several results, and PNG on the clipboard', async () => {
    await open('remove-background-from-logo');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page
      .getByLabel('Choose image', { exact: true })
      .setInputFiles([await pngFile('one.png', disc), await pngFile('two.png', disc)]);
    await page.getByText('2 pictures are ready').waitFor();
    await savedAs('image/jxl');
    const all = page.getByRole('button', { name: 'Download all (ZIP)', exact: true });
    const [saved] = await Promise.all([page.waitForEvent('download'), all.click()]);
    const files = unzipped(Buffer.from(await contentOf(saved)));
    expect([...files.keys()].sort()).toEqual([
      expect.stringMatching(/^one-.*\.jxl$/),
      expect.stringMatching(/^two-.*\.jxl$/),
    ]);
    for (const bytes of files.values())
      expectNear(at(await decoded(Uint8Array.from(bytes)), 48, 36), [200, 40, 30, 255], 6);

    await page.getByRole('button', { name: 'Copy picture', exact: true }).click();
    await expect.poll(() => page.evaluate(copiedType), { timeout: 15_000 }).toBe('image/png');
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const png = (await item?.getType('image/png')) as Blob;
      return [...new Uint8Array(await png.arrayBuffer())];
    });
    const picture = await pixelsIn(page, Uint8Array.from(copied));
    expect(at(picture, 3, 3)[3]).toBe(0);
    expectNear(at(picture, 48, 36), [200, 40, 30, 255], 6);
  });

  it('keep the colours of a picture of Display P3: JPEG its profile, JPEG XL in sRGB', async () => {
    await open('image-sharpener');
    await choose(await wideFile());
    await generate();
    const jpeg = await savedAs('image/jpeg');
    const profile = await readProfile(jpeg.bytes);
    expect(profile && isDisplayP3(profile)).toBe(true);
    expect(readMetadata(jpeg.bytes).exif).toBeNull();
    const shown = at(await pixelsIn(page, jpeg.bytes), 48, 36);
    const wide = at(await pixelsIn(page, (await wideFile()).buffer), 48, 36);
    expectNear(shown, wide, 5);
    const jxl = await savedAs('image/jxl');
    expectNear(at(await decoded(jxl.bytes), 48, 36), wide, 8);
    expect(requests.some((url) => /mozjpeg_enc.*\.wasm/.test(url))).toBe(true);
  });

  it('are JPEG XL files from the picture converter, which compares them with the original', async () => {
    await open('dev-utils/pic-converter');
    const input = page.locator('input[type=file]').first();
    const { name, mimeType, buffer } = await pngFile('disc.png', disc);
    await input.setInputFiles({ name, mimeType, buffer });
    await page.getByLabel('Convert to').selectOption('image/jxl');
    await page.getByText('Lossless at quality 100.').waitFor();
    const button = page.getByRole('button', { name: 'Download', exact: true });
    await expect.poll(() => button.isEnabled(), { timeout: 15_000 }).toBe(true);
    await expect.poll(() => requests.some((url) => /jxl_dec.*\.wasm/.test(url)), { timeout: 15_000 }).toBe(true);
    await untilShown(2);
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('disc.jxl');
    expectNear(at(await decoded(Uint8Array.from(await contentOf(file))), 48, 36), [200, 40, 30, 255], 12);
  });

  it('are opened as well, and shown', async () => {
    const file = jxlWriterOf(await encoder())(disc, 1);
    await open('remove-background-from-logo');
    // Systems that do not know the format give its files no type.
    await choose({ name: 'disc.jxl', mimeType: '', buffer: Buffer.from(file) });
    const link = page.getByRole('link', { name: 'Download', exact: true });
    const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const result = await pixelsIn(page, await contentOf(saved));
    expect([at(result, 3, 3)[3], at(result, 48, 36)]).toEqual([0, [200, 40, 30, 255]]);
    await untilShown(3);
  });
});
