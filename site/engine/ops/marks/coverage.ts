import { type Around, type Guess, othersOf } from './alike.ts';
import type { Mix, Overlay, Patch } from './overlay.ts';
import type { Strokes } from './strokes.ts';

/** How far a pixel at a border looks for pixels that are surely inside or outside. */
const REACH = 5;

/** Cubes of the distances to all of them. */
const SPAN = 2 * REACH + 1;
const FAR = Float64Array.from(
  { length: SPAN ** 2 },
  (_, i) => (((i % SPAN) - REACH) ** 2 + (Math.floor(i / SPAN) - REACH) ** 2) ** 1.5,
);

/** Variance of a colour by noise and rounding. */
const NOISE = (1.5 / 255) ** 2;

/** Mixed colours at edges of the picture do not lie on the line between both sides: as a share of the squared contrast. */
const BENT = 0.015;

/** Least uncertainty of an opacity. */
const LEAST_ERROR = 0.004;

/** Times that borders are looked at: first beside what is surely clear, then beside what was found there. */
const PASSES = 2;

/** What the variance of a neighbour's cover counts for, in cubes of distances. */
const UNSURE = 50;

/**
 * Opacity of the mark at each pixel, 0..1: its own inside, none outside. At the borders, where strokes are soft, each
 * pixel is first given what continues the picture around it best; how sure that is depends on the texture there. What all
 * places of the same shape say together is then weighed against it.
 */
export function opacityMap(patch: Patch, { labels, overlay }: Strokes): Float32Array<ArrayBuffer> {
  const { opacity } = overlay;
  const alpha = Float32Array.from(labels, (label) => (label ? opacity : 0));
  const depth = depths(patch, labels);
  const around = { patch, depth, opacity };
  let unsure: Float32Array | null = null;
  for (let pass = 0; pass < PASSES; pass++) {
    const guesses = [...guessed(around, { alpha, unsure }, overlay.colour)];
    const others = othersOf(guesses, labels, around);
    unsure ??= new Float32Array(alpha.length);
    for (const [index, { at, opacity: seen, variance }] of guesses.entries()) {
      if (patch.mask[at] === 0) continue;
      const [own, like] = [1 / variance, 1 / others.spread[index]!];
      const cover = (own * seen + like * others.mean[index]!) / (own + like) / opacity;
      unsure[at] = 1 / (own + like);
      alpha[at] = opacity * fullOrNone(cover, unsure[at]! / opacity ** 2, depth[at]!);
    }
  }
  return alpha;
}

/** How likely pixels are wholly inside or outside, next to the border and one further. */
const WHOLE = [0.05, 0.6] as const;

/** Of a pixel that is wholly inside or outside by chance, any cover else: what is expected of its cover, 0..1. */
function fullOrNone(cover: number, variance: number, depth: number): number {
  const end = depth > 0 ? 1 : 0;
  const whole = WHOLE[Math.abs(depth) - 1] ?? 1;
  const density =
    Math.exp(-((Math.min(1, Math.max(0, cover)) - end) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
  const likely = (whole * density) / (whole * density + 1 - whole);
  return likely * end + (1 - likely) * Math.min(1, Math.max(0, cover));
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

/** What is known of the opacities, and their variances; before that is, borders themselves tell nothing. */
export type Known = { readonly alpha: Float32Array; readonly unsure: Float32Array | null };

function* guessed({ patch, depth, opacity }: Around, known: Known, colour: Overlay['colour']): Generator<Guess> {
  const isUnclear = (i: number) => !known.unsure && Math.abs(depth[i]!) === 1;
  for (const { at, sum, sure } of sharesAt({ patch, where: depth, isUnclear }, known, { colour, opacity })) {
    // A little beyond both ends, so that the mean of many is not pulled inwards.
    const share = Math.min(1.15 * opacity, Math.max(-0.15 * opacity, sum / Math.max(1e-9, sure)));
    yield { at, opacity: share, variance: LEAST_ERROR ** 2 + (1 - share) ** 2 / Math.max(1e-3, sure) };
  }
}

/** Where shares are asked for (not 0), and which pixels tell nothing of those beside them. */
type Asked = {
  readonly patch: Patch;
  readonly where: ArrayLike<number>;
  readonly isUnclear: (pixel: number) => boolean;
};

/**
 * What a mark of this colour is of each pixel, as what its neighbours are below the mark tells it: the opacity times its
 * precision, and that, each summed over the pictures of the patch.
 */
export function* sharesAt({ patch, where, isUnclear }: Asked, { alpha, unsure }: Known, { colour, opacity }: Mix) {
  const { width, height, planes } = patch;
  const clear = planes.map((plane, channel) =>
    plane.map((value, i) => (value - alpha[i]! * colour[channel % 3]!) / (1 - alpha[i]!)),
  );
  const colours = Array.from({ length: planes.length / 3 }, (_, k) => clear.slice(3 * k, 3 * k + 3));
  const near: Near = { at: new Int32Array(SPAN ** 2), weight: new Float64Array(SPAN ** 2), count: 0 };
  for (let i = 0; i < where.length; i++) {
    if (where[i] === 0) continue;
    near.count = 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - REACH); v <= Math.min(height - 1, y + REACH); v++)
      for (let u = Math.max(0, x - REACH); u <= Math.min(width - 1, x + REACH); u++) {
        const j = v * width + u;
        if (j === i || isUnclear(j)) continue;
        const error = unsure ? UNSURE * (unsure[j]! / opacity ** 2) : 0;
        near.at[near.count] = j;
        near.weight[near.count++] = 1 / (FAR[(v - y + REACH) * SPAN + u - x + REACH]! + error);
      }
    if (near.count === 0) continue;
    let [sum, sure] = [0, 0];
    for (const [k, cleared] of colours.entries()) {
      const below = aroundOf(cleared, near);
      const seen = [0, 1, 2].map((channel) => planes[3 * k + channel]![i]!);
      const { share, precision } = shareOf(seen, colour, below);
      sum += precision * share;
      sure += precision;
    }
    yield { at: i, sum, sure };
  }
}

/** The pixels around one, and what each of them counts. */
type Near = { readonly at: Int32Array; readonly weight: Float64Array; count: number };

/** Three colours, and how they vary: covariances as xx, yy, zz, xy, xz, yz. */
type Nearby = { readonly mean: readonly number[]; readonly spread: readonly number[] };

function aroundOf(planes: readonly Float32Array[], { at, weight, count }: Near): Nearby {
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  let [all, r, g, b] = [0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [i, share] = [at[k]!, weight[k]!];
    all += share;
    r += share * red[i]!;
    g += share * green[i]!;
    b += share * blue[i]!;
  }
  const mean = [r / all, g / all, b / all] as const;
  let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const [i, share] = [at[k]!, weight[k]!];
    const [x, y, z] = [red[i]! - mean[0], green[i]! - mean[1], blue[i]! - mean[2]];
    xx += share * x * x;
    yy += share * y * y;
    zz += share * z * z;
    xy += share * x * y;
    xz += share * x * z;
    yz += share * y * z;
  }
  const noise = NOISE + BENT * ((xx + yy + zz) / all) ** 2;
  const spread = [xx / all + noise, yy / all + noise, zz / all + noise, xy / all, xz / all, yz / all];
  return { mean, spread };
}

/**
 * The opacity with which a pixel is most likely the mark over a colour such as those around it (normally distributed):
 * least squares along the line from their mean to the mark's colour, each direction weighed by how little colours vary
 * in it. A mark over leaves is seen by its lack of green rather than by its light.
 */
function shareOf(seen: readonly number[], colour: Overlay['colour'], { mean, spread }: Nearby) {
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
