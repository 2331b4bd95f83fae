import { describe, expect, it } from 'vitest';
import { fitInside, resamplePlane, resizePixels, resizePlane } from '../../../../../site/engine/ops/resize/resize.ts';
import { combineWeights, type Kernel, weightsFor } from '../../../../../site/engine/ops/resize/weights.ts';
import type { Pixels, Plane } from '../../../../../site/engine/types.ts';
import { deadLeaves, randomOf } from '../../../../quality/scenes.ts';

const KERNELS: readonly Kernel[] = ['lanczos', 'cubic', 'linear', 'area'];

const plane = (width: number, height: number, at: (x: number, y: number) => number): Plane => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width))),
});

const pixels = (width: number, height: number, rgba: readonly number[]): Pixels => ({
  width,
  height,
  data: Uint8ClampedArray.from(rgba),
});

describe('weightsFor', () => {
  it.each(KERNELS)('returns weights that sum to 1 inside the source, for %s', (kernel) => {
    for (const [from, to] of [
      [10, 3],
      [3, 10],
      [1, 7],
      [7, 1],
      [100, 99],
    ] as const) {
      const { starts, taps, weights } = weightsFor(from, to, kernel);
      for (let i = 0; i < to; i++) {
        const sum = weights.slice(i * taps, (i + 1) * taps).reduce((total, value) => total + value, 0);
        expect(sum).toBeCloseTo(1, 5);
        expect(starts[i]).toBeGreaterThanOrEqual(0);
        expect(starts[i]! + taps).toBeLessThanOrEqual(from);
      }
    }
  });
});

describe('combineWeights', () => {
  it.each([
    [1, 2],
    [2, 8],
    [5, 10],
    [40, 120],
    [41, 30],
  ])('resamples %i positions to %i and back as both in turn do', (from, to) => {
    const random = randomOf(from);
    const source = plane(from, 3, () => random());
    const there = weightsFor(from, to, 'cubic');
    const back = weightsFor(to, from, 'area');
    const rows = weightsFor(3, 3, 'area');
    const expected = resamplePlane(resamplePlane(source, there, rows), back, rows).data;
    const found = resamplePlane(source, combineWeights(there, back), rows).data;
    for (const [i, value] of found.entries()) expect(value).toBeCloseTo(expected[i]!, 5);
  });
});

describe('resizePlane', () => {
  it.each(KERNELS)('keeps a constant plane at any size, with %s', (kernel) => {
    const flat = plane(13, 9, () => 0.7);
    for (const size of [
      { width: 40, height: 5 },
      { width: 1, height: 1 },
      { width: 7, height: 31 },
    ]) {
      expect(Math.max(...resizePlane(flat, size, kernel).data.map((value) => Math.abs(value - 0.7)))).toBeLessThan(
        1e-5,
      );
    }
  });
  it('averages exactly with the area kernel', () => {
    const random = randomOf(4);
    const source = plane(12, 8, () => random());
    const half = resizePlane(source, { width: 4, height: 2 }, 'area');
    const mean = (left: number, top: number) => {
      let sum = 0;
      for (let y = 0; y < 4; y++) for (let x = 0; x < 3; x++) sum += source.data[(top + y) * 12 + left + x]!;
      return sum / 12;
    };
    expect(half.data[0]).toBeCloseTo(mean(0, 0), 5);
    expect(half.data[7]).toBeCloseTo(mean(9, 4), 5);
  });
  it('splits a pixel between two for a fractional factor', () => {
    const third = resizePlane(
      plane(3, 1, (x) => x),
      { width: 2, height: 1 },
      'area',
    );
    expect(third.data[0]).toBeCloseTo((0 + 0.5 * 1) / 1.5, 5);
    expect(third.data[1]).toBeCloseTo((0.5 * 1 + 2) / 1.5, 5);
  });
  it('restores a low frequency after halving and doubling with lanczos', () => {
    const wave = (x: number, y: number) => 0.5 + 0.3 * Math.sin(x / 9) + 0.2 * Math.cos(y / 7);
    const source = plane(120, 90, wave);
    const back = resizePlane(resizePlane(source, { width: 60, height: 45 }, 'lanczos'), source, 'lanczos');
    for (let y = 8; y < 82; y++)
      for (let x = 8; x < 112; x++) expect(Math.abs(back.data[y * 120 + x]! - wave(x, y))).toBeLessThan(0.004);
  });
  it('equals the direct sum over all pixels', () => {
    const random = randomOf(9);
    const source = plane(11, 7, () => random());
    const [across, down] = [weightsFor(11, 5, 'cubic'), weightsFor(7, 12, 'cubic')];
    const result = resizePlane(source, { width: 5, height: 12 }, 'cubic');
    for (let y = 0; y < 12; y++)
      for (let x = 0; x < 5; x++) {
        let sum = 0;
        for (let v = 0; v < down.taps; v++)
          for (let u = 0; u < across.taps; u++)
            sum +=
              down.weights[y * down.taps + v]! *
              across.weights[x * across.taps + u]! *
              source.data[(down.starts[y]! + v) * 11 + across.starts[x]! + u]!;
        expect(result.data[y * 5 + x]).toBeCloseTo(sum, 5);
      }
  });
});

describe('resizePixels', () => {
  const half = { width: 1, height: 1, kernel: 'area' } as const;
  const blackAndWhite = pixels(2, 1, [0, 0, 0, 255, 255, 255, 255, 255]);
  it('averages linear light or sRGB values as requested', () => {
    expect(resizePixels(blackAndWhite, { ...half, linear: true }).data[0]).toBe(188);
    expect(Math.abs(resizePixels(blackAndWhite, { ...half, linear: false }).data[0]! - 128)).toBeLessThanOrEqual(1);
  });
  it('does not bleed colours of transparent pixels', () => {
    const edge = pixels(2, 1, [200, 100, 50, 255, 0, 255, 0, 0]);
    const [red, green, blue, alpha] = resizePixels(edge, { ...half, linear: false }).data;
    expect([red, green, blue]).toEqual([200, 100, 50]);
    expect(alpha).toBe(128);
  });
  it('returns the same picture at the same size', () => {
    expect(resizePixels(blackAndWhite, { width: 2, height: 1, kernel: 'lanczos', linear: true })).toBe(blackAndWhite);
  });
  it('keeps every byte value of a flat picture in linear light', () => {
    for (let value = 0; value < 256; value += 5) {
      const flat = pixels(
        3,
        1,
        [0, 1, 2].flatMap(() => [value, value, value, 255]),
      );
      expect(resizePixels(flat, { width: 5, height: 2, kernel: 'lanczos', linear: true }).data[8]).toBe(value);
    }
  });
});

describe('fitInside', () => {
  it('keeps proportions, never enlarges, and keeps at least one pixel', () => {
    expect(fitInside({ width: 4000, height: 3000 }, 1000)).toEqual({ width: 1000, height: 750 });
    expect(fitInside({ width: 40, height: 30 }, 1000)).toEqual({ width: 40, height: 30 });
    expect(fitInside({ width: 5000, height: 1 }, 100)).toEqual({ width: 100, height: 1 });
  });
});

it('scenes depend only on the seed', () => {
  const size = { width: 24, height: 16 };
  expect(deadLeaves(size, 3)).toEqual(deadLeaves(size, 3));
});
