import type { Patch } from './overlay.ts';
import type { Strokes } from './strokes.ts';

/** How far a pixel at a border looks for pixels that are surely inside or outside. */
const REACH = 5;

/** Opacities that are tried for each pixel at a border. */
const STEPS = 32;

/** Differences of colours, summed over the channels, beyond which a neighbour shows another thing. */
const UNLIKE = 0.45;

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
    const { mean, spread } = kinds[kind]!;
    const own = 1 / variance;
    const others = 1 / spread;
    if (patch.mask[at] === 0) continue;
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
    plane.map((value, i) => (labels[i] ? (value - opacity * colour[channel]!) / (1 - opacity) : value)),
  );
  const near: number[] = [];
  for (let i = 0; i < depth.length; i++) {
    if (depth[i] === 0) continue;
    near.length = 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - REACH); v <= Math.min(height - 1, y + REACH); v++)
      for (let u = Math.max(0, x - REACH); u <= Math.min(width - 1, x + REACH); u++) {
        const j = v * width + u;
        if (j !== i && Math.abs(depth[j]!) !== 1) near.push(j, 1 / ((u - x) ** 2 + (v - y) ** 2) ** 1.5);
      }
    if (near.length === 0) continue;
    let least = Number.POSITIVE_INFINITY;
    let found = 0;
    for (let k = 0; k <= STEPS; k++) {
      // A little beyond both ends, so that the mean of many is not pulled inwards.
      const share = opacity * (1.3 * (k / STEPS) - 0.15);
      let sum = 0;
      for (let n = 0; n < near.length; n += 2) {
        let difference = 0;
        for (let channel = 0; channel < 3; channel++) {
          const value = (planes[channel]![i]! - share * colour[channel]!) / (1 - share);
          difference += Math.abs(value - clear[channel]![near[n]!]!);
        }
        sum += near[n + 1]! * Math.min(difference, UNLIKE);
      }
      if (sum < least) {
        least = sum;
        found = share;
      }
    }
    yield { at: i, kind: kindOf(depth, labels, { i, width }), opacity: found, variance: varianceOf(i, found) };
  }

  /** Of the opacity: what neighbours differ by, over what the colour of the mark differs from the picture. */
  function varianceOf(i: number, share: number): number {
    let difference = 0;
    let contrast = 0;
    let weights = 0;
    for (let n = 0; n < near.length; n += 2) weights += near[n + 1]!;
    for (let channel = 0; channel < 3; channel++) {
      const value = (planes[channel]![i]! - share * colour[channel]!) / (1 - share);
      let squares = 0;
      for (let n = 0; n < near.length; n += 2)
        squares += near[n + 1]! * Math.min(0.04, (value - clear[channel]![near[n]!]!) ** 2);
      difference += squares / weights;
      contrast += (colour[channel]! - value) ** 2;
    }
    return (LEAST_ERROR ** 2 + difference * (1 - share) ** 2) / Math.max(1e-3, contrast);
  }
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
