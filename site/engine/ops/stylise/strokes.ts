import type { Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';
import { lerp } from '../scalars.ts';
import { type FlowKernel, smoothAlongFlow } from './flow.ts';

/** Deterministic noise in 0..1 at integer coordinates (integer hash after Wang). */
export function hashNoise(x: number, y: number, seed: number): number {
  let value = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Directions of hatching: the flow where it is coherent, else a fixed slant, rotated by `turn` radians. `flow` comes from
 * `edgeTangentFlow`, best with a large sigma.
 */
export function hatchFlow({ width, height, planes }: Planes, turn: number): Planes {
  const [x, y, coherence] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const out = [0, 1, 2].map(() => new Float32Array(width * height));
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  for (let i = 0; i < x.length; i++) {
    // Average doubled angles, since opposite tangents are the same direction.
    const weight = coherence[i]! * coherence[i]!;
    const c = weight * (x[i]! * x[i]! - y[i]! * y[i]!) + SLANT.weight * SLANT.cosine;
    const s = weight * 2 * x[i]! * y[i]! + SLANT.weight * SLANT.sine;
    const angle = Math.atan2(s, c) / 2;
    const [tx, ty] = [Math.cos(angle), Math.sin(angle)];
    out[0]![i] = tx * cosine - ty * sine;
    out[1]![i] = tx * sine + ty * cosine;
    out[2]![i] = coherence[i]!;
  }
  return { width, height, planes: out };
}

/** Direction of hatching without a flow, in radians. */
const SLANT_RADIANS = -1;
/** Its weight against the squared coherence, and its doubled angle. */
const SLANT = { weight: 0.4, cosine: Math.cos(2 * SLANT_RADIANS), sine: Math.sin(2 * SLANT_RADIANS) } as const;

export type StrokeOptions = {
  /** Half the length of a stroke, in pixels. */
  readonly length: number;
  /** Standard deviation of a stroke's profile, in pixels. */
  readonly width: number;
  readonly seed: number;
};

/**
 * Hatching strokes along a flow: noise smoothed along it (line integral convolution, Cabral and Leedom 1993), with values
 * uniform over 0..1, so that inking everything below a darkness covers exactly that fraction. Yields the fraction done.
 */
export function* hatchStrokes(flow: Planes, options: StrokeOptions): Generator<number, Plane> {
  let smoothed = strokeNoise(flow, options);
  for (const kernel of strokeKernels(options)) smoothed = yield* smoothAlongFlow(smoothed, flow, kernel);
  return equaliseHistogram(smoothed);
}

/** Noise as coarse as strokes are wide, the input of the smoothing along the flow. */
export function strokeNoise(size: Size, { width, seed }: StrokeOptions): Plane {
  const noise = emptyPlane(size);
  for (let i = 0; i < noise.data.length; i++)
    noise.data[i] = hashNoise(i % size.width, Math.floor(i / size.width), seed);
  return gaussianBlur(noise, width);
}

/** Step in pixels of the second pass along the flow; the first pass averages the pixels between. */
const STEP_PX = 3;

/** Two box kernels whose convolution spans the length of a stroke. */
export const strokeKernels = ({ length }: StrokeOptions): readonly FlowKernel[] => [
  { weights: new Float32Array((STEP_PX + 1) / 2).fill(1), stepPx: 1 },
  { weights: new Float32Array(Math.round((length - 1) / STEP_PX) + 1).fill(1), stepPx: STEP_PX },
];

/** Bins of the histogram. */
const LEVELS = 2048;

/** Histogram equalisation: maps values in 0..1 to the fraction of all values below them. */
export function equaliseHistogram(plane: Plane): Plane {
  const counts = new Float64Array(LEVELS);
  const level = (value: number) => Math.min(LEVELS - 1, Math.max(0, Math.floor(value * LEVELS)));
  for (const value of plane.data) counts[level(value)]!++;
  let before = 0;
  const fractions = counts.map((count) => {
    const fraction = (before + count / 2) / plane.data.length;
    before += count;
    return fraction;
  });
  return { ...plane, data: plane.data.map((value) => fractions[level(value)]!) };
}

/** The value towards which strokes on skin are smudged, and how far: skin has tones, and strokes resemble scars on it. */
const SMUDGE = { to: 0.65, by: 0.85 } as const;

/** Strokes that are smudged where there is skin (0..1). */
export const smudgedOnSkin = (strokes: Plane, skin: Plane): Plane => ({
  ...strokes,
  data: strokes.data.map((value, i) => lerp(value, SMUDGE.to, SMUDGE.by * skin.data[i]!)),
});
