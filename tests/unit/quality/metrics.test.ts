import { describe, expect, it } from 'vitest';
import type { Planes } from '../../../site/engine/types.ts';
import { jpeg, noisy, quantised } from '../../quality/degrade.ts';
import { intersectionOverUnion, meanAbsoluteError, psnr, ssim } from '../../quality/metrics.ts';
import { deadLeaves } from '../../quality/scenes.ts';

const grey = (value: number, size = 32): Planes => ({
  width: size,
  height: size,
  planes: [0, 1, 2].map(() => new Float32Array(size * size).fill(value)),
});

describe('psnr', () => {
  it('is 20 dB for an error of a tenth everywhere, and infinite without one', () => {
    expect(psnr(grey(0.5), grey(0.6))).toBeCloseTo(20, 3);
    expect(psnr(grey(0.5), grey(0.5))).toBe(Number.POSITIVE_INFINITY);
  });
  it('tells the deviation of noise', () => {
    const scene = deadLeaves({ width: 96, height: 96 }, 1);
    expect(psnr(scene, noisy(scene, 0.01, 5))).toBeCloseTo(40, 1);
  });
});

describe('ssim', () => {
  it('is 1 for the same picture', () => {
    const scene = deadLeaves({ width: 64, height: 64 }, 2);
    expect(ssim(scene, scene)).toBeCloseTo(1, 6);
  });
  it('follows its formula where only the brightness differs', () => {
    const expected = (2 * 0.4 * 0.6 + 1e-4) / (0.4 ** 2 + 0.6 ** 2 + 1e-4);
    expect(ssim(grey(0.4), grey(0.6))).toBeCloseTo(expected, 4);
  });
  it('falls with the quality of JPEG', () => {
    const scene = quantised(deadLeaves({ width: 96, height: 80 }, 3));
    const values = [90, 60, 20].map((quality) => ssim(scene, jpeg(scene, quality)));
    expect(values[0]).toBeGreaterThan(values[1]!);
    expect(values[1]).toBeGreaterThan(values[2]!);
    expect(values[0]).toBeGreaterThan(0.9);
  });
});

describe('measures of mattes', () => {
  const matte = (values: readonly number[]) => ({ width: values.length, height: 1, data: Float32Array.from(values) });
  it('count the mean difference, and what both show', () => {
    expect(meanAbsoluteError(matte([0, 1, 0.5, 0]), matte([0, 0, 1, 0]))).toBeCloseTo(0.375, 6);
    expect(intersectionOverUnion(matte([0, 1, 0.9, 0.8]), matte([0, 1, 1, 0]))).toBeCloseTo(2 / 3, 6);
    expect(intersectionOverUnion(matte([0]), matte([0]))).toBe(1);
  });
});
