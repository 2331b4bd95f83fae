import { describe, expect, it } from 'vitest';
import { boxBlur } from '../../../../../site/engine/ops/filter/box.ts';
import { boxRadius, gaussianBlur } from '../../../../../site/engine/ops/filter/gaussian.ts';
import { guidedFilter, guidedFilterColor } from '../../../../../site/engine/ops/filter/guided.ts';
import { localRange } from '../../../../../site/engine/ops/filter/range.ts';
import { mirror } from '../../../../../site/engine/ops/planes.ts';
import type { Plane } from '../../../../../site/engine/types.ts';
import { randomOf } from '../../../../quality/scenes.ts';

const plane = (width: number, height: number, at: (x: number, y: number) => number): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
});

const noise = (width: number, height: number, seed: number): Plane => {
  const random = randomOf(seed);
  return plane(width, height, () => random());
};

const greatestGap = (a: Plane, b: Plane): number => Math.max(...a.data.map((value, i) => Math.abs(value - b.data[i]!)));

/** Reference: the sum over a square window, weighted by `weigh` of the distance along both axes. */
const windowed = (source: Plane, reach: number, weigh: (distance: number) => number): Plane =>
  plane(source.width, source.height, (x, y) => {
    let sum = 0;
    let total = 0;
    for (let v = -reach; v <= reach; v++)
      for (let u = -reach; u <= reach; u++) {
        const weight = weigh(u) * weigh(v);
        sum += weight * source.data[mirror(y + v, source.height) * source.width + mirror(x + u, source.width)]!;
        total += weight;
      }
    return sum / total;
  });

describe('boxBlur', () => {
  it.each([1, 3, 1.25, 2.6, 0.5])('equals the direct sum, radius %d', (radius) => {
    const source = noise(17, 12, 1);
    const whole = Math.floor(radius);
    const weigh = (distance: number) => (Math.abs(distance) <= whole ? 1 : radius - whole);
    expect(greatestGap(boxBlur(source, radius), windowed(source, whole + 1, weigh))).toBeLessThan(1e-5);
  });
  it('accepts windows wider than the picture', () => {
    const source = noise(5, 3, 2);
    const mean = source.data.reduce((sum, value) => sum + value, 0) / 15;
    expect(Math.max(...boxBlur(source, 90).data.map((value) => Math.abs(value - mean)))).toBeLessThan(0.02);
  });
});

describe('gaussianBlur', () => {
  it('equals the direct sum for a small sigma', () => {
    const source = noise(20, 15, 3);
    const expected = windowed(source, 6, (distance) => Math.exp(-(distance ** 2) / (2 * 1.5 ** 2)));
    expect(greatestGap(gaussianBlur(source, 1.5), expected)).toBeLessThan(1e-5);
  });
  it.each([0.8, 2, 3.5, 7, 12.3])('spreads a point with variance sigma², sigma %d', (sigma) => {
    const side = 161;
    const spread = gaussianBlur(
      plane(side, side, (x, y) => (x === 80 && y === 80 ? 1 : 0)),
      sigma,
    );
    let variance = 0;
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) variance += spread.data[y * side + x]! * (x - 80) ** 2;
    expect(variance / sigma ** 2).toBeGreaterThan(0.985);
    expect(variance / sigma ** 2).toBeLessThan(1.01);
  });
  it('boxRadius matches the variance of the Gaussian', () => {
    for (const sigma of [3.1, 5, 20]) {
      const radius = boxRadius(sigma, 3);
      expect(3 * ((2 * radius + 1) ** 2 - 1)).toBeGreaterThan(12 * sigma ** 2 * 0.9);
      expect(3 * ((2 * radius + 1) ** 2 - 1)).toBeLessThan(12 * sigma ** 2 * 1.1);
    }
  });
});

describe('guidedFilter', () => {
  const step = plane(40, 30, (x) => (x < 20 ? 0.2 : 0.8));
  it('smooths noise and preserves edges of the guide', () => {
    const random = randomOf(5);
    const noisy = plane(40, 30, (x) => (x < 20 ? 0.2 : 0.8) + (random() - 0.5) * 0.1);
    const smooth = guidedFilter(step, noisy, { radius: 5, epsilon: 1e-3 });
    expect(greatestGap(smooth, step)).toBeLessThan(0.03);
  });
  it('equals two box blurs with a flat guide', () => {
    const input = noise(24, 18, 6);
    const flat = plane(24, 18, () => 0.4);
    const expected = boxBlur(boxBlur(input, 3), 3);
    expect(greatestGap(guidedFilter(flat, input, { radius: 3, epsilon: 1e-2 }), expected)).toBeLessThan(1e-4);
  });
  it('reproduces linear functions of the guide', () => {
    const guide = noise(24, 18, 7);
    const input = { ...guide, data: guide.data.map((value) => 0.3 * value + 0.2) };
    expect(greatestGap(guidedFilter(guide, input, { radius: 3, epsilon: 1e-7 }), input)).toBeLessThan(1e-3);
  });
  it('reproduces an input that is a channel of a colour guide', () => {
    const [red, green, blue] = [noise(30, 20, 8), noise(30, 20, 9), noise(30, 20, 10)];
    const guide = { width: 30, height: 20, planes: [red.data, green.data, blue.data] };
    const input = plane(30, 20, (x, y) => {
      const i = y * 30 + x;
      return 0.5 * red.data[i]! - 0.2 * green.data[i]! + 0.1 * blue.data[i]! + 0.3;
    });
    expect(greatestGap(guidedFilterColor(guide, input, { radius: 4, epsilon: 1e-7 }), input)).toBeLessThan(1e-3);
  });
});

describe('localRange', () => {
  it.each([1, 2, 3, 7])('returns minimum and maximum of the window, radius %d', (radius) => {
    const source = noise(19, 13, 11);
    const { min, max } = localRange(source, radius);
    for (let y = 0; y < 13; y++)
      for (let x = 0; x < 19; x++) {
        const seen: number[] = [];
        for (let v = Math.max(0, y - radius); v <= Math.min(12, y + radius); v++)
          for (let u = Math.max(0, x - radius); u <= Math.min(18, x + radius); u++) seen.push(source.data[v * 19 + u]!);
        expect(min.data[y * 19 + x]).toBe(Math.min(...seen));
        expect(max.data[y * 19 + x]).toBe(Math.max(...seen));
      }
  });
});
