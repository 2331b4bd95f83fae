import type { Overlay, Patch } from './overlay.ts';
import type { Strokes } from './strokes.ts';

/** How far a pixel at a border looks for pixels that are surely inside or outside. */
const REACH = 5;

/** Variance of a colour by noise and rounding. */
const NOISE = (1.5 / 255) ** 2;

/** Least uncertainty of an opacity. */
const LEAST_ERROR = 0.004;

/** Pixels of one kind that must be there before their mean counts. */
const LEAST_KIND = 24;

/** What a pixel at a border says by itself, and what kind of place it is at. */
type Guess = { readonly at: number; readonly kind: number; readonly opacity: number; readonly variance: number };

/**
 * Opacity of the mark at each pixel, 0..1: its own inside, none outside. At the borders, where strokes are soft, each
 * pixel is first given what continues the picture around it best; how sure that is depends on the texture there. What all
 * places of the same kind (distance to the border, neighbours inside) say together is then weighed against it.
 */
export function opacityMap(patch: Patch, { labels, overlay }: Strokes): Float32Array<ArrayBuffer> {
  const alpha = Float32Array.from(labels, (label) => (label ? overlay.opacity : 0));
  const depth = depths(patch, labels);
  const guesses = [...guessed(patch, { labels, overlay }, depth)];
  const kinds = kindsOf(guesses, overlay.opacity);
  for (const { at, kind, opacity, variance } of guesses) {
    if (patch.mask[at] === 0) continue;
    const { mean, spread } = kinds[kind]!;
    const own = 1 / variance;
    const others = 1 / spread;
    alpha[at] = Math.min(overlay.opacity, Math.max(0, (own * opacity + others * mean) / (own + others)));
  }
  return alpha;
}

/** 1 and 2 inside, -1 and -2 outside, counted from the border; 0 further away. */
function depths({ width, height }: Patch, labels: Uint8Array): Int8Array {
  const out = new Int8Array(labels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      let near = 3;
      for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++)
        for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++)
          if (labels[v * width + u] !== labels[i]) near = Math.min(near, Math.max(Math.abs(u - x), Math.abs(v - y)));
      if (near < 3) out[i] = labels[i] ? near : -near;
    }
  return out;
}

function* guessed(patch: Patch, { labels, overlay }: Strokes, depth: Int8Array): Generator<Guess> {
  const { width, height, planes } = patch;
  const { colour, opacity } = overlay;
  const clear = planes.map((plane, channel) =>
    plane.map((value, i) => (labels[i] ? (value - opacity * colour[channel % 3]!) / (1 - opacity) : value)),
  );
  const near: Neighbour[] = [];
  for (let i = 0; i < depth.length; i++) {
    if (depth[i] === 0) continue;
    near.length = 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - REACH); v <= Math.min(height - 1, y + REACH); v++)
      for (let u = Math.max(0, x - REACH); u <= Math.min(width - 1, x + REACH); u++) {
        const j = v * width + u;
        if (j !== i && Math.abs(depth[j]!) !== 1)
          near.push({ at: j, weight: 1 / ((u - x) ** 2 + (v - y) ** 2) ** 1.5 });
      }
    if (near.length === 0) continue;
    let [sum, sure] = [0, 0];
    for (let first = 0; first < planes.length; first += 3) {
      const below = aroundOf(clear.slice(first, first + 3), near);
      const seen = [0, 1, 2].map((channel) => planes[first + channel]![i]!);
      const { share, precision } = shareOf(seen, colour, below);
      sum += precision * share;
      sure += precision;
    }
    // A little beyond both ends, so that the mean of many is not pulled inwards.
    const share = Math.min(1.15 * opacity, Math.max(-0.15 * opacity, sum / Math.max(1e-9, sure)));
    const variance = LEAST_ERROR ** 2 + (1 - share) ** 2 / Math.max(1e-3, sure);
    yield { at: i, kind: kindOf(depth, labels, { i, width }), opacity: share, variance };
  }
}

type Neighbour = { readonly at: number; readonly weight: number };

/** Three colours, and how they vary: covariances as xx, yy, zz, xy, xz, yz. */
type Around = { readonly mean: readonly number[]; readonly spread: readonly number[] };

function aroundOf(planes: readonly Float32Array[], near: readonly Neighbour[]): Around {
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  let [all, r, g, b] = [0, 0, 0, 0];
  for (const { at, weight } of near) {
    all += weight;
    r += weight * red[at]!;
    g += weight * green[at]!;
    b += weight * blue[at]!;
  }
  const mean = [r / all, g / all, b / all] as const;
  const spread = [NOISE, NOISE, NOISE, 0, 0, 0];
  for (const { at, weight } of near) {
    const [x, y, z] = [red[at]! - mean[0], green[at]! - mean[1], blue[at]! - mean[2]];
    for (const [k, value] of [x * x, y * y, z * z, x * y, x * z, y * z].entries())
      spread[k] = spread[k]! + (weight / all) * value;
  }
  return { mean, spread };
}

/**
 * The opacity with which a pixel is most likely the mark over a colour such as those around it (normally distributed):
 * least squares along the line from their mean to the mark's colour, each direction weighed by how little colours vary
 * in it. A mark over leaves is seen by its lack of green rather than by its light.
 */
function shareOf(seen: readonly number[], colour: Overlay['colour'], { mean, spread }: Around) {
  const [xx, yy, zz, xy, xz, yz] = spread as [number, number, number, number, number, number];
  const line = [0, 1, 2].map((k) => colour[k]! - mean[k]!) as [number, number, number];
  const far = [0, 1, 2].map((k) => seen[k]! - mean[k]!) as [number, number, number];
  // The inverse of the covariances (its adjugate), times the line.
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const [x, y, z] = line;
  const weights = [
    (yy * zz - yz * yz) * x + (xz * yz - xy * zz) * y + (xy * yz - xz * yy) * z,
    (xz * yz - xy * zz) * x + (xx * zz - xz * xz) * y + (xy * xz - xx * yz) * z,
    (xy * yz - xz * yy) * x + (xy * xz - xx * yz) * y + (xx * yy - xy * xy) * z,
  ];
  const precision = weights.reduce((sum, weight, k) => sum + weight * line[k]!, 0) / determinant;
  const share = weights.reduce((sum, weight, k) => sum + weight * far[k]!, 0) / determinant / Math.max(1e-9, precision);
  return { share, precision };
}

const KINDS = 4 * 9;

function kindOf(
  depth: Int8Array,
  labels: Uint8Array,
  { i, width }: { readonly i: number; readonly width: number },
): number {
  let inside = 0;
  for (const row of [-width, 0, width])
    for (const step of [-1, 0, 1]) if (row + step !== 0) inside += labels[i + row + step] ?? 0;
  const ring = { [-2]: 0, [-1]: 1, 1: 2, 2: 3 }[depth[i]!] ?? 0;
  return ring * 9 + inside;
}

/** Mean and variance of the opacities of each kind, the noise of the guesses taken out; rare kinds borrow from their ring. */
function kindsOf(
  guesses: readonly Guess[],
  opacity: number,
): readonly { readonly mean: number; readonly spread: number }[] {
  const least = (0.02 * opacity) ** 2;
  const summary = (chosen: readonly Guess[]) => {
    let [weights, mean] = [0, 0];
    const weightOf = ({ variance }: Guess) => 1 / (variance + (0.2 * opacity) ** 2);
    for (const guess of chosen) {
      weights += weightOf(guess);
      mean += weightOf(guess) * guess.opacity;
    }
    mean /= weights;
    let squares = 0;
    for (const guess of chosen) squares += weightOf(guess) * ((guess.opacity - mean) ** 2 - guess.variance);
    return { mean: Math.min(opacity, Math.max(0, mean)), spread: Math.max(least, squares / weights) };
  };
  const byKind: Guess[][] = Array.from({ length: KINDS }, () => []);
  for (const guess of guesses) byKind[guess.kind]!.push(guess);
  const rings = [0, 1, 2, 3].map((ring) => byKind.slice(9 * ring, 9 * ring + 9).flat());
  return byKind.map((chosen, kind) => {
    const wide = chosen.length >= LEAST_KIND ? chosen : rings[Math.floor(kind / 9)]!;
    return wide.length > 0 ? summary(wide) : { mean: 0, spread: least };
  });
}
