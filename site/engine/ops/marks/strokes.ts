import { localRange } from '../filter/range.ts';
import { lumaPlane } from '../planes.ts';
import { fitOverlay, isPure, type Overlay, type Patch } from './overlay.ts';

/** Radii in pixels of the strokes that are looked for; wider ones are found by the mask itself. */
const RADII = [2, 4, 8, 16];

/** Rounds in which strokes and overlay correct each other: pixels between one neighbour that is asked and the next. */
const STRIDES = [3, 3, 2, 2, 1, 1, 1, 1];

/** How far a pixel looks for others of the picture that it may continue. */
const REACH = 3;

/** Difference of colours, summed over the channels, from which on they count as unlike. */
const UNLIKE = 0.36;

/** What a neighbour of the same label is worth, beside the likeness of colours. */
const TOGETHER = 0.04;

/** The strokes of a mark, one byte a pixel, and what they are made of. */
export type Strokes = { readonly labels: Uint8Array; readonly overlay: Overlay };

/** Strokes are at least that share of their field. */
const LEAST = 0.02;

/** Lines of the picture itself look like a mark of some colour, hardly ever like one of pure white or black. */
const CHANCE = { tight: 0.5, loose: 0.3 } as const;

/** A mask whose borders explain that much is the mark itself, not a field around it. */
const TIGHT = 0.1;

/**
 * Finds the strokes inside the mask. A mask that follows the mark is taken as it is; else light and dark lines of several
 * widths (top hats) are tried, each with the overlay that it would be, and the one that explains most is made exact.
 * Null where nothing is explained. Yields its share done.
 */
export function* findStrokes(patch: Patch, opacity: number | null): Generator<number, Strokes | null> {
  const whole = Uint8Array.from(patch.mask, (value) => (value > 0 ? 1 : 0));
  const tight = weighed(fitOverlay(patch, whole, opacity), CHANCE.tight);
  if (tight && tight.trust > TIGHT) return { labels: whole, overlay: tight };
  let best: (Strokes & { readonly gain: number }) | null = null;
  for (const { labels, share: due } of guesses(patch)) {
    yield 0.2;
    const overlay = weighed(fitOverlay(patch, labels, opacity), CHANCE.loose);
    if (!overlay) continue;
    const gain = overlay.trust * due * Math.sqrt(borderLength(patch, labels));
    if (!best || gain > best.gain) best = { labels, overlay, gain };
  }
  const settled = best && (yield* settle(patch, best, opacity));
  if (settled && share(settled.labels) >= LEAST * share(whole)) return settled;
  return tight && tight.trust > 0 ? { labels: whole, overlay: tight } : null;
}

const share = (labels: Uint8Array): number => labels.reduce((sum, label) => sum + label, 0) / labels.length;

const weighed = (overlay: Overlay | null, chance: number): Overlay | null =>
  overlay && !isPure(overlay) ? { ...overlay, trust: chance * overlay.trust } : overlay;

/** Strokes and overlay in turn: first looking far, then near. */
function* settle(
  patch: Patch,
  { labels: first, overlay: start }: Strokes,
  opacity: number | null,
): Generator<number, Strokes> {
  let labels = first;
  let overlay = start;
  for (const [round, stride] of STRIDES.entries()) {
    yield 0.4 + (0.6 * round) / STRIDES.length;
    labels = relabelled(patch, { labels, overlay }, stride);
    const fit = weighed(fitOverlay(patch, labels, opacity), CHANCE.loose);
    if (fit && fit.trust > 0.8 * overlay.trust) overlay = fit;
  }
  return { labels, overlay };
}

/** `share` of the strokes that are there because of the mark: as dense as outside of the mask would be chance. */
type Guess = { readonly labels: Uint8Array; readonly share: number };

function* guesses(patch: Patch): Generator<Guess> {
  const luma = lumaPlane(patch);
  const side = Math.min(patch.width, patch.height);
  for (const radius of RADII) {
    if (radius > side / 4) break;
    const { least, most } = localRange(luma, radius);
    const opened = localRange(least, radius).most.data;
    const closed = localRange(most, radius).least.data;
    for (const hat of [
      luma.data.map((value, i) => value - opened[i]!),
      luma.data.map((value, i) => closed[i]! - value),
    ]) {
      const level = otsu(hat, patch.mask);
      if (level <= 0.015) continue;
      const share = shareOf(hat, level, patch.mask);
      if (share > 0)
        yield { labels: Uint8Array.from(hat, (value, i) => (patch.mask[i] !== 0 && value > level ? 1 : 0)), share };
    }
  }
}

function shareOf(hat: Float32Array, level: number, mask: Uint8Array): number {
  const counts = { in: 0, inAll: 0, out: 0, outAll: 0 };
  for (let i = 0; i < hat.length; i++)
    if (mask[i] !== 0) {
      counts.inAll++;
      if (hat[i]! > level) counts.in++;
    } else {
      counts.outAll++;
      if (hat[i]! > level) counts.out++;
    }
  if (counts.in === 0 || counts.outAll === 0) return counts.in === 0 ? 0 : 0.5;
  return 1 - counts.out / counts.outAll / (counts.in / counts.inAll);
}

/** The level between two kinds of numbers in 0..1 (Otsu 1979), looked for inside the mask. */
export function otsu(values: Float32Array, mask: Uint8Array): number {
  const counts = new Float64Array(256);
  let total = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    if (mask[i] === 0) continue;
    const bin = Math.min(255, Math.max(0, Math.round(values[i]! * 255)));
    counts[bin] = counts[bin]! + 1;
    total++;
    sum += bin;
  }
  let best = -1;
  let level = 0;
  let below = 0;
  let sumBelow = 0;
  for (let bin = 0; bin < 255; bin++) {
    below += counts[bin]!;
    sumBelow += bin * counts[bin]!;
    if (below === 0 || below === total) continue;
    const between = below * (total - below) * (sumBelow / below - (sum - sumBelow) / (total - below)) ** 2;
    if (between > best) {
      best = between;
      level = bin + 0.5;
    }
  }
  return level / 255;
}

function borderLength({ width }: Patch, labels: Uint8Array): number {
  let count = 0;
  for (let i = width; i < labels.length; i++)
    if (labels[i] !== labels[i - 1] || labels[i] !== labels[i - width]) count++;
  return count;
}

/**
 * Each pixel in or out of the strokes, whichever continues the pictures of its neighbours better: as it is seen, or with
 * the overlay taken out.
 */
export function relabelled(
  { width, height, planes, mask }: Patch,
  { labels, overlay: { colour, opacity } }: Strokes,
  stride: number,
): Uint8Array {
  const slope = 1 - opacity;
  const clear = planes.map((plane, channel) =>
    plane.map((value, i) => (labels[i] ? (value - opacity * colour[channel % 3]!) / slope : value)),
  );
  const pictures = planes.length / 3;
  const out = new Uint8Array(labels);
  const span = REACH * stride;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (mask[i] === 0) continue;
      let gain = 0;
      let together = 0;
      for (let dy = -span; dy <= span; dy += stride)
        for (let dx = -span; dx <= span; dx += stride) {
          if ((dx === 0 && dy === 0) || x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
          const j = i + dy * width + dx;
          const weight = 1 / (dx * dx + dy * dy);
          for (let first = 0; first < planes.length; first += 3) {
            let inside = 0;
            let outside = 0;
            for (let channel = 0; channel < 3; channel++) {
              const seen = planes[first + channel]![i]!;
              const there = clear[first + channel]![j]!;
              inside += Math.abs((seen - opacity * colour[channel]!) / slope - there);
              outside += Math.abs(seen - there);
            }
            gain += weight * (Math.min(outside, UNLIKE) - Math.min(inside, UNLIKE));
          }
          together += weight * (labels[j] ? pictures : -pictures);
        }
      out[i] = gain + TOGETHER * together > 0 ? 1 : 0;
    }
  return out;
}
