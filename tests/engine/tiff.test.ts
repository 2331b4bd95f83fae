import sharp, { type Sharp, type TiffOptions } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tiff, tiffFields } from '../tiff.ts';
import { B, decode, G, near, quarters, R, W } from './files.ts';
import { type Laboratory, openLaboratory } from './lab.ts';

let lab: Laboratory;
beforeAll(async () => {
  lab = await openLaboratory();
});
afterAll(() => lab.close());

/** The quarters of the browser as a TIFF file of libvips. */
const written = async (options: TiffOptions, change = (image: Sharp) => image) =>
  Uint8Array.from(
    await change(sharp(await quarters(lab, 'image/png')).removeAlpha())
      .tiff(options)
      .toBuffer(),
  );

describe('TIFF', () => {
  it.each([
    ['none', { compression: 'none' }],
    ['LZW with differences', { compression: 'lzw', predictor: 'horizontal' }],
    ['deflate', { compression: 'deflate' }],
    ['PackBits', { compression: 'packbits' }],
    ['JPEG', { compression: 'jpeg', quality: 95 }],
    ['tiles', { compression: 'lzw', tile: true, tileWidth: 16, tileHeight: 16 }],
  ] as const)('is read with its compression: %s', async (_, options) => {
    const decoded = await decode(lab, await written(options));
    expect(decoded.info).toMatchObject({ type: 'image/tiff', width: 60, height: 40, hasAlpha: false, animated: false });
    expect(near(decoded.colours)).toEqual([R, G, B, W]);
  });

  it('is read with 16 bits, in grey and in print colours', async () => {
    const deep = await decode(lab, await written({ compression: 'lzw' }, (image) => image.toColourspace('rgb16')));
    expect([deep.info?.bitsPerChannel, deep.colours]).toEqual([16, [R, G, B, W].map((colour) => [...colour, 255])]);
    const inks = tiff({ fields: tiffFields(2, 1, 5), pixels: [0, 255, 255, 0, 255, 0, 255, 51] });
    expect((await decode(lab, inks)).colours.slice(0, 2)).toEqual([
      [255, 0, 0, 255],
      [0, 204, 0, 255],
    ]);
    const grey = (colours: number) => tiff({ fields: tiffFields(2, 1, colours), pixels: [0, 200] });
    expect((await decode(lab, grey(1))).colours[1]).toEqual([200, 200, 200, 255]);
    expect((await decode(lab, grey(0))).colours[1]).toEqual([55, 55, 55, 255]);
  });

  it('is read with a palette', async () => {
    const palette = Array.from({ length: 768 }, (_, i) => ({ 7: 65535, [256 + 7]: 0, [512 + 7]: 32896 })[i] ?? 0);
    const fields = [...tiffFields(2, 1, 3), [0x0140, ...palette] as const];
    expect((await decode(lab, tiff({ fields, pixels: [0, 7] }))).colours.slice(0, 2)).toEqual([
      [0, 0, 0, 255],
      [255, 0, 128, 255],
    ]);
  });

  it('keeps transparency, also where colours are multiplied by it', async () => {
    const pixels = [50, 100, 0, 128, 200, 100, 0, 255];
    const fields = (kind: number) => [
      ...tiffFields(2, 1, 2).filter(([tag]) => tag !== 0x0102 && tag !== 0x0115),
      ...([
        [0x0102, 8, 8, 8, 8],
        [0x0115, 4],
        [0x0152, kind],
      ] as const),
    ];
    const plain = await decode(lab, tiff({ fields: fields(2), pixels }));
    expect(plain.info?.hasAlpha).toBe(true);
    expect(plain.colours.slice(0, 2)).toEqual([
      [50, 100, 0, 128],
      [200, 100, 0, 255],
    ]);
    const multiplied = await decode(lab, tiff({ fields: fields(1), pixels }));
    expect(multiplied.colours[0]).toEqual([100, 199, 0, 128]);
  });

  it.each([
    [2, [60, 40], [G, R, W, B]],
    [3, [60, 40], [W, B, G, R]],
    [4, [60, 40], [B, W, R, G]],
    [5, [40, 60], [R, B, G, W]],
    [6, [40, 60], [B, R, W, G]],
    [7, [40, 60], [W, G, B, R]],
    [8, [40, 60], [G, W, R, B]],
  ] as const)('is turned upright: orientation %i', async (orientation, [width, height], expected) => {
    const file = await written({ compression: 'lzw' }, (image) => image.withMetadata({ orientation }));
    const decoded = await decode(lab, file);
    expect(decoded.info).toMatchObject({ width, height });
    expect(near(decoded.colours)).toEqual(expected);
  });

  it('keeps a profile of Display P3', async () => {
    const wide = await written({ compression: 'lzw' }, (image) => image.withIccProfile('p3'));
    expect((await decode(lab, wide)).info).toMatchObject({ colorSpace: 'display-p3', metadata: { profile: true } });
  });

  it('of several pages is the first; damaged and raw ones are reported', async () => {
    const page = (value: number) => ({ fields: tiffFields(2, 1, 1), pixels: [value, value] });
    const { info, colours } = await decode(lab, tiff(page(90), page(30)));
    expect([info?.animated, colours[0]]).toEqual([true, [90, 90, 90, 255]]);
    const whole = await written({ compression: 'lzw' });
    for (const file of [whole.fill(0xff, 8, 60), tiff({ fields: [...page(9).fields, [0x00fe, 1]], pixels: [9, 9] })])
      expect((await decode(lab, file)).error).toBe('file.tiff');
    expect(lab.complaints).toEqual([]);
  });

  it('is not called damaged where its decoder cannot be loaded', async () => {
    const offline = await openLaboratory();
    const requested = new Promise<void>((resolve) => {
      void offline.page.context().route(/geotiff/, (route) => {
        resolve();
        return route.abort();
      });
    });
    const { error } = await decode(offline, await written({ compression: 'lzw' }));
    await requested;
    expect(error).toBe('job.notLoaded');
    await offline.close();
  });
});
