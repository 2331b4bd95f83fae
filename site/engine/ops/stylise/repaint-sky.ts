import type { Plane, Planes } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import type { Colour } from '../planes.ts';
import { smoothstep } from '../scalars.ts';
import type { Ramp } from './areas-parameters.ts';
import { softQuantise } from './soft-quantise.ts';

/** Parameters of the repainted sky, as differences from the colour of the clear sky in the same row. */
type SkyPaint = {
  /** Clouds are not darker than this, and whiter than that; `brightness` is the weight of brightness beside blueness. */
  readonly notDarker: Ramp;
  readonly whiteness: Ramp;
  readonly brightness: number;
  /** Masts and wires in front of the sky are darker. */
  readonly unobstructed: Ramp;
  /** Fraction of a cloud's shading that stays continuous; the rest is quantised to `levels` of this hardness. */
  readonly continuous: number;
  readonly levels: number;
  readonly hardness: number;
  readonly cloud: Colour;
  /** Rows over which the clear sky's colour is averaged, as a fraction of the height. */
  readonly reach: number;
};

/** Chosen by looking at results on the photographs that the tool's samples also show; no measure was optimised. */
const SKY_PAINT: SkyPaint = {
  notDarker: { from: -0.06, to: 0.02 },
  whiteness: { from: 0.05, to: 0.45 },
  brightness: 0.8,
  unobstructed: { from: -0.16, to: -0.06 },
  continuous: 0.35,
  levels: 4,
  hardness: 0.5,
  cloud: [0.985, 0.99, 1],
  reach: 1 / 6,
};

/** Repaints the sky in place: a vertical gradient of its own colours, and its clouds in soft steps. */
export function repaintSky({ width, height, planes }: Planes, sky: Plane, strength: number): void {
  if (strength <= 0) return;
  const gradient = skyGradient({ width, height, planes }, sky);
  if (!gradient) return;
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const whiteness = { width, height, data: new Float32Array(width * height) };
  const unobstructed = new Float32Array(width * height);
  const { notDarker, whiteness: white, brightness, continuous, levels, hardness, cloud: cloudColour } = SKY_PAINT;
  for (let i = 0; i < whiteness.data.length; i++) {
    if (sky.data[i]! < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    // Clouds are less blue than the clear sky and not darker, or they are brighter.
    const missingBlue = gradient[at + 2]! - gradient[at]! - (blue[i]! - red[i]!);
    const brighter = (red[i]! + green[i]! + blue[i]! - gradient[at]! - gradient[at + 1]! - gradient[at + 2]!) / 3;
    const bright = smoothstep(notDarker.from, notDarker.to, brighter);
    const whiter = bright * Math.max(missingBlue, 0) + brightness * Math.max(brighter, 0);
    whiteness.data[i] = smoothstep(white.from, white.to, whiter);
    // Much darker pixels are masts and wires in front of the sky.
    unobstructed[i] = smoothstep(SKY_PAINT.unobstructed.from, SKY_PAINT.unobstructed.to, brighter);
  }
  const clouds = gaussianBlur(whiteness, width / 1000);
  for (let i = 0; i < whiteness.data.length; i++) {
    const amount = strength * sky.data[i]! * unobstructed[i]!;
    if (amount < 0.01) continue;
    const at = 3 * Math.floor(i / width);
    const w = clouds.data[i]!;
    const cloud = continuous * w + (1 - continuous) * softQuantise(Math.min(0.999, w), levels, hardness);
    for (const c of [0, 1, 2] as const) {
      const clean = gradient[at + c]! + (cloudColour[c] - gradient[at + c]!) * cloud;
      planes[c]![i] = planes[c]![i]! + (clean - planes[c]![i]!) * amount;
    }
  }
}

/** Colour of the clear sky in each row (RGB, row by row), smoothed over rows; null without sky. */
function skyGradient({ width, height, planes }: Planes, sky: Plane): Float32Array | null {
  const sums = new Float64Array(4 * height);
  for (let i = 0; i < sky.data.length; i++) {
    if (sky.data[i]! < 0.5) continue;
    const [r, b] = [planes[0]![i]!, planes[2]![i]!];
    // Weight by blueness, so that clouds do not whiten the gradient.
    const weight = sky.data[i]! * (0.01 + Math.max(0, b - r)) ** 2;
    const at = 4 * Math.floor(i / width);
    for (const c of [0, 1, 2]) sums[at + c] = sums[at + c]! + weight * planes[c]![i]!;
    sums[at + 3] = sums[at + 3]! + weight;
  }
  if (!sums.some((value) => value > 0)) return null;
  const gradient = new Float32Array(3 * height);
  const reach = height * SKY_PAINT.reach;
  // A smoothed running mean in both directions: y' = (sum of neighbours by distance) / (sum of their weights).
  const smoothedSums = decayingSums(sums, height, Math.exp(-1 / reach));
  for (let y = 0; y < height; y++)
    for (const c of [0, 1, 2]) gradient[3 * y + c] = smoothedSums[4 * y + c]! / smoothedSums[4 * y + 3]!;
  return gradient;
}

/** Sums over all rows, each weighted by `decay` to the power of its distance (two recursive passes). */
function decayingSums(sums: Float64Array, height: number, decay: number): Float64Array {
  const out = Float64Array.from(sums);
  for (const direction of [1, -1]) {
    const carried = [0, 0, 0, 0];
    for (let n = 0; n < height; n++) {
      const y = direction > 0 ? n : height - 1 - n;
      for (let c = 0; c < 4; c++) {
        out[4 * y + c] = out[4 * y + c]! + carried[c]!;
        carried[c] = (carried[c]! + sums[4 * y + c]!) * decay;
      }
    }
  }
  return out;
}
