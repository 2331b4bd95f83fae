import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { smooth } from './areas.ts';

const BINS = 1024;

/** The number that a share of all (0..1) is below; numbers in 0..1. */
function quantiles(data: Float32Array): (share: number) => number {
  const counts = new Uint32Array(BINS);
  for (const value of data) counts[Math.min(BINS - 1, Math.max(0, Math.floor(value * BINS)))]!++;
  return (share) => {
    let left = share * data.length;
    const bin = counts.findIndex((count) => {
      left -= count;
      return left < 0;
    });
    return (bin < 0 ? BINS : bin + 0.5) / BINS;
  };
}

/** Brightness 0..1 whose range is used to the full, within reason, and that is lighter where most of it was dark. */
export function evened(luma: Plane): Plane {
  const at = quantiles(luma.data);
  const [from, to] = [Math.min(0.06, at(0.01)), Math.max(0.7, at(0.99))];
  const gain = 0.97 / (to - from);
  const middle = Math.min(0.9, Math.max(0.05, (at(0.5) - from) * gain));
  const power = Math.min(1, Math.max(0.7, Math.log(0.5) / Math.log(middle)));
  const data = luma.data.map((value) => Math.min(1, Math.max(0, (value - from) * gain)) ** power);
  return { ...luma, data };
}

/** Standard deviation around a pixel: below it there is but noise, and from it on shapes. */
const SHAPES = { from: 0.012, to: 0.035 } as const;
/** Deviation that faint shapes are raised to, and how many times at most. */
const CLEAR = { deviation: 0.15, most: 3 } as const;

export type ClearOptions = { readonly radius: number; readonly share: number };

/**
 * Brightness whose faint shapes, such as faces in the shade, stand out as the others do: local contrast raised to a
 * common one (Wallis 1976), by `share` 0..1. Flat areas, which hold noise only, stay. `radius` in pixels.
 */
export function cleared(luma: Plane, { radius, share }: ClearOptions): Plane {
  if (share <= 0) return luma;
  const mean = boxBlur(luma, radius).data;
  const squares = boxBlur({ ...luma, data: luma.data.map((value) => value * value) }, radius).data;
  const data = luma.data.map((value, i) => {
    const deviation = Math.sqrt(Math.max(0, squares[i]! - mean[i]! ** 2));
    const wanted = Math.min(CLEAR.most, Math.max(1, CLEAR.deviation / Math.max(deviation, 1e-6)));
    const gain = 1 + (wanted - 1) * share * smooth(SHAPES.from, SHAPES.to, deviation);
    return mean[i]! + (value - mean[i]!) * gain;
  });
  return { ...luma, data };
}

/** Share of the darkness beyond the floor at which it is laid in full. */
const SETS_IN = 0.25;

export type ShadeOptions = {
  /** Mean darkness 0..1 that the whole shall have. */
  readonly mean: number;
  /** How much brightness counts beside that of the surroundings, 0..1, rather than by itself. */
  readonly local: number;
  /** Darkness 0..1 that stays paper; with it what is hardly darker, whose few strokes would look like dirt. */
  readonly floor: number;
  /** Pixels of a thousandth of the longer side. */
  readonly unit: number;
};

/** Darkness 0..1 to be laid on paper. Small dark things, such as eyes and mouths, are as dark as can be. */
export function shadeOf(luma: Plane, { mean, local, floor, unit }: ShadeOptions): Plane {
  const at = quantiles(luma.data);
  const [from, to] = [at(0.02), Math.max(at(0.98), at(0.02) + 0.1)];
  const wide = gaussianBlur(luma, 45 * unit).data;
  const near = gaussianBlur(luma, 9 * unit).data;
  const dark = luma.data.map((value, i) => {
    const own = Math.min(1, Math.max(0, (value - from) / (to - from)));
    const beside = Math.min(1, (value + 0.02) / (1.05 * wide[i]! + 0.02));
    // What is as light as can be is paper.
    return (1 - (local * beside + (1 - local) * own)) * (1 - smooth(0.93, 1, own));
  });
  const power = powerFor(dark, mean);
  const data = dark.map((value, i) => {
    const feature = smooth(0.22, 0.5, 1 - (luma.data[i]! + 0.03) / (near[i]! + 0.03));
    const shade = Math.max(0.97 * value ** power, 0.95 * feature);
    const over = Math.max(0, (shade - floor) / (1 - floor));
    return floor > 0 ? over * smooth(0, SETS_IN, over) : over;
  });
  return { ...luma, data };
}

/** The power that numbers in 0..1 must be raised to for a mean, as far as it keeps a picture's tones in order. */
function powerFor(data: Float32Array, mean: number): number {
  const at = quantiles(data);
  const steps = Array.from({ length: 64 }, (_, i) => at((i + 0.5) / 64));
  let power = 1;
  for (let round = 0; round < 12; round++) {
    const found = steps.reduce((sum, value) => sum + value ** power, 0) / steps.length;
    power = Math.min(3, Math.max(0.6, (power * found) / Math.max(0.01, mean)));
  }
  return power;
}
