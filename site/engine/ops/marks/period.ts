import type { Mask, Plane, Size } from '../../types.ts';
import { emptyField, fourier, powerOfTwo } from '../deblur/fft.ts';
import { localMost } from '../filter/range.ts';
import { partsOf } from '../matte/components.ts';

/** How far a mark lies from the same mark beside it, in pixels. */
export type Step = { readonly dx: number; readonly dy: number };

/** Gradients beyond this are edges of the picture: they count no more than faint ones. */
const FAINT = 0.06;

/** Nearer than this, in pixels, a picture is like itself anyway: leaves, bricks, windows. */
const NEAREST = 44;

/** Peaks that a pattern has at least: the steps, and what they sum to. */
const LEAST_PEAKS = 3;

/** A peak of the autocorrelation must be that many deviations high, and that share of all. */
const PEAK = { deviations: 7, share: 0.03 } as const;

/** Repetitions that are looked at in each direction. */
const MOST_STEPS = 8;

/** Deviations that a mean over all repetitions must be from nothing. */
const SURE = 5;

/** Least area of a mark in pixels, and gaps in it that are closed. */
const LEAST_AREA = 12;
const GAP = 2;

/**
 * Marks that repeat across a picture (luma, 0..1), as a mask; null where none do. The autocorrelation of limited
 * gradients by Fourier transform has peaks at the distances of the marks; gradients averaged over those distances keep
 * the marks and lose the picture. Yields its share done.
 */
export function* findRepeated(luma: Plane): Generator<number, Mask | null> {
  const across = gradients(luma, 1);
  const down = gradients(luma, luma.width);
  const steps = stepsOf(yield* autocorrelation([across, down], luma));
  if (steps.length === 0) return null;
  const shifts = shiftsOf(steps, luma);
  const chosen = new Uint8Array(luma.data.length);
  const least = { sum: 0, count: 0 };
  for (let i = 0; i < across.length; i++) least.sum += across[i]! ** 2 + down[i]! ** 2;
  const deviation = Math.sqrt(least.sum / (2 * across.length));
  const { width, height } = luma;
  for (let y = 0; y < height; y++) {
    if (y % 64 === 0) yield 0.5 + (0.5 * y) / height;
    for (let x = 0; x < width; x++) {
      let sumAcross = 0;
      let sumDown = 0;
      let count = 0;
      for (const { dx, dy } of shifts) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        sumAcross += across[(y + dy) * width + x + dx]!;
        sumDown += down[(y + dy) * width + x + dx]!;
        count++;
      }
      if (count >= 4 && Math.hypot(sumAcross, sumDown) > SURE * deviation * Math.sqrt(count)) chosen[y * width + x] = 1;
    }
  }
  return cleaned(chosen, luma);
}

/** Differences to the next pixel, limited. */
function gradients({ width, height, data }: Plane, step: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let i = 0; i + step < data.length; i++) {
    if (step === 1 && i % width === width - 1) continue;
    out[i] = Math.min(FAINT, Math.max(-FAINT, data[i + step]! - data[i]!));
  }
  return out;
}

/** How alike the picture is to itself moved, 0..1 of being the same; twice as large as the picture, wrapped. */
function* autocorrelation(parts: readonly Float32Array[], { width, height }: Size): Generator<number, Plane> {
  const field = { width: powerOfTwo(2 * width), height: powerOfTwo(2 * height) };
  const transform = fourier(field);
  const sum = emptyField(field);
  for (const [index, part] of parts.entries()) {
    yield 0.15 * index;
    const one = emptyField(field);
    for (let y = 0; y < height; y++) one.real.set(part.subarray(y * width, (y + 1) * width), y * field.width);
    transform.forward(one);
    for (let i = 0; i < one.real.length; i++) sum.real[i] = sum.real[i]! + one.real[i]! ** 2 + one.imag[i]! ** 2;
  }
  yield 0.3;
  transform.inverse(sum);
  yield 0.45;
  const whole = sum.real[0]! || 1;
  const data = sum.real.map((value, i) => {
    const dx = wrapped(i % field.width, field.width);
    const dy = wrapped(Math.floor(i / field.width), field.height);
    const overlap = (1 - Math.abs(dx) / width) * (1 - Math.abs(dy) / height);
    return overlap > 0.25 ? value / whole / overlap : 0;
  });
  return { ...field, data };
}

const wrapped = (index: number, length: number): number => (index < length / 2 ? index : index - length);

/** The shortest two independent distances at which there are high peaks; one, or none. */
function stepsOf(plane: Plane): readonly Step[] {
  const { width, height, data } = plane;
  let squares = 0;
  let count = 0;
  for (const value of data)
    if (value !== 0) {
      squares += Math.min(value * value, PEAK.share ** 2);
      count++;
    }
  const level = Math.max(PEAK.share, PEAK.deviations * Math.sqrt(squares / Math.max(1, count)));
  const peaks: (Step & { readonly value: number })[] = [];
  for (let y = 0; y < height / 2; y++)
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [wrapped(x, width), y];
      const value = data[y * width + x]!;
      if (value < level || Math.hypot(dx, dy) < NEAREST || (dy === 0 && dx < 0)) continue;
      if (isHighest(plane, x, y)) peaks.push({ dx, dy, value });
    }
  const strongest = Math.max(0, ...peaks.map(({ value }) => value));
  const good = peaks
    .filter(({ value }) => value > 0.5 * strongest)
    .sort((a, b) => Math.hypot(a.dx, a.dy) - Math.hypot(b.dx, b.dy));
  const first = good[0];
  if (!first || good.length < LEAST_PEAKS) return [];
  const second = good.find(({ dx, dy }) => {
    const area = Math.abs(dx * first.dy - dy * first.dx);
    return area > 0.3 * Math.hypot(dx, dy) * Math.hypot(first.dx, first.dy);
  });
  return second ? [first, second] : [first];
}

function isHighest({ width, height, data }: Plane, x: number, y: number): boolean {
  const value = data[y * width + x]!;
  for (let v = -3; v <= 3; v++)
    for (let u = -3; u <= 3; u++)
      if (data[((y + v + height) % height) * width + ((x + u + width) % width)]! > value) return false;
  return true;
}

function shiftsOf([first, second]: readonly Step[], { width, height }: Size): readonly Step[] {
  const found: Step[] = [];
  const reach = second ? MOST_STEPS : 0;
  for (let n = -MOST_STEPS; n <= MOST_STEPS; n++)
    for (let m = -reach; m <= reach; m++) {
      const dx = n * first!.dx + m * (second?.dx ?? 0);
      const dy = n * first!.dy + m * (second?.dy ?? 0);
      if (Math.abs(dx) < width && Math.abs(dy) < height) found.push({ dx, dy });
    }
  return found;
}

function cleaned(chosen: Uint8Array, { width, height }: Size): Mask | null {
  const plane = { width, height, data: Float32Array.from(chosen) };
  const wide = localMost(plane, GAP).data;
  const mask: Mask = { width, height, data: Uint8Array.from(wide, (value) => (value > 0 ? 255 : 0)) };
  const { labels, areas } = partsOf(mask);
  const least = LEAST_AREA + (2 * GAP + 1) ** 2;
  for (let i = 0; i < mask.data.length; i++) if (areas[labels[i]!]! < least) mask.data[i] = 0;
  return mask.data.includes(255) ? mask : null;
}
