import { describe, expect, it } from 'vitest';
import { matteByCrops } from '../../../../../site/engine/adapters/matte-crops.ts';
import type { Pixels, Plane } from '../../../../../site/engine/types.ts';
import { picture } from './runner.ts';

const SIDE = 200;
/** Red at the columns of the subject, from 60 to 100; blue elsewhere. */
const scene = picture(SIDE, 120, (x, y) =>
  x >= 60 && x < 100 && y >= 30 && y < 90 ? [255, 0, 0, 255] : [0, 0, 255, 255],
);

const redOf = ({ width, height, data }: Pixels): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => (data[4 * i]! > 128 ? 1 : 0)),
});
const goOn = async () => undefined;

describe('matteByCrops', () => {
  it('finds parts that only a crop shows, and crops around them again', async () => {
    const widths: number[] = [];
    // Predicts the left half of the subject in the whole picture, and the whole subject in a crop.
    const predict = async (crop: Pixels): Promise<Plane> => {
      widths.push(crop.width);
      const all = redOf(crop);
      if (crop.width < SIDE) return all;
      return { ...all, data: all.data.map((value, i) => (i % SIDE < 80 ? value : 0)) };
    };
    const found = await matteByCrops(scene, predict, goOn);
    expect([...found.data]).toEqual([...redOf(scene).data]);
    expect(widths[0]).toBe(SIDE);
    expect(widths.length).toBeGreaterThan(2);
  });

  it('skips a crop that shows nearly the same as an earlier one', async () => {
    let crops = 0;
    const everything = picture(60, 40, () => [255, 0, 0, 255]);
    const predict = async (crop: Pixels) => {
      crops += 1;
      return redOf(crop);
    };
    await matteByCrops(everything, predict, goOn);
    expect(crops).toBe(1);
  });

  it('returns an empty matte for a picture without a subject', async () => {
    const none = picture(60, 40, () => [0, 0, 255, 255]);
    const found = await matteByCrops(none, async (crop) => redOf(crop), goOn);
    expect(found.data.every((value) => value === 0)).toBe(true);
  });

  it('stops between two crops if the job is cancelled', async () => {
    const cancelled = matteByCrops(
      scene,
      async (crop) => redOf(crop),
      () => Promise.reject(new Error('stopped')),
    );
    await expect(cancelled).rejects.toThrow('stopped');
  });
});
