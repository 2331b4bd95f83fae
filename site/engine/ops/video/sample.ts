import type { YuvPlane } from './yuv.ts';

/** A displacement in pixels. */
export type Vector = { readonly x: number; readonly y: number };

/** A plane and a map of its valid pixels (above 0): those that show the picture itself. */
export type MaskedPlane = YuvPlane & { readonly valid: Uint8Array };

/** Whether linear interpolation at (x, y) is possible: all pixels that it would use are valid. */
export function isValidAt({ width, height, valid }: MaskedPlane, x: number, y: number): boolean {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const right = x === left ? left : left + 1;
  const bottom = y === top ? top : top + 1;
  if (!(left >= 0 && top >= 0 && right < width && bottom < height)) return false;
  const [above, below] = [top * width, bottom * width];
  return !!(valid[above + left] && valid[above + right] && valid[below + left] && valid[below + right]);
}

/**
 * Interpolates a value (0..255, not rounded): bicubic (Catmull-Rom) if all 16 neighbours are valid, bilinear if 4 are, else
 * NaN. Does not allocate, since it runs for every watermarked pixel of every frame.
 */
export function sampleBicubic(plane: MaskedPlane, x: number, y: number): number {
  const { width, height, data } = plane;
  if (!isValidAt(plane, x, y)) return Number.NaN;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const a = top * width + left;
  if (fx === 0 && fy === 0) return data[a] as number;
  if (left >= 1 && top >= 1 && left + 2 < width && top + 2 < height) {
    const value = cubic(plane, { at: a, fx, fy });
    if (!Number.isNaN(value)) return value;
  }
  const b = fx === 0 ? a : a + 1;
  const [c, d] = fy === 0 ? [a, b] : [a + width, b + width];
  const above = (data[a] as number) * (1 - fx) + (data[b] as number) * fx;
  const below = (data[c] as number) * (1 - fx) + (data[d] as number) * fx;
  return above * (1 - fy) + below * fy;
}

type Cell = { readonly at: number; readonly fx: number; readonly fy: number };

/** Bicubic interpolation; NaN unless all 16 pixels are valid. */
function cubic({ width, data, valid }: MaskedPlane, { at, fx, fy }: Cell): number {
  const [w0, w1, w2, w3] = [weight(fx + 1), weight(fx), weight(fx - 1), weight(fx - 2)];
  let sum = 0;
  for (let row = -1; row <= 2; row++) {
    const i = at + row * width;
    if (!(valid[i - 1] && valid[i] && valid[i + 1] && valid[i + 2])) return Number.NaN;
    const across =
      w0 * (data[i - 1] as number) +
      w1 * (data[i] as number) +
      w2 * (data[i + 1] as number) +
      w3 * (data[i + 2] as number);
    sum += weight(fy - row) * across;
  }
  return Math.min(255, Math.max(0, sum));
}

/** Catmull-Rom kernel. */
function weight(distance: number): number {
  const d = Math.abs(distance);
  if (d < 1) return 1 + d * d * (1.5 * d - 2.5);
  return d < 2 ? 2 + d * (-4 + d * (2.5 - 0.5 * d)) : 0;
}
