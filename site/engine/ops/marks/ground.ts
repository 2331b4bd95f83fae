import type { Pixels } from '../../types.ts';

/** Pixels of a window that are counted along each side at most. */
const COUNTED = 48;

/**
 * What lies below writing: the median of each channel over squares of three times `side`, in steps of `side` pixels, and
 * what is between these. Letters cover less than half of such a square. Alpha is 255.
 */
export function groundOf({ width, height, data }: Pixels, side: number): Pixels {
  const [columns, rows] = [Math.ceil(width / side) + 1, Math.ceil(height / side) + 1];
  const nodes = new Uint8Array(3 * columns * rows);
  const step = Math.max(1, Math.floor((3 * side) / COUNTED));
  for (let node = 0; node < columns * rows; node++) {
    const [x, y] = [(node % columns) * side, Math.floor(node / columns) * side];
    const [left, right] = [Math.max(0, x - 1.5 * side) | 0, Math.min(width, x + 1.5 * side)];
    const [top, bottom] = [Math.max(0, y - 1.5 * side) | 0, Math.min(height, y + 1.5 * side)];
    const counts = new Uint32Array(3 * 256);
    let total = 0;
    for (let v = top; v < bottom; v += step)
      for (let u = left; u < right; u += step, total++)
        for (let c = 0; c < 3; c++) counts[256 * c + data[4 * (v * width + u) + c]!]! += 1;
    for (let c = 0; c < 3; c++) nodes[3 * node + c] = medianIn(counts.subarray(256 * c, 256 * (c + 1)), total);
  }
  const out = new Uint8ClampedArray(data.length).fill(255);
  for (let i = 0; i < width * height; i++) {
    const [u, v] = [(i % width) / side, Math.floor(i / width) / side];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const [across, down] = [u - column, v - row];
    const at = 3 * (row * columns + column);
    for (let c = 0; c < 3; c++) {
      const upper = nodes[at + c]! * (1 - across) + nodes[at + 3 + c]! * across;
      const lower = nodes[at + 3 * columns + c]! * (1 - across) + nodes[at + 3 * columns + 3 + c]! * across;
      out[4 * i + c] = upper * (1 - down) + lower * down;
    }
  }
  return { width, height, data: out };
}

function medianIn(counts: Uint32Array, total: number): number {
  let sum = 0;
  for (let value = 0; value < 256; value++) {
    sum += counts[value]!;
    if (2 * sum >= total) return value;
  }
  return 255;
}
