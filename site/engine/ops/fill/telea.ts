import type { Mask, Planes } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';
import { emptyPlanes } from '../planes.ts';

/** How far a pixel looks for its colour. */
const REACH = 4;

/** Pixels from the rim up to which slopes go on as they are; deeper ones fade, so that no colour runs away. */
const STEADY = 4;
const FADE = 0.7;

/**
 * Fills what the mask chooses (any value above 0) from its rim inwards: Telea 2004, "An image inpainting technique based
 * on the fast marching method", with exact distances in place of the marched ones. Each pixel is the mean of what its
 * known neighbours and their slopes foretell, most of all those near to it, across the rim and at its own distance. A
 * ramp goes on exactly. Right for hairlines and specks; wide holes become blurred. Planes in 0..1.
 */
export function* telea(picture: Planes, hole: Mask): Generator<number, Planes> {
  const { width, height } = picture;
  const out = { ...picture, planes: picture.planes.map((plane) => plane.slice()) };
  const depth = depthOf(hole);
  const order = [...hole.data.keys()].filter((i) => hole.data[i] !== 0).sort((a, b) => depth[a]! - depth[b]!);
  const known = Uint8Array.from(hole.data, (value) => (value === 0 ? 1 : 0));
  const channels = out.planes.length;
  const slopes = [emptyPlanes(picture, channels).planes, emptyPlanes(picture, channels).planes] as const;
  for (let i = 0; i < known.length; i++)
    if (known[i] === 1 && depth[i]! >= -REACH) setSlopes(out, i, { known, slopes });
  const [across, down] = slopes;
  const sums = new Float64Array(3 * channels);
  for (const [done, i] of order.entries()) {
    const x = i % width;
    const y = (i / width) | 0;
    const [nx, ny] = normalAt(depth, i, picture);
    sums.fill(0);
    let total = 0;
    for (let v = Math.max(0, y - REACH); v <= Math.min(height - 1, y + REACH); v++)
      for (let u = Math.max(0, x - REACH); u <= Math.min(width - 1, x + REACH); u++) {
        const q = v * width + u;
        const [dx, dy] = [x - u, y - v];
        const square = dx * dx + dy * dy;
        if (known[q] === 0 || square > REACH * REACH) continue;
        const towards = Math.max(0.01, Math.abs(dx * nx + dy * ny) / Math.sqrt(square));
        const weight = towards / (square * (1 + Math.abs(depth[i]! - depth[q]!)));
        total += weight;
        for (let c = 0; c < channels; c++) {
          const [sx, sy] = [across[c]![q]!, down[c]![q]!];
          sums[3 * c] = sums[3 * c]! + weight * (out.planes[c]![q]! + sx * dx + sy * dy);
          sums[3 * c + 1] = sums[3 * c + 1]! + weight * sx;
          sums[3 * c + 2] = sums[3 * c + 2]! + weight * sy;
        }
      }
    const steady = (depth[i]! > STEADY ? FADE : 1) / total;
    for (let c = 0; c < channels; c++) {
      out.planes[c]![i] = total > 0 ? Math.min(1, Math.max(0, sums[3 * c]! / total)) : 0.5;
      across[c]![i] = total > 0 ? sums[3 * c + 1]! * steady : 0;
      down[c]![i] = total > 0 ? sums[3 * c + 2]! * steady : 0;
    }
    known[i] = 1;
    if ((done & 255) === 0) yield done / order.length;
  }
  return out;
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
