import { describe, expect, it } from 'vitest';
import { fromHalf, relativeError, toHalf } from '../../../../../scripts/models/onnx/half.mjs';

const word = (value: number) => toHalf(Float32Array.of(value))[0];

describe('half precision', () => {
  it.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [1 / 3, 0x3555],
    [65504, 0x7bff],
    [65519.99, 0x7bff],
    [65520, 0x7c00],
    [1e9, 0x7c00],
    [-Infinity, 0xfc00],
    [2 ** -14, 0x0400],
    [2 ** -24, 0x0001],
    [2 ** -25, 0x0000],
    [2 ** -25 * 1.0001, 0x0001],
    [2 ** -26, 0x0000],
  ])('stores %f as it should', (value, expected) => {
    expect(word(value)).toBe(expected);
  });

  it('keeps NaN', () => {
    expect(fromHalf(toHalf(Float32Array.of(Number.NaN)))[0]).toBeNaN();
  });

  it('restores every half-precision number exactly', () => {
    const words = Uint16Array.from({ length: 65536 }, (_, i) => i).filter((w) => (w & 0x7c00) !== 0x7c00);
    expect(toHalf(fromHalf(words))).toEqual(words);
  });

  it('rounds to nearest, ties to even', () => {
    const low = Uint16Array.from({ length: 0x7bff }, (_, i) => i);
    const [below, above] = [fromHalf(low), fromHalf(low.map((w) => w + 1))];
    const middles = below.map((value, i) => (value + (above[i] ?? 0)) / 2);
    expect(toHalf(middles)).toEqual(low.map((w) => (w % 2 === 0 ? w : w + 1)));
    expect(toHalf(middles.map((value) => value * (1 + 2 ** -20)))).toEqual(low.map((w) => w + 1));
    expect(toHalf(middles.map((value) => value * (1 - 2 ** -20)))).toEqual(low);
  });

  it('measures the relative error', () => {
    const exact = Float32Array.of(1, 0.5, -3);
    expect(relativeError(exact, toHalf(exact))).toBe(0);
    const sine = Float32Array.from({ length: 1000 }, (_, i) => Math.sin(i));
    expect(relativeError(sine, toHalf(sine))).toBeLessThan(2 ** -11);
    const tiny = sine.map((value) => value * 1e-7);
    expect(relativeError(tiny, toHalf(tiny))).toBeGreaterThan(0.01);
    const large = Float32Array.of(1e6);
    expect(relativeError(large, toHalf(large))).toBe(Number.POSITIVE_INFINITY);
    expect(relativeError(new Float32Array(4), new Uint16Array(4))).toBe(0);
  });
});
