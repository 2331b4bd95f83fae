import { describe, expect, it } from 'vitest';
import { extendStrokes } from '../../../../../../site/engine/ops/restore/extend-strokes.ts';
import type { Mask, Plane } from '../../../../../../site/engine/types.ts';

const SIZE = { width: 240, height: 120 };
const NO_PENALTY = { penalty: 0 };
/** The curve of a scratch: radius 300 pixels. */
const row = (x: number) => 30 + Math.round(((x - 20) * (x - 20)) / 600);
const drawn = (value: (x: number, y: number) => number): Plane => ({
  ...SIZE,
  data: Float32Array.from({ length: 240 * 120 }, (_, i) => value(i % 240, Math.floor(i / 240))),
});
const isOn = (x: number, y: number) => x >= 20 && x < 200 && Math.abs(y - row(x)) <= 1;
/** The scratch is detected on its first third. */
const found: Mask = {
  ...SIZE,
  data: Uint8Array.from(drawn((x, y) => (isOn(x, y) && x < 80 ? 255 : 0)).data),
};
const background = (x: number, y: number) => 0.4 + 0.02 * Math.sin(x * 1.7) * Math.sin(y * 2.3);
const scratch = drawn((x, y) => (isOn(x, y) ? 0.7 : background(x, y)));
const plain = drawn(background);
const faint = drawn((x, y) => (isOn(x, y) ? -2 : -5));
const covered = ({ data }: Mask, from: number, to: number) =>
  Array.from({ length: to - from }, (_, k) => data[row(from + k) * 240 + from + k]!).filter((value) => value > 0)
    .length;
const areaOf = ({ data }: Mask) => data.filter((value) => value > 0).length;

describe('extendStrokes', () => {
  it('extends a stroke along its curve up to its end', () => {
    const mask = extendStrokes(found, { logits: faint, luma: scratch }, NO_PENALTY);
    expect(covered(mask, 80, 195)).toBeGreaterThan(105);
    expect(areaOf(mask)).toBeLessThan(3 * 180 * 1.5);
  });

  it('extends a stroke that is darker than its background', () => {
    const dark = drawn((x, y) => (isOn(x, y) ? 0.1 : background(x, y)));
    expect(covered(extendStrokes(found, { logits: faint, luma: dark }, NO_PENALTY), 80, 195)).toBeGreaterThan(105);
  });

  it('crosses a gap where the background is as light as the stroke', () => {
    const lit = (x: number) => x >= 110 && x < 114;
    const luma = drawn((x, y) => (lit(x) ? 0.7 : scratch.data[y * 240 + x]!));
    const logits = drawn((x, y) => (lit(x) ? -5 : faint.data[y * 240 + x]!));
    expect(covered(extendStrokes(found, { logits, luma }, NO_PENALTY), 120, 195)).toBeGreaterThan(65);
  });

  it('stops where neither picture nor network shows the stroke, and under a high penalty', () => {
    expect(areaOf(extendStrokes(found, { logits: drawn(() => -5), luma: plain }, NO_PENALTY))).toBe(areaOf(found));
    expect(areaOf(extendStrokes(found, { logits: faint, luma: scratch }, { penalty: 2.5 }))).toBe(areaOf(found));
    // A few pixels are not enough evidence.
    const short = drawn((x, y) => (isOn(x, y) && x < 90 ? 0.7 : background(x, y)));
    expect(areaOf(extendStrokes(found, { logits: faint, luma: short }, NO_PENALTY))).toBe(areaOf(found));
  });

  it('does not extend blots', () => {
    const round = (x: number, y: number) => (x - 120) ** 2 + (y - 60) ** 2 < 400;
    const blot: Mask = { ...SIZE, data: Uint8Array.from(drawn((x, y) => (round(x, y) ? 255 : 0)).data) };
    expect(areaOf(extendStrokes(blot, { logits: drawn(() => 0), luma: plain }, NO_PENALTY))).toBe(areaOf(blot));
  });
});
