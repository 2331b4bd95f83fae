import type { Pixels } from '../../../types.ts';
import { CHANNELS, KNOWN } from './level.ts';

/** Radius of the window in which gradients are averaged. */
const TEXTURE_RADIUS_PX = 5;

/** Weight of a gradient relative to a colour. A larger weight prefers richer texture over continued edges. */
const TEXTURE_WEIGHT = 4;

/**
 * Computes the features by which patches are compared: colour, and the mean horizontal and vertical gradient around each
 * pixel (Newson et al. 2014), without which smooth patches would match everything that a vote has blurred. Returns
 * `CHANNELS` bytes per pixel. Only known pixels count; without any, the gradients are 0.
 */
export function computeFeatures({ width, height, data }: Pixels, state: Uint8Array): Uint8Array {
  const features = new Uint8Array(CHANNELS * state.length);
  for (let i = 0; i < state.length; i++) for (let c = 0; c < 3; c++) features[CHANNELS * i + c] = data[4 * i + c]!;
  for (const [axis, step] of [1, width].entries()) {
    const gradients = new Float32Array(state.length);
    const counts = new Float32Array(state.length);
    for (let i = 0; i + step < state.length; i++) {
      if (state[i] !== KNOWN || state[i + step] !== KNOWN || (axis === 0 && i % width === width - 1)) continue;
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += Math.abs(data[4 * (i + step) + c]! - data[4 * i + c]!);
      gradients[i] = sum / 3;
      counts[i] = 1;
    }
    const sums = boxSums(gradients, { width, height });
    const totals = boxSums(counts, { width, height });
    for (let i = 0; i < state.length; i++) {
      const mean = totals[i]! > 0.5 ? sums[i]! / totals[i]! : 0;
      features[CHANNELS * i + 3 + axis] = Math.min(255, TEXTURE_WEIGHT * mean);
    }
  }
  return features;
}

/** Sums over squares of `2 * RADIUS + 1` pixels, cut at the border. */
function boxSums(values: Float32Array, { width, height }: { readonly width: number; readonly height: number }) {
  const rows = new Float32Array(values.length);
  const out = new Float32Array(values.length);
  slide(values, rows, { lines: height, count: width, line: width, step: 1 });
  slide(rows, out, { lines: width, count: height, line: 1, step: width });
  return out;
}

type Lines = { readonly lines: number; readonly count: number; readonly line: number; readonly step: number };

function slide(from: Float32Array, to: Float32Array, { lines, count, line, step }: Lines): void {
  for (let n = 0; n < lines; n++) {
    const start = n * line;
    let sum = 0;
    for (let k = 0; k < Math.min(TEXTURE_RADIUS_PX, count); k++) sum += from[start + k * step]!;
    for (let k = 0; k < count; k++) {
      if (k + TEXTURE_RADIUS_PX < count) sum += from[start + (k + TEXTURE_RADIUS_PX) * step]!;
      if (k - TEXTURE_RADIUS_PX - 1 >= 0) sum -= from[start + (k - TEXTURE_RADIUS_PX - 1) * step]!;
      to[start + k * step] = sum;
    }
  }
}
