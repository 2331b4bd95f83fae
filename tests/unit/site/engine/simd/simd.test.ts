import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileSimd } from '../../../../../scripts/simd/compile.mjs';
import { type ComplexField, createFourier, emptyField } from '../../../../../site/engine/ops/deblur/fft.ts';
import { kernelOf } from '../../../../../site/engine/ops/deblur/kernels.ts';
import { richardsonLucy } from '../../../../../site/engine/ops/deblur/richardson-lucy.ts';
import { sparseDeconvolution } from '../../../../../site/engine/ops/deblur/sparse.ts';
import { synthesise } from '../../../../../site/engine/ops/fill/patches/synthesise.ts';
import { lumaPlane, pixelsOf, stackPlanes } from '../../../../../site/engine/ops/planes.ts';
import { runToEnd } from '../../../../../site/engine/ops/progress.ts';
import { createSimd } from '../../../../../site/engine/simd/simd.ts';
import type { Mask, Planes } from '../../../../../site/engine/types.ts';
import { convolved, quantised } from '../../../../quality/degrade.ts';
import { psnr } from '../../../../quality/metrics.ts';
import { deadLeaves, randomOf } from '../../../../quality/scenes.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a function with the compiled routines, then as on a device without SIMD. */
function byBoth<T>(work: () => T): { readonly compiled: T; readonly reference: T } {
  expect(createSimd(64)).not.toBeNull();
  const compiled = work();
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  expect(createSimd(64)).toBeNull();
  const reference = work();
  vi.restoreAllMocks();
  return { compiled, reference };
}

const maxDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((max, value, i) => Math.max(max, Math.abs(value - b[i]!)), 0);

describe('the committed WebAssembly', () => {
  it('equals the compiler’s output for the sources', async () => {
    const committed = await readFile(new URL('../../../../../site/engine/simd/compiled.ts', import.meta.url), 'utf8');
    expect(await compileSimd()).toBe(committed);
  });

  it('is not used if WebAssembly has no memory left', () => {
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function fail() {
      throw new RangeError('could not allocate memory');
    });
    expect(createSimd(64)).toBeNull();
  });
});

describe('compiled routines of the Fourier transform', () => {
  it.each([
    [4, 4],
    [8, 4],
    [16, 32],
    [128, 64],
    [4, 512],
  ])('agree with the reference at %i × %i', (width, height) => {
    const random = randomOf(7);
    const values = Float32Array.from({ length: 2 * width * height }, () => random() - 0.5);
    const { compiled, reference } = byBoth(() => {
      const field: ComplexField = emptyField({ width, height });
      field.real.set(values.subarray(0, width * height));
      field.imag.set(values.subarray(width * height));
      const transform = createFourier(field);
      transform.forward(field);
      const spectrum = [...field.real, ...field.imag];
      transform.inverse(field);
      return { spectrum, back: [...field.real, ...field.imag] };
    });
    expect(maxDifference(compiled.spectrum, reference.spectrum)).toBeLessThan(1e-6 * width * height);
    expect(maxDifference(compiled.back, values)).toBeLessThan(1e-6);
  });
});

describe('compiled routines of deconvolution', () => {
  const kernel = kernelOf({ kind: 'defocus', radius: 2.5 });
  const blurred: Planes = quantised(convolved(deadLeaves({ width: 96, height: 80 }, 3), kernel));
  const luma = stackPlanes([lumaPlane(blurred)]);

  it('solve with a sparse prior like the reference', () => {
    const { compiled, reference } = byBoth(() => runToEnd(sparseDeconvolution(luma, { kernel, weight: 0.001 })));
    expect(maxDifference(compiled.planes[0]!, reference.planes[0]!)).toBeLessThan(1e-5);
  });

  it.each([0, 0.005])('iterate like richardsonLucy with regularisation %d', (regularisation) => {
    const { compiled, reference } = byBoth(() =>
      runToEnd(richardsonLucy(luma, { kernel, iterations: 20, regularisation })),
    );
    // The iteration amplifies rounding errors where the picture is black.
    expect(psnr(compiled, reference)).toBeGreaterThan(70);
  });
});

describe('compiled routines of the patch search', () => {
  const size = { width: 72, height: 56 };
  const picture = pixelsOf(deadLeaves(size, 5));
  const hole: Mask = {
    ...size,
    data: Uint8Array.from({ length: 72 * 56 }, (_, i) =>
      Math.hypot((i % 72) - 40, Math.floor(i / 72) - 25) < 9 ? 255 : 0,
    ),
  };

  it.each([
    ['without a guide', null],
    ['with a guide', { picture: pixelsOf(deadLeaves(size, 6)), levels: 2 }],
  ])('fill %s with the same bytes as the reference', (_, guide) => {
    const { compiled, reference } = byBoth(() => runToEnd(synthesise(picture, hole, guide)));
    expect(reference).not.toBeNull();
    expect(Buffer.from(compiled!.data).equals(Buffer.from(reference!.data))).toBe(true);
    expect([...compiled!.origin]).toEqual([...reference!.origin]);
  });
});
