import { describe, expect, it } from 'vitest';
import { type ColourPlanes, rgbOfYuv } from '../../../../../../site/engine/codecs/heic/rgb-of-yuv.ts';

/** A picture of 4 × 2 pixels with half the chroma in both directions. */
const halved = (luma: readonly number[], cb: readonly number[], cr: readonly number[]): ColourPlanes => ({
  ...{ width: 4, height: 2, across: 2, down: 2 },
  planes: [luma, cb, cr].map((values) => ({ bits: 8, values: Uint8Array.from(values) })),
});
/** A picture of one colour. */
const frame = (y: number, cb: number, cr: number) => halved(Array(8).fill(y), [cb, cb], [cr, cr]);
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
    const { data } = rgbOfYuv(halved(Array(8).fill(128), [128, 128], [128, 168]), { matrix: 6, fullRange: true });
    const reds = [0, 1, 2, 3].map((x) => data[4 * x] as number);
    expect(reds).toEqual([128, 156, 184, 184]);
  });

  it('reads chroma of full size, more bits, and grey', () => {
    const full: ColourPlanes = {
      ...{ width: 2, height: 1, across: 1, down: 1 },
      planes: [
        [304, 1023],
        [340, 512],
        [1023, 512],
      ].map((values) => ({ bits: 10, values: Uint16Array.from(values) })),
    };
    const { data } = rgbOfYuv(full, { matrix: 6, fullRange: true });
    expect(pixel(data, 0).map((v) => Math.round(v / 4))).toEqual([64, 0, 0, 64]);
    expect(pixel(data, 1)).toEqual([255, 255, 255, 255]);
    const [luma] = frame(235, 0, 0).planes as [ColourPlanes['planes'][number]];
    const grey = rgbOfYuv({ ...frame(0, 0, 0), planes: [luma] }, { matrix: 1, fullRange: false });
    expect(pixel(grey.data, 7)).toEqual([255, 255, 255, 255]);
  });
});
