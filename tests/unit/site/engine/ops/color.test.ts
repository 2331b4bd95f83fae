import { describe, expect, it } from 'vitest';
import { fromOklab, oklabDistance, type Rgb, toOklab } from '../../../../../site/engine/ops/color/oklab.ts';
import { BYTE_STEPS, linearTable, srgbByteTable, toLinear, toSrgb } from '../../../../../site/engine/ops/color/srgb.ts';

describe('sRGB', () => {
  it('matches the values of the standard', () => {
    expect(toLinear(0.5)).toBeCloseTo(0.21404, 4);
    expect(toLinear(0.02)).toBeCloseTo(0.02 / 12.92, 8);
    expect(toSrgb(0.18)).toBeCloseTo(0.46135, 4);
    expect([toSrgb(-1), toSrgb(2)]).toEqual([0, 1]);
  });
  it('round-trips every byte through the tables', () => {
    const light = linearTable();
    const bytes = srgbByteTable();
    const back = Array.from(light, (value) => bytes[Math.round(value * BYTE_STEPS)]);
    expect(back).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });
});

describe('OKLab', () => {
  it('matches the published values', () => {
    const near = (colour: Rgb, expected: readonly number[]) =>
      toOklab(colour).forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i]!, 3);
      });
    near([1, 1, 1], [1, 0, 0]);
    near([1, 0, 0], [0.628, 0.2249, 0.1258]);
    near([0, 1, 0], [0.8664, -0.2339, 0.1795]);
    near([0, 0, 1], [0.452, -0.0324, -0.3115]);
  });
  it('round-trips', () => {
    for (const colour of [
      [0.2, 0.5, 0.9],
      [1, 0.3, 0.1],
      [0.02, 0.02, 0.01],
    ] as const) {
      fromOklab(toOklab(colour)).forEach((value, i) => {
        expect(value).toBeCloseTo(colour[i]!, 5);
      });
    }
  });
  it('has distance 1 between black and white', () => {
    expect(oklabDistance(toOklab([0, 0, 0]), toOklab([1, 1, 1]))).toBeCloseTo(1, 4);
  });
});
