import type { Mask, Pixels } from '../../types.ts';
import type { Synthesis } from './patches/synthesise.ts';

/** Step of any channel (0..255) above which a seam is an edge of the picture and stays. */
const MAX_SEAM_STEP = 48;

/**
 * Weight of keeping a colour relative to closing a seam. It limits a correction to about five pixels around the seam: with
 * a smaller weight, rim stains and the sum of many small seams spread over the hole as clouds.
 */
const SCREENING = 0.04;

/** Iterations of the solver, and its over-relaxation factor (Young 1954). */
const ROUNDS = 40;
const OVER_RELAXATION = 1.6;

type Original = { readonly crop: Pixels; readonly hole: Mask };

/**
 * Blends the seams between copied patches. Where neighbouring pixels were copied from different positions, their gradient
 * is replaced by that of the origins, and the difference is spread smoothly to both sides (gradient-domain compositing:
 * Agarwala et al. 2004, "Interactive digital photomontage"; screened as by Bhat et al. 2008, "Fourier analysis of the 2D
 * screened Poisson equation"). Pixels that were not copied stay. Yields the fraction done.
 */
export function* blendSeams(filling: Synthesis, { crop, hole }: Original): Generator<number, Synthesis> {
  const { width, height, origin } = filling;
  const data = filling.data.slice();
  const copied = copiedPixels(hole, origin);
  const last = width * (height - 1);
  for (const [c, divergence] of seamDivergence(filling, { crop, hole }).entries()) {
    const change = new Float32Array(origin.length);
    for (let round = 0; round < ROUNDS; round++) {
      for (const i of copied) {
        const x = i % width;
        const horizontal = (x > 0 ? change[i - 1]! : 0) + (x < width - 1 ? change[i + 1]! : 0);
        const vertical = (i >= width ? change[i - width]! : 0) + (i < last ? change[i + width]! : 0);
        change[i] =
          change[i]! + OVER_RELAXATION * ((divergence[i]! + horizontal + vertical) / (4 + SCREENING) - change[i]!);
      }
      yield (c + round / ROUNDS) / 3;
    }
    for (const i of copied) data[4 * i + c] = data[4 * i + c]! + change[i]!;
  }
  return { ...filling, data };
}

/** Indices of the hole's pixels that were copied. */
function copiedPixels(hole: Mask, origin: Int32Array): Int32Array {
  const copied = new Int32Array(origin.length);
  let count = 0;
  for (let i = 0; i < origin.length; i++) if (hole.data[i]! > 0 && origin[i]! >= 0) copied[count++] = i;
  return copied.subarray(0, count);
}

/** For each channel and pixel, the sum of the gradient corrections to its neighbours. */
function seamDivergence({ data, origin }: Synthesis, { crop, hole }: Original): readonly Float32Array[] {
  const { width } = crop;
  const divergence = [0, 1, 2].map(() => new Float32Array(origin.length));
  const isKnown = (i: number) => i >= 0 && i < origin.length && hole.data[i] === 0;
  const step = [0, 0, 0];
  for (const offset of [1, width])
    for (let i = 0; i + offset < origin.length; i++) {
      const j = i + offset;
      if ((offset === 1 && j % width === 0) || (isKnown(i) && isKnown(j))) continue;
      const [a, b] = [isKnown(i) ? i : origin[i]!, isKnown(j) ? j : origin[j]!];
      if (a < 0 || b < 0 || b - a === offset) continue;
      const hasForward = isKnown(a + offset) && (offset !== 1 || (a + 1) % width !== 0);
      const hasBackward = isKnown(b - offset) && (offset !== 1 || b % width !== 0);
      if (!hasForward && !hasBackward) continue;
      for (let c = 0; c < 3; c++) {
        const forward = hasForward ? crop.data[4 * (a + offset) + c]! - crop.data[4 * a + c]! : 0;
        const backward = hasBackward ? crop.data[4 * b + c]! - crop.data[4 * (b - offset) + c]! : 0;
        step[c] = (forward + backward) / (hasForward && hasBackward ? 2 : 1) - (data[4 * j + c]! - data[4 * i + c]!);
      }
      if (step.some((value) => Math.abs(value) > MAX_SEAM_STEP)) continue;
      for (const [c, value] of step.entries()) {
        divergence[c]![j]! += value;
        divergence[c]![i]! -= value;
      }
    }
  return divergence;
}
