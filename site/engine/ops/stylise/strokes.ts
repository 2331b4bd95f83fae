import type { Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';
import { alongFlow, type Kernel } from './along.ts';

/** Noise 0..1 at whole places, the same everywhere and always (Wang's integer hash). */
export function noiseAt(x: number, y: number, seed: number): number {
  let value = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * The flow turned by `turn` radians, and where there is none, a hand's own slant: hatching follows the form where there
 * is one. `flow` is from `tangents`, best with a wide sigma.
 */
export function hatchFlow({ width, height, planes }: Planes, turn: number): Planes {
  const [x, y, coherence] = planes as readonly [Float32Array, Float32Array, Float32Array];
  const out = [0, 1, 2].map(() => new Float32Array(width * height));
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
  for (let i = 0; i < x.length; i++) {
    // Twice the angle, so that opposite directions are the same one.
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

const SLANT_ANGLE = -1;
const SLANT = { weight: 0.4, cosine: Math.cos(2 * SLANT_ANGLE), sine: Math.sin(2 * SLANT_ANGLE) } as const;

export type StrokeOptions = {
  /** Half the length of a stroke, in pixels. */
  readonly length: number;
  /** Deviation of a stroke's width in pixels. */
  readonly width: number;
  readonly seed: number;
};

/**
 * Strokes along a flow, evenly spread over 0..1: noise smeared along it (line integral convolution, Cabral and Leedom
 * 1993). Shade is made of it by inking whatever is below the darkness that is wanted.
 */
export function* strokes(flow: Planes, options: StrokeOptions): Generator<number, Plane> {
  let smeared = strokeNoise(flow, options);
  for (const kernel of strokeKernels(options)) smeared = yield* alongFlow(smeared, flow, kernel);
  return ranked(smeared);
}

/** What strokes are smeared of: noise as coarse as they are wide. */
export function strokeNoise(size: Size, { width, seed }: StrokeOptions): Plane {
  const noise = emptyPlane(size);
  for (let i = 0; i < noise.data.length; i++) noise.data[i] = noiseAt(i % size.width, Math.floor(i / size.width), seed);
  return gaussianBlur(noise, width);
}

/** Pixels of a step along a stroke, whose flow is smooth; those between are taken together before. */
const STEP = 3;

/** All of a stroke counts the same. */
export const strokeKernels = ({ length }: StrokeOptions): readonly Kernel[] => [
  { weights: new Float32Array((STEP + 1) / 2).fill(1), step: 1 },
  { weights: new Float32Array(Math.round((length - 1) / STEP) + 1).fill(1), step: STEP },
];

/** Numbers spread evenly over 0..1, their order kept: the share of all that is smaller. */
export function ranked(plane: Plane): Plane {
  const counts = new Float64Array(LEVELS);
  const level = (value: number) => Math.min(LEVELS - 1, Math.max(0, Math.floor(value * LEVELS)));
  for (const value of plane.data) counts[level(value)]!++;
  let before = 0;
  const shares = counts.map((count) => {
    const share = (before + count / 2) / plane.data.length;
    before += count;
    return share;
  });
  return { ...plane, data: plane.data.map((value) => shares[level(value)]!) };
}

const LEVELS = 2048;
