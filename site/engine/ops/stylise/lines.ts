import type { Plane, Planes } from '../../types.ts';
import { emptyPlane } from '../planes.ts';
import { alongFlow, type Kernel } from './along.ts';

export type LineOptions = {
  /** Deviation of the narrow Gaussian in pixels: about a third of the line's width. */
  readonly sigma: number;
  /** Deviation in pixels of the smoothing along the flow, which joins pieces to one stroke. */
  readonly along: number;
};

/** The wide Gaussian is so many times the narrow one (Marr and Hildreth 1980). */
const WIDE = 1.6;
/** Gaussians end at so many deviations. */
const ENDS = 2;

/**
 * Flow-based difference of Gaussians (Kang, Lee and Chui 2007; Winnemöller, Kyprianidis and Olsen 2012): across the edge
 * the difference of a narrow and a wide Gaussian, smoothed along the edge. Below 0 on the dark side of an edge, above
 * it on the light side; in the range of `luma`. `flow` is from `tangents`.
 */
export function* lineResponse(luma: Plane, flow: Planes, { sigma, along }: LineOptions): Generator<number, Plane> {
  const across = emptyPlane(luma);
  const half = acrossWeights(sigma);
  for (let y = 0; y < luma.height; y++) {
    acrossRow(y, { luma, flow, out: across, half });
    if (y % ROWS === 0) yield (0.5 * y) / luma.height;
  }
  const smoothing = alongFlow(across, flow, alongKernel(along));
  for (;;) {
    const step = smoothing.next();
    if (step.done) return step.value;
    yield 0.5 + 0.5 * step.value;
  }
}

const ROWS = 32;

/** Weights at 0, 1, 2 … pixels of the narrow Gaussian less the wide one; both sum to 1 over both sides. */
export function acrossWeights(sigma: number): Float32Array<ArrayBuffer> {
  const reach = Math.ceil(ENDS * WIDE * sigma);
  const [narrow, wide] = [sigma, WIDE * sigma].map((deviation) => {
    const weights = Array.from({ length: reach + 1 }, (_, i) => Math.exp((-i * i) / (2 * deviation * deviation)));
    const sum = weights.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
    return weights.map((weight) => weight / sum);
  });
  return Float32Array.from(narrow!, (weight, i) => weight - wide![i]!);
}

/** Weights at 0, 1, 2 … steps along the flow; they are divided by what was summed. */
export const alongKernel = (sigma: number): Kernel => ({
  weights: Float32Array.from({ length: Math.ceil(ENDS * sigma) + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  ),
  step: 1,
});

type Across = {
  readonly luma: Plane;
  readonly flow: Planes;
  readonly out: Plane;
  readonly half: Float32Array;
};

function acrossRow(y: number, { luma, flow, out, half }: Across): void {
  const { width, height, data } = luma;
  const [tx, ty] = flow.planes as readonly [Float32Array, Float32Array];
  const reach = half.length - 1;
  const inner = y > reach && y < height - reach - 2;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const nx = ty[i]!;
    const ny = -tx[i]!;
    let sum = data[i]! * half[0]!;
    if (inner && x > reach && x < width - reach - 2)
      for (let k = 1; k <= reach; k++)
        sum += half[k]! * (inside(luma, x + k * nx, y + k * ny) + inside(luma, x - k * nx, y - k * ny));
    else
      for (let k = 1; k <= reach; k++)
        sum += half[k]! * (sample(luma, x + k * nx, y + k * ny) + sample(luma, x - k * nx, y - k * ny));
    out.data[i] = sum;
  }
}

/** Between four pixels. The place and its neighbours must be inside. */
function inside({ width, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [u, v] = [x - left, y - top];
  const i = top * width + left;
  const above = data[i]! + (data[i + 1]! - data[i]!) * u;
  const below = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * u;
  return above + (below - above) * v;
}

/** Between four pixels, the border repeated. */
function sample({ width, height, data }: Plane, x: number, y: number): number {
  const [px, py] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))];
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [u, v] = [px - left, py - top];
  const above = data[top * width + left]! * (1 - u) + data[top * width + right]! * u;
  const below = data[bottom * width + left]! * (1 - u) + data[bottom * width + right]! * u;
  return above + (below - above) * v;
}
