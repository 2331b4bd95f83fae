import type { Mask, Planes, Size } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';
import { mapTo } from '../map-to.ts';
import { emptyPlanes } from '../planes.ts';

/** Radius of the neighbourhood that a pixel is predicted from. */
const REACH_PX = 4;

/** Depth up to which slopes continue unchanged; deeper ones decay, so that colours do not diverge. */
const STEADY_DEPTH_PX = 4;
const SLOPE_DECAY = 0.7;

/**
 * Fills the masked pixels (above 0) from the rim inwards: Telea 2004, "An image inpainting technique based on the fast
 * marching method", with exact distances instead of marched ones. Each pixel is the weighted mean of the linear
 * predictions of its known neighbours; weights favour neighbours that are close, across the rim and at the same depth.
 * Ramps continue exactly, and an enclosed hole has no colours beyond those around it. Suits hairlines and specks; wide holes become blurred. Planes in 0..1. Yields the fraction done.
 */
export function* telea(picture: Planes, hole: Mask): Generator<number, Planes> {
  const { width, height } = picture;
  const out = { ...picture, planes: picture.planes.map((plane) => plane.slice()) };
  const depth = depthOf(hole);
  const order = [...hole.data.keys()].filter((i) => hole.data[i] !== 0).sort((a, b) => depth[a]! - depth[b]!);
  const known = mapTo(Uint8Array, hole.data, (value) => (value === 0 ? 1 : 0));
  const channels = out.planes.length;
  const holes = holesOf(hole);
  const ranges = rangesAround(picture, holes, depth);
  const slopes = [emptyPlanes(picture, channels).planes, emptyPlanes(picture, channels).planes] as const;
  for (let i = 0; i < known.length; i++)
    if (known[i] === 1 && depth[i]! >= -REACH_PX) setSlopes(out, i, { known, slopes });
  const [across, down] = slopes;
  const sums = new Float64Array(3 * channels);
  for (const [done, i] of order.entries()) {
    const x = i % width;
    const y = (i / width) | 0;
    const [nx, ny] = normalAt(depth, i, picture);
    sums.fill(0);
    let total = 0;
    for (let v = Math.max(0, y - REACH_PX); v <= Math.min(height - 1, y + REACH_PX); v++)
      for (let u = Math.max(0, x - REACH_PX); u <= Math.min(width - 1, x + REACH_PX); u++) {
        const q = v * width + u;
        const [dx, dy] = [x - u, y - v];
        const square = dx * dx + dy * dy;
        if (known[q] === 0 || square > REACH_PX * REACH_PX) continue;
        const alignment = Math.max(0.01, Math.abs(dx * nx + dy * ny) / Math.sqrt(square));
        const weight = alignment / (square * (1 + Math.abs(depth[i]! - depth[q]!)));
        total += weight;
        for (let c = 0; c < channels; c++) {
          const [sx, sy] = [across[c]![q]!, down[c]![q]!];
          sums[3 * c] = sums[3 * c]! + weight * (out.planes[c]![q]! + sx * dx + sy * dy);
          sums[3 * c + 1] = sums[3 * c + 1]! + weight * sx;
          sums[3 * c + 2] = sums[3 * c + 2]! + weight * sy;
        }
      }
    const slopeScale = (depth[i]! > STEADY_DEPTH_PX ? SLOPE_DECAY : 1) / total;
    const range = ranges[holes[i]! - 1]!;
    for (let c = 0; c < channels; c++) {
      out.planes[c]![i] = total > 0 ? Math.min(range.max[c]!, Math.max(range.min[c]!, sums[3 * c]! / total)) : 0.5;
      across[c]![i] = total > 0 ? sums[3 * c + 1]! * slopeScale : 0;
      down[c]![i] = total > 0 ? sums[3 * c + 2]! * slopeScale : 0;
    }
    known[i] = 1;
    if ((done & 255) === 0) yield done / order.length;
  }
  return out;
}

/** The number of the hole that each pixel belongs to, from 1 on; 0 outside. Masked pixels that share a side are one hole. */
function holesOf({ width, height, data }: Mask): Int32Array {
  const holes = new Int32Array(data.length);
  let count = 0;
  for (let first = 0; first < data.length; first++) {
    if (data[first] === 0 || holes[first] !== 0) continue;
    count++;
    holes[first] = count;
    const open = [first];
    for (let i = open.pop(); i !== undefined; i = open.pop())
      eachNear(i, { width, height, reach: 1 }, (q) => {
        if (data[q] === 0 || holes[q] !== 0) return;
        holes[q] = count;
        open.push(q);
      });
  }
  return holes;
}

type Range = { readonly min: Float32Array; readonly max: Float32Array };

/**
 * The values that each hole may be filled with, per plane: those of the known pixels within reach, as an interpolation has its
 * extremes at the rim (the maximum principle). A hole that reaches the border is extrapolated, within 0..1.
 */
function rangesAround({ planes, width, height }: Planes, holes: Int32Array, depth: Float32Array): readonly Range[] {
  const filled = (value: number) => new Float32Array(planes.length).fill(value);
  const ranges: Range[] = [];
  for (let i = 0; i < holes.length; i++) {
    const index = holes[i]!;
    if (index === 0) continue;
    ranges[index - 1] ??= { min: filled(1), max: filled(0) };
    const { min, max } = ranges[index - 1]!;
    const [x, y] = [i % width, (i / width) | 0];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) {
      min.fill(0);
      max.fill(1);
    }
    if (depth[i]! > REACH_PX) continue;
    eachNear(i, { width, height, reach: REACH_PX }, (q) => {
      if (holes[q] !== 0) return;
      for (let c = 0; c < planes.length; c++) {
        min[c] = Math.min(min[c]!, planes[c]![q]!);
        max[c] = Math.max(max[c]!, planes[c]![q]!);
      }
    });
  }
  return ranges;
}

type Circle = Size & { readonly reach: number };

/** Calls `act` for the pixels within reach of one. */
function eachNear(i: number, { width, height, reach }: Circle, act: (q: number) => void): void {
  const [x, y] = [i % width, (i / width) | 0];
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++)
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++)
      if ((x - u) ** 2 + (y - v) ** 2 <= reach * reach) act(v * width + u);
}

/** Distance to the rim in pixels: above 0 within the hole, below 0 outside. */
function depthOf(hole: Mask): Float32Array {
  const inside = distanceTo(hole, (i) => hole.data[i] === 0).data;
  const outside = distanceTo(hole, (i) => hole.data[i] !== 0).data;
  return inside.map((distance, i) => (hole.data[i] === 0 ? -outside[i]! : distance));
}

/** Unit vector across the rim. */
function normalAt(depth: Float32Array, i: number, { width, height }: Planes): readonly [number, number] {
  const x = i % width;
  const y = (i / width) | 0;
  const gx = depth[x < width - 1 ? i + 1 : i]! - depth[x > 0 ? i - 1 : i]!;
  const gy = depth[y < height - 1 ? i + width : i]! - depth[y > 0 ? i - width : i]!;
  const length = Math.hypot(gx, gy);
  return length > 0 && Number.isFinite(length) ? [gx / length, gy / length] : [0, 0];
}

type Known = {
  readonly known: Uint8Array;
  readonly slopes: readonly [across: readonly Float32Array[], down: readonly Float32Array[]];
};

/** Slopes of all planes at a known pixel, from those of its neighbours that are known. */
function setSlopes({ planes, width, height }: Planes, i: number, { known, slopes: [across, down] }: Known): void {
  const x = i % width;
  const y = (i / width) | 0;
  const left = x > 0 && known[i - 1] === 1 ? i - 1 : i;
  const right = x < width - 1 && known[i + 1] === 1 ? i + 1 : i;
  const upper = y > 0 && known[i - width] === 1 ? i - width : i;
  const lower = y < height - 1 && known[i + width] === 1 ? i + width : i;
  const rows = (lower - upper) / width;
  for (const [c, plane] of planes.entries()) {
    across[c]![i] = right > left ? (plane[right]! - plane[left]!) / (right - left) : 0;
    down[c]![i] = rows > 0 ? (plane[lower]! - plane[upper]!) / rows : 0;
  }
}
