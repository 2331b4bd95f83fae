import type { Channel } from './yuv.ts';

/** A plane with a map of what of it is to be believed. */
export type Trusted = Channel & { readonly valid: Uint8Array };

/**
 * Value between pixels: cubic (Catmull and Rom) where all sixteen around are valid, linear where four are, else null.
 * 0..255, not rounded.
 */
export function sampleAt(plane: Trusted, x: number, y: number): number | null {
  const { width, height, data, valid } = plane;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  if (fx === 0 && fy === 0) {
    if (left < 0 || top < 0 || left >= width || top >= height) return null;
    return valid[top * width + left] ? (data[top * width + left] as number) : null;
  }
  if (left >= 1 && top >= 1 && left + 2 < width && top + 2 < height) {
    const found = cubic(plane, { at: top * width + left, fx, fy });
    if (found !== null) return found;
  }
  const right = fx === 0 ? left : left + 1;
  const bottom = fy === 0 ? top : top + 1;
  if (left < 0 || top < 0 || right >= width || bottom >= height) return null;
  const four = [top * width + left, top * width + right, bottom * width + left, bottom * width + right] as const;
  if (!four.every((i) => valid[i])) return null;
  const [a, b, c, d] = four.map((i) => data[i] as number) as [number, number, number, number];
  return (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
}

type Cell = { readonly at: number; readonly fx: number; readonly fy: number };

function cubic({ width, data, valid }: Trusted, { at, fx, fy }: Cell): number | null {
  let sum = 0;
  for (let row = -1; row <= 2; row++) {
    const wy = weight(fy - row);
    for (let column = -1; column <= 2; column++) {
      const i = at + row * width + column;
      if (!valid[i]) return null;
      sum += wy * weight(fx - column) * (data[i] as number);
    }
  }
  return Math.min(255, Math.max(0, sum));
}

function weight(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return 1 + d * d * (1.5 * d - 2.5);
  return d < 2 ? 2 + d * (-4 + d * (2.5 - 0.5 * d)) : 0;
}
