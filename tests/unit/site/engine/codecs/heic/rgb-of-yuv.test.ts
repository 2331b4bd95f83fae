import { describe, expect, it } from 'vitest';
import { rgbOfYuv } from '../../../../../../site/engine/codecs/heic/rgb-of-yuv.ts';

/** A frame of 4 × 2 pixels of one colour. */
const frame = (y: number, cb: number, cr: number) => ({
  width: 4,
  height: 2,
  data: Uint8Array.of(...Array(8).fill(y), cb, cb, cr, cr),
});
const pixel = (data: Uint8ClampedArray, index: number) => [...data.subarray(4 * index, 4 * index + 4)];

describe('rgbOfYuv', () => {
  it('keeps the ends of both ranges', () => {
    expect(pixel(rgbOfYuv(frame(255, 128, 128), { matrix: 6, fullRange: true }).data, 0)).toEqual([255, 255, 255, 255]);
    expect(pixel(rgbOfYuv(frame(235, 128, 128), { matrix: 6, fullRange: false }).data, 7)).toEqual([
      255, 255, 255, 255,
    ]);
    expect(pixel(rgbOfYuv(frame(16, 128, 128), { matrix: 1, fullRange: false }).data, 3)).toEqual([0, 0, 0, 255]);
    expect(pixel(rgbOfYuv(frame(0, 128, 128), { matrix: 1, fullRange: true }).data, 3)).toEqual([0, 0, 0, 255]);
  });

  it('follows the matrix', () => {
    // Red (255, 0, 0) by the definitions of BT.601 and BT.709.
    const red601 = frame(76, 85, 255);
    const red709 = frame(63, 102, 240);
    expect(pixel(rgbOfYuv(red601, { matrix: 6, fullRange: true }).data, 5).map((v) => Math.round(v / 4))).toEqual([
      64, 0, 0, 64,
    ]);
    expect(pixel(rgbOfYuv(red709, { matrix: 1, fullRange: false }).data, 5).map((v) => Math.round(v / 4))).toEqual([
      64, 0, 0, 64,
    ]);
  });

  it('interpolates chroma between its places', () => {
    const { data } = rgbOfYuv(
      { width: 4, height: 2, data: Uint8Array.of(...Array(8).fill(128), 128, 128, 128, 168) },
      { matrix: 6, fullRange: true },
    );
    const reds = [0, 1, 2, 3].map((x) => data[4 * x] as number);
    expect(reds).toEqual([128, 156, 184, 184]);
  });
});
