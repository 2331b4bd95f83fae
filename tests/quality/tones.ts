import type { Planes, Size } from '../../site/engine/types.ts';

/** A screen tone: dots on a square lattice. */
export type Tone = {
  /** Distance between dots, in pixels. */
  readonly period: number;
  /** Direction of the lattice in degrees. */
  readonly angle: number;
  /** Radius of the dots as a fraction of the period. */
  readonly radius: number;
  /** `even`; `rising`: the dots are three times as large at the lower border as at the upper one; `line`: a drawn line crosses. */
  readonly kind: 'even' | 'rising' | 'line';
};

/** Samples along each side of a pixel. */
const SAMPLES = 3;
const [INK, PAPER] = [0.1, 0.97];

/** Draws a screen tone; grey in 0..1. */
export function drawTone(size: Size, { period, angle, radius, kind }: Tone): Planes {
  const { width, height } = size;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const fromDot = (value: number) => Math.abs(((((value / period) % 1) + 1.5) % 1) - 0.5) * period;
  const isInk = (x: number, y: number): boolean => {
    const middle = height / 2 + 0.25 * (x - width / 2) + 12 * Math.sin(x / 40);
    if (kind === 'line' && Math.abs(y - middle) < 2.2) return true;
    const grown = period * radius * (kind === 'rising' ? 0.5 + y / height : 1);
    return Math.hypot(fromDot(x * cos + y * sin), fromDot(y * cos - x * sin)) < grown;
  };
  const grey = Float32Array.from({ length: width * height }, (_, i) => {
    let ink = 0;
    for (let sample = 0; sample < SAMPLES ** 2; sample++) {
      const [dx, dy] = [sample % SAMPLES, Math.floor(sample / SAMPLES)];
      if (isInk((i % width) + (dx + 0.5) / SAMPLES, Math.floor(i / width) + (dy + 0.5) / SAMPLES)) ink += 1;
    }
    return PAPER + ((INK - PAPER) * ink) / SAMPLES ** 2;
  });
  return { width, height, planes: [grey, grey, grey] };
}
