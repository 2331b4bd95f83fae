import { beforeAll, describe, expect, it } from 'vitest';
import { blockNoise } from '../../../../../site/engine/ops/deblur/blocks.ts';
import { rgbToYcc, yccToRgb } from '../../../../../site/engine/ops/deblur/colour.ts';
import { estimateBlur, jinc } from '../../../../../site/engine/ops/deblur/estimate.ts';
import { createFourier, emptyField, nextPowerOfTwo } from '../../../../../site/engine/ops/deblur/fft.ts';
import { type BlurModel, kernelOf } from '../../../../../site/engine/ops/deblur/kernels.ts';
import { richardsonLucy } from '../../../../../site/engine/ops/deblur/richardson-lucy.ts';
import { wiener } from '../../../../../site/engine/ops/deblur/wiener.ts';
import { planWindows } from '../../../../../site/engine/ops/deblur/windows.ts';
import { lumaPlane, stackPlanes } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import type { Planes } from '../../../../../site/engine/types.ts';
import { convolved, jpeg, noisy, quantised } from '../../../../quality/degrade.ts';
import { psnr } from '../../../../quality/metrics.ts';
import { deadLeaves, meadow, randomOf } from '../../../../quality/scenes.ts';

describe('createFourier', () => {
  it('computes the discrete Fourier transform', () => {
    const random = randomOf(1);
    const field = emptyField({ width: 8, height: 4 });
    for (let i = 0; i < 32; i++) {
      field.real[i] = random();
      field.imag[i] = random();
    }
    const [real, imag] = [field.real.slice(), field.imag.slice()];
    createFourier(field).forward(field);
    for (let v = 0; v < 4; v++)
      for (let u = 0; u < 8; u++) {
        let [re, im] = [0, 0];
        for (let y = 0; y < 4; y++)
          for (let x = 0; x < 8; x++) {
            const turn = -2 * Math.PI * ((u * x) / 8 + (v * y) / 4);
            re += real[y * 8 + x]! * Math.cos(turn) - imag[y * 8 + x]! * Math.sin(turn);
            im += real[y * 8 + x]! * Math.sin(turn) + imag[y * 8 + x]! * Math.cos(turn);
          }
        expect(field.real[v * 8 + u]).toBeCloseTo(re, 4);
        expect(field.imag[v * 8 + u]).toBeCloseTo(im, 4);
      }
  });
  it('inverts the forward transform', () => {
    const random = randomOf(2);
    const field = emptyField({ width: 64, height: 32 });
    for (let i = 0; i < field.real.length; i++) field.real[i] = random();
    const before = field.real.slice();
    const transform = createFourier(field);
    transform.forward(field);
    transform.inverse(field);
    expect(Math.max(...field.real.map((value, i) => Math.abs(value - before[i]!)))).toBeLessThan(1e-5);
  });
  it('rejects lengths that are not powers of two', () => {
    expect([1, 2, 3, 64, 65].map(nextPowerOfTwo)).toEqual([1, 2, 4, 64, 128]);
    expect(() => createFourier({ width: 12, height: 4 })).toThrow('12');
  });
});

describe('kernelOf', () => {
  const models: readonly BlurModel[] = [
    { kind: 'gaussian', sigma: 1.7 },
    { kind: 'defocus', radius: 3.3 },
    { kind: 'motion', length: 9, angle: 30 },
    {
      kind: 'path',
      points: [
        [0, 0],
        [5, 0],
        [5, 4],
      ],
    },
    { kind: 'path', points: [] },
  ];
  it.each(models)('returns a centred kernel with sum 1: $kind', (model) => {
    const { width, height, data } = kernelOf(model);
    expect(width % 2).toBe(1);
    expect(height).toBe(width);
    let [sum, x, y] = [0, 0, 0];
    for (const [i, value] of data.entries()) {
      sum += value;
      x += value * ((i % width) - (width - 1) / 2);
      y += value * (Math.floor(i / width) - (width - 1) / 2);
    }
    expect(sum).toBeCloseTo(1, 5);
    expect(x).toBeCloseTo(0, 3);
    expect(y).toBeCloseTo(0, 3);
  });
  it('has the variance of the model in each direction', () => {
    const spread = (model: BlurModel, turn: number) => {
      const { width, data } = kernelOf(model);
      const middle = (width - 1) / 2;
      return data.reduce((sum, value, i) => {
        const along = ((i % width) - middle) * Math.cos(turn) + (Math.floor(i / width) - middle) * Math.sin(turn);
        return sum + value * along ** 2;
      }, 0);
    };
    expect(spread({ kind: 'gaussian', sigma: 2 }, 0)).toBeCloseTo(4, 1);
    expect(spread({ kind: 'defocus', radius: 4 }, 1)).toBeCloseTo(4, 0);
    const motion = { kind: 'motion', length: 12, angle: 30 } as const;
    expect(spread(motion, Math.PI / 6)).toBeGreaterThan(11.5);
    expect(spread(motion, Math.PI / 6 + Math.PI / 2)).toBeLessThan(0.5);
  });
});

describe('planWindows', () => {
  it('covers every pixel exactly once', () => {
    const size = { width: 900, height: 410 };
    const seen = new Uint8Array(size.width * size.height);
    for (const { x, y, width, height } of planWindows(size, 8).windows)
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++) seen[row * size.width + column]!++;
    expect(seen.every((count) => count === 1)).toBe(true);
  });
});

describe('deconvolution', () => {
  const kernel = kernelOf({ kind: 'gaussian', sigma: 2 });
  let sharp: Planes;
  let soft: Planes;
  beforeAll(() => {
    sharp = deadLeaves({ width: 150, height: 110 }, 11);
    soft = quantised(convolved(sharp, kernel));
  });
  it('wiener gains more than 3 dB on a clean picture', () => {
    const found = quantised(runToEnd(wiener(soft, { kernel, noiseToSignal: 1e-4 })));
    expect(psnr(found, sharp) - psnr(soft, sharp)).toBeGreaterThan(3);
  });
  it('wiener gains on a noisy picture with a matching noise-to-signal ratio', () => {
    const grainy = quantised(noisy(soft, 0.012, 3));
    const gain = (noiseToSignal: number) =>
      psnr(quantised(runToEnd(wiener(grainy, { kernel, noiseToSignal }))), sharp) - psnr(grainy, sharp);
    expect(gain(1e-2)).toBeGreaterThan(1);
    expect(gain(1e-5)).toBeLessThan(0);
  });
  it('richardsonLucy gains more with more iterations and never falls below black', () => {
    const gain = (iterations: number) => {
      const found = runToEnd(richardsonLucy(soft, { kernel, iterations, regularisation: 5e-4 }));
      expect(Math.min(...found.planes[0]!)).toBeGreaterThan(-2e-3);
      return psnr(quantised(found), sharp) - psnr(soft, sharp);
    };
    const [few, many] = [gain(4), gain(16)];
    expect(few).toBeGreaterThan(0.5);
    expect(many).toBeGreaterThan(few);
  });
  it('keeps a flat picture flat, and a sharp one unchanged with a point kernel', () => {
    const flat: Planes = { width: 40, height: 30, planes: [new Float32Array(1200).fill(0.3)] };
    for (const found of [
      runToEnd(wiener(flat, { kernel, noiseToSignal: 1e-3 })),
      runToEnd(richardsonLucy(flat, { kernel, iterations: 5, regularisation: 1e-3 })),
    ])
      expect(Math.max(...found.planes[0]!.map((value) => Math.abs(value - 0.3)))).toBeLessThan(2e-3);
    const point = kernelOf({ kind: 'motion', length: 0, angle: 0 });
    expect(psnr(runToEnd(wiener(sharp, { kernel: point, noiseToSignal: 1e-9 })), sharp)).toBeGreaterThan(60);
  });
});

describe('estimateBlur', () => {
  // One grey plane: three planes would take three times as long to convolve.
  const scene = stackPlanes([lumaPlane(deadLeaves({ width: 300, height: 260 }, 21))]);
  const measured = (model: BlurModel | null, damage: (picture: Planes) => Planes = quantised) =>
    estimateBlur(lumaPlane(damage(model ? convolved(scene, kernelOf(model)) : scene)));
  const inColour = ({ planes: [plane], ...size }: Planes): Planes => ({ ...size, planes: [plane!, plane!, plane!] });
  it.each([1, 2, 3])('estimates a Gaussian of sigma %d', (sigma) => {
    const { model, confidence } = measured({ kind: 'gaussian', sigma });
    expect(model).toMatchObject({ kind: 'gaussian' });
    expect(Math.abs((model as { sigma: number }).sigma / sigma - 1)).toBeLessThan(0.15);
    expect(confidence).toBeGreaterThan(0.4);
  });
  it.each([200, 240])('estimates a Gaussian in a small picture of grass, %d pixels wide', (width) => {
    const grass = stackPlanes([lumaPlane(meadow({ width, height: 180 }, 2))]);
    const { model } = estimateBlur(lumaPlane(quantised(convolved(grass, kernelOf({ kind: 'gaussian', sigma: 2 })))));
    expect(model).toMatchObject({ kind: 'gaussian' });
    expect(Math.abs((model as { sigma: number }).sigma / 2 - 1)).toBeLessThan(0.15);
  });
  it('estimates a Gaussian in a JPEG', () => {
    const { model } = measured({ kind: 'gaussian', sigma: 2 }, (picture) => jpeg(quantised(inColour(picture)), 80));
    expect(model).toMatchObject({ kind: 'gaussian' });
    expect(Math.abs((model as { sigma: number }).sigma / 2 - 1)).toBeLessThan(0.2);
  });
  it('distinguishes a disk from a Gaussian', () => {
    const { model } = measured({ kind: 'defocus', radius: 4 });
    expect(model).toMatchObject({ kind: 'defocus' });
    expect(Math.abs((model as { radius: number }).radius / 4 - 1)).toBeLessThan(0.1);
  });
  it('estimates length and direction of motion blur', () => {
    const { model } = measured({ kind: 'motion', length: 11, angle: 40 });
    expect(model).toMatchObject({ kind: 'motion' });
    const { length, angle } = model as { length: number; angle: number };
    expect(Math.abs(length / 11 - 1)).toBeLessThan(0.1);
    expect(Math.abs(angle - 40)).toBeLessThan(6);
  });
  it('reports little or no blur in a sharp picture, and none in a tiny one', () => {
    const { model } = measured(null);
    expect(model === null || (model.kind === 'gaussian' && model.sigma < 0.8)).toBe(true);
    expect(estimateBlur({ width: 20, height: 20, data: new Float32Array(400) }).model).toBeNull();
  });
  it('estimates a higher noise-to-signal ratio in a noisier picture', () => {
    const gaussian = { kind: 'gaussian', sigma: 1.5 } as const;
    const grainy = measured(gaussian, (picture) => quantised(noisy(picture, 0.02, 4)));
    expect(grainy.noiseToSignal).toBeGreaterThan(10 * measured(gaussian).noiseToSignal);
  });
});

describe('blockNoise', () => {
  const soft = () =>
    quantised(convolved(deadLeaves({ width: 160, height: 120 }, 5), kernelOf({ kind: 'gaussian', sigma: 1 })));
  it('is 0 without JPEG and grows as the quality falls', () => {
    const picture = soft();
    const [high, low] = [85, 40].map((quality) => blockNoise(lumaPlane(jpeg(picture, quality))));
    expect(blockNoise(lumaPlane(picture))).toBe(0);
    expect(high).toBeGreaterThan(0);
    expect(low).toBeGreaterThan(2 * high!);
  });
});

it('yccToRgb inverts rgbToYcc', () => {
  const picture = deadLeaves({ width: 16, height: 12 }, 8);
  expect(psnr(yccToRgb(rgbToYcc(picture)), picture)).toBeGreaterThan(100);
});

it('jinc has its known values and zeros', () => {
  expect(jinc(0)).toBeCloseTo(1, 6);
  expect(jinc(3.8317)).toBeCloseTo(0, 4);
  expect(jinc(1)).toBeCloseTo(2 * 0.4400506, 5);
});
