import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concatBytes, fromAscii, u32Bytes } from '../../site/engine/codecs/bytes.ts';
import { pngChunk, writeMetadata } from '../../site/engine/codecs/metadata.ts';
import { isDisplayP3, readProfile } from '../../site/engine/codecs/profile.ts';
import { exifOf } from './exif.ts';
import { B, base64, decode, G, near, quarters, R, W } from './files.ts';
import { type Laboratory, openLaboratory } from './lab.ts';
import { bmp, gif } from './pictures.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.close());

/** Made by `tests/browsers/heic/make.mjs`. */
const heic = (name: string) => new Uint8Array(readFileSync(new URL(`../browsers/heic/${name}`, import.meta.url)));

describe('decoding', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp'])('reads %s', async (type) => {
    const { info, colours } = await decode(lab, await quarters(lab, type));
    expect(info).toMatchObject({ type, width: 60, height: 40, animated: false });
    expect(near(colours)).toEqual([R, G, B, W]);
  });

  it.each(['Windows', 'OS/2'] as const)('reads BMP of %s', async (header) => {
    const { info, colours } = await decode(
      lab,
      bmp({ width: 7, height: 5, header }, (x, y) => (y < 2 ? (x < 3 ? R : G) : x < 3 ? B : W)),
    );
    expect(info).toMatchObject({ type: 'image/bmp', width: 7, height: 5, hasAlpha: false });
    expect(near(colours)).toEqual([R, G, B, W]);
  });

  it('reads the first frame of a GIF, and reports that it is animated', async () => {
    const { info, colours } = await decode(lab, gif(30, 20, [B, R]));
    expect(info).toMatchObject({ type: 'image/gif', width: 30, height: 20, animated: true });
    expect(near(colours)).toEqual([B, B, B, B]);
    expect((await decode(lab, gif(3, 2, [G]))).info).toMatchObject({ animated: false });
  });

  it.each([
    [1, [60, 40], [R, G, B, W]],
    [2, [60, 40], [G, R, W, B]],
    [3, [60, 40], [W, B, G, R]],
    [4, [60, 40], [B, W, R, G]],
    [5, [40, 60], [R, B, G, W]],
    [6, [40, 60], [B, R, W, G]],
    [7, [40, 60], [W, G, B, R]],
    [8, [40, 60], [G, W, R, B]],
  ] as const)('turns a picture upright: orientation %i', async (orientation, [width, height], expected) => {
    const exif = exifOf({ orientation });
    const png = await quarters(lab, 'image/png');
    const files = {
      'image/jpeg': await quarters(lab, 'image/jpeg'),
      'image/png with opacity': png,
      'image/png': Uint8Array.from(await sharp(png).removeAlpha().png().toBuffer()),
    };
    for (const [name, file] of Object.entries(files)) {
      const { info, colours } = await decode(lab, writeMetadata(file, { exif, xmp: null, profile: false }));
      expect(info, name).toMatchObject({ width, height, metadata: { exif: true, gps: false } });
      expect(info?.hasAlpha, name).toBe(name.includes('opacity'));
      expect(near(colours), name).toEqual(expected);
    }
  });

  /** A file of one colour, with the profile that the browser writes for its canvas, and the values of that colour. */
  const wideFile = (type: string) =>
    lab.page.evaluate(async (mimeType) => {
      const canvas = new OffscreenCanvas(64, 48);
      const context = canvas.getContext('2d', { colorSpace: 'display-p3' }) as OffscreenCanvasRenderingContext2D;
      context.fillStyle = 'color(display-p3 0.9 0.2 0.1)';
      context.fillRect(0, 0, 64, 48);
      const blob = await canvas.convertToBlob({ type: mimeType, quality: 1 });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    }, type);
  const WIDE = [230, 51, 26];
  const isWide = (colour: readonly number[] | undefined) =>
    WIDE.every((value, channel) => Math.abs((colour?.[channel] ?? 0) - value) <= 3);

  it.each(['image/jpeg', 'image/png', 'image/webp'])('keeps the colours of Display P3: %s', async (type) => {
    const file = Uint8Array.from(Buffer.from(await wideFile(type), 'base64'));
    expect(isDisplayP3((await readProfile(file))!)).toBe(true);
    const { info, colours } = await decode(lab, file);
    expect(info).toMatchObject({ colorSpace: 'display-p3', metadata: { profile: true } });
    expect(isWide(colours[0])).toBe(true);
  });

  it.each(['image/jpeg', 'image/png', 'image/webp'] as const)(
    'writes colours of Display P3 with the profile of the original: %s',
    async (type) => {
      const original = await wideFile('image/jpeg');
      for (const metadata of ['strip', 'keep'] as const) {
        const written = await lab.page.evaluate(
          async ({ content, options }) => {
            const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
            const { job, run, step } = window.lab;
            const blob = new Blob([bytes]);
            const encode = {
              picture: 'result',
              svg: null,
              original: blob,
              options: { ...options, quality: 1, matte: [255, 255, 255] },
            } as const;
            const { outcome } = await run(job(blob, [step('same')], { results: [], encode }));
            const saved = outcome.ok ? outcome.value.encoded : null;
            if (!saved || saved.error) return null;
            return btoa(String.fromCharCode(...new Uint8Array(await saved.file.arrayBuffer())));
          },
          { content: original, options: { type, metadata } as const },
        );
        const file = Uint8Array.from(Buffer.from(written!, 'base64'));
        const profiles = await Promise.all([
          readProfile(file),
          readProfile(Uint8Array.from(Buffer.from(original, 'base64'))),
        ]);
        expect(profiles[0]).toEqual(profiles[1]);
        const { info, colours } = await decode(lab, file);
        expect(info).toMatchObject({ type, colorSpace: 'display-p3' });
        expect(isWide(colours[0])).toBe(true);
      }
    },
  );

  it.each([
    ['16 bits', 16, 2, [0xff, 0xff, 0x80, 0x80, 0, 0], [255, 128, 0, 255]],
    ['grey', 8, 0, [99], [99, 99, 99, 255]],
    ['translucent 16 bits', 16, 6, [0xff, 0xff, 0x80, 0x80, 0, 0, 0x0a, 0x0a], [255, 128, 0, 10]],
  ] as const)('reads PNG of one pixel: %s', async (...[, bits, colour, samples, expected]) => {
    const header = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, bits, colour, 0, 0, 0);
    const chunks = [
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Uint8Array.of(0, ...samples))),
      pngChunk('IEND', new Uint8Array(0)),
    ];
    const { info, colours } = await decode(lab, concatBytes([fromAscii('\x89PNG\r\n\x1a\n'), ...chunks]));
    expect(info).toMatchObject({ width: 1, height: 1, bitsPerChannel: bits, hasAlpha: colour === 6 });
    expect(colours[0]).toEqual(expected);
  });

  it.each([
    ['that is sRGB', 45455, [20, 60, 120, 255]],
    ['of another kind', 100000, null],
  ])('reads colours of a PNG with a gamma %s', async (_, gamma, expected) => {
    const primaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000];
    const chunks = [
      pngChunk('IHDR', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0)),
      pngChunk('gAMA', u32Bytes(gamma)),
      pngChunk('cHRM', concatBytes(primaries.map(u32Bytes))),
      pngChunk('IDAT', deflateSync(Uint8Array.of(0, 20, 60, 120))),
      pngChunk('IEND', new Uint8Array(0)),
    ];
    const { colours } = await decode(lab, concatBytes([fromAscii('\x89PNG\r\n\x1a\n'), ...chunks]));
    if (expected) expect(colours[0]).toEqual(expected);
    else expect(colours[0]![0]).toBeGreaterThan(60);
  });

  it('reads HEIC: tiles, a turn and a profile', async () => {
    const { info, colours } = await decode(lab, heic('photo.heic'));
    expect(info).toMatchObject({ type: 'image/heic', width: 88, height: 120, hasAlpha: false });
    // In Display P3, which is kept.
    const expected = [
      [54, 69, 183],
      [184, 56, 49],
      [207, 191, 84],
      [80, 158, 73],
    ];
    for (const [index, colour] of colours.entries())
      for (const channel of [0, 1, 2] as const)
        expect(Math.abs(colour[channel]! - expected[index]![channel]!), `${colour}`).toBeLessThan(7);
  });

  it('reads HEIC with transparency', async () => {
    const { info, colours } = await decode(lab, heic('cut-out.heic'));
    expect(info).toMatchObject({ type: 'image/heic', width: 61, height: 40, hasAlpha: true });
    const [left, right] = colours as [readonly number[], readonly number[]];
    for (const [channel, value] of [40, 80, 200, 255].entries())
      expect(Math.abs(left[channel]! - value)).toBeLessThan(7);
    for (const [channel, value] of [40, 80, 200, 128].entries())
      expect(Math.abs(right[channel]! - value)).toBeLessThan(7);
  });

  it('reports what is wrong with a file', async () => {
    const jpeg = await quarters(lab, 'image/jpeg');
    const png = await quarters(lab, 'image/png');
    const webp = await quarters(lab, 'image/webp');
    const damaged = [jpeg.slice(0, -300), png.slice(0, -20), webp.slice(0, -20), gif(30, 20, [B]).slice(0, 420)];
    for (const file of damaged) expect((await decode(lab, file)).error).toBe('file.damaged');
    expect((await decode(lab, jpeg.fill(0, 20, 200))).error).toBe('file.damaged');
    expect((await decode(lab, new Uint8Array(0))).error).toBe('file.empty');
    expect((await decode(lab, new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).error).toBe(
      'file.wrongType',
    );
    expect((await decode(lab, new TextEncoder().encode('a letter'))).error).toBe('file.notAPicture');
    const empty = Uint8Array.from([0, 0, 0, 16, ...new TextEncoder().encode('ftypheic\0\0\0\0')]);
    expect((await decode(lab, empty)).error).toBe('file.heic');
  });
});

describe('a picture whose header exceeds the limits of the device', () => {
  it('is refused with figures before it is decoded', async () => {
    const size = Uint8Array.of(0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6, 0, 0, 0);
    const bomb = [pngChunk('IHDR', size), pngChunk('IDAT', new Uint8Array(40)), pngChunk('IEND', new Uint8Array(0))];
    const file = concatBytes([fromAscii('\x89PNG\r\n\x1a\n'), ...bomb]);
    const outcome = await lab.page.evaluate(async (content) => {
      const { engine, bytes, job } = window.lab;
      const { source } = job(bytes(content, 'image/png'), []).job;
      if (source.kind !== 'file') throw new Error('not a file');
      return engine.open(source, { signal: new AbortController().signal });
    }, base64(file));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'file.tooLarge', width: 30_000, height: 30_000, needed: 7.2e9, suggestedSize: null },
    });
  });
});

describe('a picture of 50 megapixels', () => {
  it('is opened, processed and encoded without a crash', async () => {
    const found = await lab.page.evaluate(async () => {
      const { create, draw, job, step } = window.lab;
      const engine = create();
      const { signal } = new AbortController();
      const [width, height] = [8704, 5760];
      const blob = await draw({ width, height, type: 'image/jpeg', parts: [['#08f', 0.25, 0.25, 0.5, 0.5]] });
      const { outcome } = await engine
        .run(job(blob, [step('negative')]), { signal })
        .then((done) => ({ outcome: done }));
      if (!outcome.ok) return { error: outcome.error };
      const { result } = outcome.value.values;
      if (!result || !('data' in result)) return { error: 'no pixels' };
      const at = 4 * ((height / 2) * width + width / 2);
      const middle = [...result.data.slice(at, at + 4)];
      const options = { type: 'image/png', quality: 1, metadata: 'strip', matte: [0, 0, 0] } as const;
      const encoded = await engine.encode({ pixels: result as never, options, original: null }, { signal });
      const { lastEnd, started } = engine.state();
      engine.close();
      return { middle, pixels: result.data.length / 4, png: encoded.ok && encoded.value.size > 1000, lastEnd, started };
    });
    expect(found).toMatchObject({ pixels: 8704 * 5760, png: true, lastEnd: null, started: 1 });
    const [red = 0, green = 0, blue = 0, alpha] = found.middle ?? [];
    expect([Math.round(red / 10), Math.round(green / 10), Math.round(blue / 10), alpha]).toEqual([26, 12, 0, 255]);
  });
});
