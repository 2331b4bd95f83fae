import type { Pixels } from '../../../types.ts';
import { CHANNELS, KNOWN } from './level.ts';

/** Pixels around one whose changes count as its texture. */
const RADIUS = 5;

/** How much a change counts beside a colour. More looks richer still, and leaves edges for the sake of texture. */
const WEIGHT = 4;

/**
 * What patches are compared by: colours, and how much these change on average around each pixel, across and down
 * (Newson et al. 2014). Without it smooth patches would be the nearest to all that a vote has blurred. Bytes,
 * `CHANNELS` a pixel; only what is known counts, and where nothing is the texture is 0.
 */
export function looksOf({ width, height, data }: Pixels, state: Uint8Array): Uint8Array {
  const looks = new Uint8Array(CHANNELS * state.length);
  for (let i = 0; i < state.length; i++) for (let c = 0; c < 3; c++) looks[CHANNELS * i + c] = data[4 * i + c]!;
  for (const [axis, step] of [1, width].entries()) {
    const changes = new Float32Array(state.length);
    const counts = new Float32Array(state.length);
    for (let i = 0; i + step < state.length; i++) {
      if (state[i] !== KNOWN || state[i + step] !== KNOWN || (axis === 0 && i % width === width - 1)) continue;
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += Math.abs(data[4 * (i + step) + c]! - data[4 * i + c]!);
      changes[i] = sum / 3;
      counts[i] = 1;
    }
    const sums = boxSums(changes, { width, height });
    const numbers = boxSums(counts, { width, height });
    for (let i = 0; i < state.length; i++) {
      const mean = numbers[i]! > 0.5 ? sums[i]! / numbers[i]! : 0;
      looks[CHANNELS * i + 3 + axis] = Math.min(255, WEIGHT * mean);
    }
  }
  return looks;
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
    for (let k = 0; k < Math.min(RADIUS, count); k++) sum += from[start + k * step]!;
    for (let k = 0; k < count; k++) {
      if (k + RADIUS < count) sum += from[start + (k + RADIUS) * step]!;
      if (k - RADIUS - 1 >= 0) sum -= from[start + (k - RADIUS - 1) * step]!;
      to[start + k * step] = sum;
    }
  }
}
