import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readMetadata } from '../../site/engine/codecs/metadata.ts';
import type { Visit } from './session.ts';

/** Made by `heic/make.mjs`. */
const fixture = (name: string) => fileURLToPath(new URL(`heic/${name}`, import.meta.url));

const TIMEOUT_MS = 120_000;

/** Files of phones and scanners, in browsers that show no HEIC or TIFF, with and without a decoder of HEVC video. */
export function foreignFileTests(visit: () => Visit, url: () => string): void {
  /** Opens a file with the sharpener, which leaves even areas as they are, and returns the saved file. */
  const savedBySharpener = async (path: string): Promise<Buffer> => {
    const { open, until, untilHydrated, chooseFile, click, evaluate } = visit();
    await open(`${url()}/image-sharpener`);
    await evaluate(() => {
      // The page's policy lets nothing fetch the URL of a result.
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob: Blob) => {
        const made = create(blob);
        Object.assign(window, { [made]: blob });
        return made;
      };
    });
    await untilHydrated('input[aria-label="Choose image"]');
    await chooseFile('input[aria-label="Choose image"]', path);
    await until(() => document.querySelector('[data-phase="ready"], [data-phase="working"]') !== null);
    // The view shows the picture, not a broken image.
    await until(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].some((image) => image.naturalWidth === 88),
    );
    await click('Generate');
    await until(() => document.querySelector('a[download]') !== null);
    const base64 = await evaluate(async () => {
      const { href = '' } = document.querySelector<HTMLAnchorElement>('a[download]') ?? {};
      const blob = (window as unknown as { readonly [url: string]: Blob })[href] as Blob;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
    });
    return Buffer.from(base64, 'base64');
  };

  const QUARTERS = [
    { at: [12, 30], colour: [50, 70, 190] },
    { at: [60, 30], colour: [200, 40, 40] },
    { at: [12, 100], colour: [210, 190, 60] },
    { at: [60, 100], colour: [40, 160, 60] },
  ] as const;
  /** Checks that a saved picture is upright and has its colours. */
  const expectQuarters = async (saved: Buffer) => {
    const { data, info } = await sharp(saved).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 88, height: 120 });
    for (const { at, colour } of QUARTERS) {
      const [x, y] = at;
      const found = [0, 1, 2].map((channel) => data[info.channels * (y * 88 + x) + channel] ?? 0);
      for (const channel of [0, 1, 2] as const)
        expect(Math.abs((found[channel] ?? 0) - colour[channel]), `${at}: ${found}`).toBeLessThan(7);
    }
  };

  it('reads HEIC: tiles, a turn, a profile and EXIF of a phone', { timeout: TIMEOUT_MS }, async () => {
    const saved = await savedBySharpener(fixture('photo.heic'));
    await expectQuarters(saved);
    const { format, orientation } = await sharp(saved).metadata();
    expect({ format, orientation }).toEqual({ format: 'jpeg', orientation: 1 });
    const { exif } = readMetadata(new Uint8Array(saved));
    expect(Buffer.from(exif ?? []).toString('latin1')).toContain('Safelight');
  });

  it('reads TIFF: 16 bits, tiles and a turn of a scanner', { timeout: TIMEOUT_MS }, async () => {
    const quarter = ([red, green, blue]: readonly [number, number, number], left: number, top: number) => ({
      input: { create: { width: 44, height: 60, channels: 3 as const, background: { r: red, g: green, b: blue } } },
      left,
      top,
    });
    const parts = QUARTERS.map(({ colour }, i) => quarter(colour, 44 * (i % 2), 60 * Math.floor(i / 2)));
    const upright = await sharp({ create: { width: 88, height: 120, channels: 3, background: 'white' } })
      .composite(parts)
      .png()
      .toBuffer();
    const turned = sharp(await sharp(upright).rotate(90).toBuffer())
      .toColourspace('rgb16')
      .withMetadata({ orientation: 8 });
    const file = join(mkdtempSync(join(tmpdir(), 'scan-')), 'scan.tif');
    await turned.tiff({ compression: 'lzw', tile: true, tileWidth: 32, tileHeight: 32 }).toFile(file);
    await expectQuarters(await savedBySharpener(file));
  });
}
