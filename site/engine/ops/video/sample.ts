import type { Channel } from './yuv.ts';

/** A plane with a map of what of it is to be believed. */
export type Trusted = Channel & { readonly valid: Uint8Array };

/** Whether there is a value at a place: the four around it, or those of them that count, are valid. */
export function isSeen({ width, height, valid }: Trusted, x: number, y: number): boolean {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const right = x === left ? left : left + 1;
  const bottom = y === top ? top : top + 1;
  if (!(left >= 0 && top >= 0 && right < width && bottom < height)) return false;
  const [above, below] = [top * width, bottom * width];
  return !!(valid[above + left] && valid[above + right] && valid[below + left] && valid[below + right]);
}

/**
 * Value between pixels: cubic (Catmull and Rom) where all sixteen around are valid, linear where four are, else NaN.
 * 0..255, not rounded. Asked for every pixel of a mark in every frame, it allocates nothing.
 */
export function sampleAt(plane: Trusted, x: number, y: number): number {
  const { width, height, data } = plane;
  if (!isSeen(plane, x, y)) return Number.NaN;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const a = top * width + left;
  if (fx === 0 && fy === 0) return data[a] as number;
  if (left >= 1 && top >= 1 && left + 2 < width && top + 2 < height) {
    const found = cubic(plane, { at: a, fx, fy });
    if (!Number.isNaN(found)) return found;
  }
  const b = fx === 0 ? a : a + 1;
  const [c, d] = fy === 0 ? [a, b] : [a + width, b + width];
  const above = (data[a] as number) * (1 - fx) + (data[b] as number) * fx;
  const below = (data[c] as number) * (1 - fx) + (data[d] as number) * fx;
  return above * (1 - fy) + below * fy;
}

type Cell = { readonly at: number; readonly fx: number; readonly fy: number };

function cubic({ width, data, valid }: Trusted, { at, fx, fy }: Cell): number {
  const [before, here, after, far] = [weight(fx + 1), weight(fx), weight(fx - 1), weight(fx - 2)];
  let sum = 0;
  for (let row = -1; row <= 2; row++) {
    const i = at + row * width;
    if (!(valid[i - 1] && valid[i] && valid[i + 1] && valid[i + 2])) return Number.NaN;
    const across =
      before * (data[i - 1] as number) +
      here * (data[i] as number) +
      after * (data[i + 1] as number) +
      far * (data[i + 2] as number);
    sum += weight(fy - row) * across;
  }
  return Math.min(255, Math.max(0, sum));
}

function weight(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return 1 + d * d * (1.5 * d - 2.5);
  return d < 2 ? 2 + d * (-4 + d * (2.5 - 0.5 * d)) : 0;
}
