import { describe, expect, it } from 'vitest';
import { followed } from '../../../../../../site/engine/ops/restore/follow.ts';
import type { Mask, Plane } from '../../../../../../site/engine/types.ts';

const SIZE = { width: 240, height: 120 };
/** Along a bend of radius 300 pixels, as a scratch runs. */
const row = (x: number) => 30 + Math.round(((x - 20) * (x - 20)) / 600);
const drawn = (value: (x: number, y: number) => number): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: 240 * 120 }, (_, i) => value(i % 240, Math.floor(i / 240))),
});
const isOn = (x: number, y: number) => x >= 20 && x < 200 && Math.abs(y - row(x)) <= 1;
/** Found for sure on its first third. */
const found: Mask = {
  ...SIZE,
  data: Uint8Array.from(drawn((x, y) => (isOn(x, y) && x < 80 ? 255 : 0)).data),
};
const ground = (x: number, y: number) => 0.4 + 0.02 * Math.sin(x * 1.7) * Math.sin(y * 2.3);
const scratch = drawn((x, y) => (isOn(x, y) ? 0.7 : ground(x, y)));
const plain = drawn(ground);
const faint = drawn((x, y) => (isOn(x, y) ? -2 : -5));
const covered = ({ data }: Mask, from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => data[row(from + k) * 240 + from + k]!).filter((value) => value > 0)
    .length;
const areaOf = ({ data }: Mask) => data.filter((value) => value > 0).length;

describe('a stroke that is found in part', () => {
  it('is followed along its bend to where it ends', () => {
    const mask = followed(found, { likely: faint, luma: scratch }, 0);
    expect(covered(mask, 80, 195)).toBeGreaterThan(105);
    expect(areaOf(mask)).toBeLessThan(3 * 180 * 1.5);
  });

  it('is followed where it is darker than its ground, too', () => {
    const dark = drawn((x, y) => (isOn(x, y) ? 0.1 : ground(x, y)));
    expect(covered(followed(found, { likely: faint, luma: dark }, 0), 80, 195)).toBeGreaterThan(105);
  });

  it('is followed across a gap where its ground is as light as it is', () => {
    const lit = (x: number) => x >= 110 && x < 114;
    const luma = drawn((x, y) => (lit(x) ? 0.7 : scratch.data[y * 240 + x]!));
    const likely = drawn((x, y) => (lit(x) ? -5 : faint.data[y * 240 + x]!));
    expect(covered(followed(found, { likely, luma }, 0), 120, 195)).toBeGreaterThan(65);
  });

  it('ends where neither the picture nor the network sees more of it, or where it is looked for strictly', () => {
    expect(areaOf(followed(found, { likely: drawn(() => -5), luma: plain }, 0))).toBe(areaOf(found));
    expect(areaOf(followed(found, { likely: faint, luma: scratch }, 2.5))).toBe(areaOf(found));
    // A few pixels prove nothing.
    const short = drawn((x, y) => (isOn(x, y) && x < 90 ? 0.7 : ground(x, y)));
    expect(areaOf(followed(found, { likely: faint, luma: short }, 0))).toBe(areaOf(found));
  });

  it('is not one when it is a blot, whatever lies around it', () => {
    const round = (x: number, y: number) => (x - 120) ** 2 + (y - 60) ** 2 < 400;
    const blot: Mask = { ...SIZE, data: Uint8Array.from(drawn((x, y) => (round(x, y) ? 255 : 0)).data) };
    expect(areaOf(followed(blot, { likely: drawn(() => 0), luma: plain }, 0))).toBe(areaOf(blot));
  });
});
