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
  it('finds what only a closer look shows, and where that leads', async () => {
    const widths: number[] = [];
    // In the whole it sees the left half of the subject; in a part, all of it.
    const look = async (part: Pixels): Promise<Plane> => {
      widths.push(part.width);
      const all = redOf(part);
      if (part.width < SIDE) return all;
      return { ...all, data: all.data.map((value, i) => (i % SIDE < 80 ? value : 0)) };
    };
    const found = await matteByCrops(scene, look, goOn);
    expect([...found.data]).toEqual([...redOf(scene).data]);
    expect(widths[0]).toBe(SIDE);
    expect(widths.length).toBeGreaterThan(2);
  });

  it('does not look twice at the same part', async () => {
    let looks = 0;
    const everything = picture(60, 40, () => [255, 0, 0, 255]);
    const look = async (part: Pixels) => {
      looks += 1;
      return redOf(part);
    };
    await matteByCrops(everything, look, goOn);
    expect(looks).toBe(1);
  });

  it('gives an empty matte of a picture without a subject', async () => {
    const none = picture(60, 40, () => [0, 0, 255, 255]);
    const found = await matteByCrops(none, async (part) => redOf(part), goOn);
    expect(found.data.every((value) => value === 0)).toBe(true);
  });

  it('stops between two looks after a cancel', async () => {
    const cancelled = matteByCrops(
      scene,
      async (part) => redOf(part),
      () => Promise.reject(new Error('stopped')),
    );
    await expect(cancelled).rejects.toThrow('stopped');
  });
});
