import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { fromAscii } from '../../site/engine/codecs/bytes.ts';
import { pngChunk, writeMetadata } from '../../site/engine/codecs/metadata.ts';
import type { Pixels } from '../../site/engine/types.ts';
import { exifOf } from '../engine/exif.ts';
import { openHydrated } from './pages.ts';
import { contentOf, type PictureFile, paintedBy, pixelsIn, pngFile } from './pictures.ts';
import { isThorough, runsAll } from './real-site.ts';
import { Studio } from './studio.ts';
import { unzipped } from './unzipped.ts';
import { visitSite } from './visited-site.ts';

/** Encodes a PNG of any kind. `Kind`: bits per sample, and the format's colour type. */
function pngOf({ width, height }: { width: number; height: number }, [bits, colour]: Kind, rows: Uint8Array) {
  const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const header = Uint8Array.of(...word(width), ...word(height), bits, colour, 0, 0, 0);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', new Uint8Array(0))];
  const buffer = Buffer.concat([fromAscii('\x89PNG\r\n\x1a\n'), ...chunks]);
  return { name: 'kind.png', mimeType: 'image/png', buffer };
}
type Kind = readonly [bits: number, colour: number];

const site = visitSite();
let page: Page;
afterEach(() => page?.close());

async function open(tool: string): Promise<void> {
  page = await site.browser.newPage({ reducedMotion: 'reduce' });
  await openHydrated(page, `${site.url}/${tool}`);
}
const choose = (file: PictureFile | PictureFile[]) =>
  page.getByLabel('Choose image', { exact: true }).setInputFiles(file);

function fiftyMegapixels(): PictureFile {
  const size = { width: 8704, height: 5760 };
  const rows = new Uint8Array(size.height * (1 + size.width)).fill(120);
  for (let y = 0; y < size.height; y++) rows[y * (1 + size.width)] = 0;
  return pngOf(size, [8, 0], rows);
}

/** Runs a file through the tool as a visitor would, who may `adjust` its options, and decodes the saved file. */
async function processed(file: PictureFile, adjust?: () => Promise<void> | undefined): Promise<Pixels> {
  await choose(file);
  await adjust?.();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const link = page.getByRole('link', { name: 'Download', exact: true });
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return pixelsIn(page, await contentOf(saved));
}
const at = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4),
];
const disc = paintedBy({ width: 96, height: 72 }, (x, y) =>
  Math.hypot(x - 48, y - 36) < 22 ? [200, 40, 30] : [240, 240, 236],
);

/** The second network, that for selections, takes half a minute; removing objects runs it as well. */
const withoutSecond = () => (isThorough ? undefined : page.getByLabel('Thorough', { exact: true }).uncheck());

describe('each tool, from choosing a file to the content of the saved one', () => {
  it.runIf(runsAll)('cuts out a subject', { timeout: 240_000 }, async () => {
    await open('image-background-remover');
    const result = await processed(await pngFile('disc.png', disc), withoutSecond);
    expect(result).toMatchObject({ width: 96, height: 72 });
    expect([at(result, 3, 3)[3], at(result, 92, 68)[3], at(result, 48, 36)]).toEqual([0, 0, [200, 40, 30, 255]]);
  });

  it.runIf(runsAll)('says where it found no subject, until one is painted', async () => {
    await open('image-background-remover');
    const scene = paintedBy({ width: 96, height: 72 }, (x, y) => (x < 48 === y < 36 ? [200, 40, 30] : [40, 60, 200]));
    const result = await processed(await pngFile('squares.png', scene), withoutSecond);
    expect(at(result, 24, 18)[3]).toBe(0);
    const line = page.getByText('No subject found. Paint over what should stay.', { exact: true });
    await line.waitFor();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    const { left, top, width, height } = await new Studio(page).pictureBox();
    await page.mouse.click(left + width / 3, top + height / 3);
    await line.waitFor({ state: 'detached' });
  });

  it('removes the background of a logo and keeps its colour', async () => {
    await open('remove-background-from-logo');
    const result = await processed(await pngFile('logo.png', disc));
    expect([at(result, 3, 3)[3], at(result, 48, 36)]).toEqual([0, [200, 40, 30, 255]]);
  });

  it.runIf(runsAll)('shows a chosen colour as it was chosen in a picture of Display P3', async () => {
    await open('remove-background-from-logo');
    const bytes = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(96, 72);
      const context = canvas.getContext('2d', { colorSpace: 'display-p3' }) as OffscreenCanvasRenderingContext2D;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 96, 72);
      context.fillStyle = 'color(display-p3 0.1 0.6 0.2)';
      context.fillRect(24, 18, 48, 36);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())];
    });
    const file = { name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
    const result = await processed(file, async () => {
      await page.getByLabel('Recolour', { exact: true }).check();
      await page.getByLabel('New colour', { exact: true }).fill('#e02810');
    });
    // The file is of Display P3, and the browser converts it to sRGB, in which the colour was chosen.
    for (const [i, value] of [224, 40, 16].entries())
      expect(Math.abs((at(result, 48, 36)[i] as number) - value)).toBeLessThanOrEqual(3);
  });

  it.runIf(runsAll)('enlarges to twice the size and keeps the colours', async () => {
    await open('hd-picture-converter');
    const result = await processed(await pngFile('small.png', disc));
    expect(result).toMatchObject({ width: 192, height: 144 });
    for (const [pixel, colour] of [
      [at(result, 96, 72), [200, 40, 30, 255]],
      [at(result, 6, 6), [240, 240, 236, 255]],
    ] as const)
      for (const [i, value] of colour.entries()) expect(Math.abs((pixel[i] as number) - value)).toBeLessThan(6);
  });

  it.runIf(runsAll)('removes blur: the edge becomes steeper', async () => {
    await open('unblur-image');
    const soft = paintedBy({ width: 128, height: 96 }, (x, y) => {
      const edge = Math.sin(x / 9) * 8 + 48;
      return 40 + 170 / (1 + Math.exp(-(y - edge) / 2.2));
    });
    const result = await processed(await pngFile('soft.png', soft));
    const slope = (picture: Pixels) => {
      let max = 0;
      for (let y = 30; y < 66; y++)
        max = Math.max(max, (at(picture, 64, y + 1)[0] as number) - (at(picture, 64, y)[0] as number));
      return max;
    };
    expect(result).toMatchObject({ width: 128, height: 96 });
    expect(slope(result)).toBeGreaterThan(1.2 * slope(soft));
  });
});

/** A picture all of whose samples have the same byte. */
function uniformPicture(name: string, kind: Kind, bytes: number): PictureFile {
  const size = { width: 24, height: 16 };
  const rows = new Uint8Array(size.height * (1 + size.width * bytes)).fill(0x99);
  for (let y = 0; y < size.height; y++) rows[y * (1 + size.width * bytes)] = 0;
  return { ...pngOf(size, kind, rows), name };
}

describe('pictures of every kind', () => {
  it.runIf(runsAll)('are read and written: one pixel, transparent, grey, 16 bits, rotated by EXIF', async () => {
    await open('image-sharpener');
    const clear = paintedBy({ width: 32, height: 24 }, (x, y) => [x * 7, y * 9, 90]);
    for (let i = 0; i < 32 * 24; i++) clear.data[4 * i + 3] = i % 32 < 16 ? 0 : 128;
    const side = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(80, 48);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      for (const [i, colour] of ['#e02020', '#2020e0'].entries()) {
        context.fillStyle = colour;
        context.fillRect(40 * i, 0, 40, 48);
      }
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer())];
    });
    const turned = writeMetadata(Uint8Array.from(side), {
      exif: exifOf({ orientation: 6 }),
      xmp: null,
      profile: false,
    });
    await choose([
      await pngFile(
        'dot.png',
        paintedBy({ width: 1, height: 1 }, () => [90, 140, 200]),
      ),
      await pngFile('clear.png', clear),
      uniformPicture('grey.png', [8, 0], 1),
      uniformPicture('misty.png', [8, 4], 2),
      uniformPicture('deep.png', [16, 2], 6),
      { name: 'turned.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(turned) },
    ]);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await page.getByText('6 pictures are ready').waitFor();
    const all = page.getByRole('button', { name: 'Download all (ZIP)', exact: true });
    const [saved] = await Promise.all([page.waitForEvent('download'), all.click()]);
    const files = unzipped(Buffer.from(await contentOf(saved)));
    const read = async (name: string) => pixelsIn(page, files.get(name) as Uint8Array);
    expect(await read('dot-sharp.png')).toMatchObject({ width: 1, height: 1 });
    const kept = await read('clear-sharp.png');
    expect([at(kept, 4, 12)[3], at(kept, 28, 12)[3]]).toEqual([0, 128]);
    expect(at(await read('grey-sharp.png'), 12, 8)).toEqual([0x99, 0x99, 0x99, 255]);
    expect(at(await read('misty-sharp.png'), 12, 8)[3]).toBe(0x99);
    expect(at(await read('deep-sharp.png'), 12, 8)).toEqual([0x99, 0x99, 0x99, 255]);
    const upright = await read('turned-sharp.jpg');
    expect(upright).toMatchObject({ width: 48, height: 80 });
    expect(at(upright, 24, 12)[0]).toBeGreaterThan(200);
    expect(at(upright, 24, 68)[2]).toBeGreaterThan(200);
  });

  it.runIf(runsAll)('open at fifty megapixels, and stay open after a cancel', async () => {
    await open('image-sharpener');
    await choose(fiftyMegapixels());
    const generate = page.getByRole('button', { name: 'Generate', exact: true });
    await generate.click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await generate.waitFor();
    await page.getByText('8,704 × 5,760 px').first().waitFor();
  });

  it.runIf(runsAll)('are refused with figures when the device cannot process them', async () => {
    await open('image-sharpener');
    await choose(pngOf({ width: 30_000, height: 30_000 }, [8, 6], new Uint8Array(40)));
    await page
      .getByRole('alert')
      .getByText(/30,000 × 30,000/)
      .waitFor();
  });
});
