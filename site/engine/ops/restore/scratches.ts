import type { Mask, Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { localMost, localRange } from '../filter/range.ts';
import { partsOf } from '../matte/components.ts';

/** Half of the widest scratch, in pixels. */
const RADIUS = 4;

/** Half of the line along which a scratch must be seen, and in how many directions. */
const REACH = 12;
const DIRECTIONS = 16;

/** Texture around a line is measured within this radius. */
const AROUND = 24;

/** Least contrast of a line against its surroundings, at sensitivity 0.5, and against the texture there. */
const CONTRAST = 0.06;
const TEXTURE = 2.2;

/** Pixels that follow a sure one need this share of its contrast. */
const FOLLOW = 0.45;

/** A pixel of a line has at least that share of the line's mean contrast. */
const OWN = 0.6;

/** Least length of a line, least ratio of length to width, most area of a speck and least contrast of it. */
const LENGTH = 26;
const SLENDER = 7;
const SPECK = { area: 26, contrast: 0.18, texture: 5 } as const;

/** Along its rim a picture has frames and shadows of its own. */
const RIM = 4;

/**
 * Scratches, hairs, folds and dust in a picture (luma, 0..1) as a mask: light and dark top hats, averaged along lines in
 * many directions, so that texture sinks and lines stay; sure places with what follows them (hysteresis); of these, what
 * is long and slender, and small specks that stand alone. `sensitivity` 0..1.
 * Yields its share done.
 */
export function* findScratches(luma: Plane, sensitivity: number): Generator<number, Mask> {
  const scale = 2 ** (2 * (0.5 - sensitivity));
  const { least, most } = localRange(luma, RADIUS);
  const opened = localMost(least, RADIUS).data;
  const closed = localRange(most, RADIUS).least.data;
  const out = new Uint8Array(luma.data.length);
  for (const [turn, sign] of [1, -1].entries()) {
    yield (turn + 0.1) / 2;
    const base = sign > 0 ? opened : closed;
    const hat: Plane = { ...luma, data: luma.data.map((value, i) => sign * (value - base[i]!)) };
    // Damage is light on prints; dark lines and dots are more often eyes, hair and branches.
    const options = { scale: sign > 0 ? scale : 1.5 * scale, length: sign > 0 ? LENGTH : 2 * LENGTH };
    for (const share of markLines(hat, options, out)) yield (turn + share) / 2;
    if (sign > 0) markSpecks(hat, scale, out);
  }
  clearRim(out, luma);
  const grown = localMost({ ...luma, data: Float32Array.from(out) }, 1).data;
  return { width: luma.width, height: luma.height, data: Uint8Array.from(grown, (value) => (value > 0 ? 255 : 0)) };
}

function clearRim(out: Uint8Array, { width, height }: Plane): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (Math.min(x, y, width - 1 - x, height - 1 - y) < RIM) out[y * width + x] = 0;
}

type LineOptions = { readonly scale: number; readonly length: number };

function* markLines(hat: Plane, { scale, length: shortest }: LineOptions, out: Uint8Array): Generator<number> {
  const { width, height, data } = hat;
  const line = yield* alongLines(hat);
  const around = boxBlur(hat, AROUND).data;
  const margin = line.data.map((value, i) => value - TEXTURE * Math.max(around[i]!, line.mean[i]!));
  const follow: Mask = { width, height, data: new Uint8Array(data.length) };
  for (let i = 0; i < data.length; i++)
    if (margin[i]! > FOLLOW * CONTRAST * scale && data[i]! > OWN * line.data[i]!) follow.data[i] = 255;
  const { labels, areas } = partsOf(joined(follow));
  const facts = areas.map(() => ({ sure: 0, area: 0, left: width, right: 0, top: height, bottom: 0 }));
  for (let i = 0; i < labels.length; i++) {
    if (follow.data[i] === 0) continue;
    const fact = facts[labels[i]!]!;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (margin[i]! > CONTRAST * scale) fact.sure++;
    fact.area++;
    fact.left = Math.min(fact.left, x);
    fact.right = Math.max(fact.right, x);
    fact.top = Math.min(fact.top, y);
    fact.bottom = Math.max(fact.bottom, y);
  }
  const good = facts.map(({ sure, area, left, right, top, bottom }) => {
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    return sure >= shortest / 2 && length >= shortest && (length * length) / area >= SLENDER;
  });
  for (let i = 0; i < labels.length; i++) if (follow.data[i] !== 0 && good[labels[i]!]) out[i] = 1;
}

/** Gaps of a pixel closed, so that a line is one part. */
function joined(mask: Mask): Mask {
  const wide = localMost({ ...mask, data: Float32Array.from(mask.data) }, 1).data;
  return { ...mask, data: Uint8Array.from(wide) };
}

/** The greatest of the means along short lines in all directions, and the mean of them all. */
type Lines = { readonly data: Float32Array; readonly mean: Float32Array };

function* alongLines({ width, height, data: values }: Plane): Generator<number, Lines> {
  const data = new Float32Array(values.length);
  const mean = new Float32Array(values.length);
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    yield direction / DIRECTIONS;
    const angle = (Math.PI * direction) / DIRECTIONS;
    const steps = Array.from({ length: 2 * REACH + 1 }, (_, k) => ({
      dx: Math.round((k - REACH) * Math.cos(angle)),
      dy: Math.round((k - REACH) * Math.sin(angle)),
    }));
    const shifts = Int32Array.from(steps, ({ dx, dy }) => dy * width + dx);
    for (let y = 0; y < height; y++) {
      const inside = y >= REACH && y < height - REACH;
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        let sum = 0;
        let count = steps.length;
        if (inside && x >= REACH && x < width - REACH) for (const shift of shifts) sum += values[i + shift]!;
        else {
          count = 0;
          for (const { dx, dy } of steps) {
            if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
            sum += values[i + dy * width + dx]!;
            count++;
          }
        }
        data[i] = Math.max(data[i]!, sum / count);
        mean[i] = mean[i]! + sum / count / DIRECTIONS;
      }
    }
  }
  return { data, mean };
}

function markSpecks(hat: Plane, scale: number, out: Uint8Array): void {
  const { width, height, data } = hat;
  const around = boxBlur(hat, AROUND).data;
  const mask: Mask = { width, height, data: new Uint8Array(data.length) };
  for (let i = 0; i < data.length; i++)
    if (data[i]! > SPECK.contrast * scale && data[i]! > SPECK.texture * around[i]!) mask.data[i] = 255;
  const { labels, areas } = partsOf(mask);
  const strong = new Float32Array(areas.length);
  for (let i = 0; i < labels.length; i++) strong[labels[i]!] = Math.max(strong[labels[i]!]!, data[i]! - 5 * around[i]!);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (label !== 0 && areas[label]! <= SPECK.area && strong[label]! > 0) out[i] = 1;
  }
}
