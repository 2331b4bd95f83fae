import type { Plane, Planes, Size } from '../../types.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { emptyPlane } from '../planes.ts';
import { resizePlane } from '../resize/resize.ts';

/** Weight of the wide smoothing of the structure tensor, which gives flat areas the direction of their surroundings. */
const WIDE_WEIGHT = 0.05;
/** Squared slope (0..1 per pixel, squared) below which a direction is noise; it lowers the coherence. */
const MIN_SQUARED_SLOPE = 2e-5;

/**
 * Edge tangent flow of a picture, as three planes: the unit tangent x and y, and the coherence 0..1 (0 where no direction
 * dominates). Computed from the structure tensor of all channels, smoothed by a Gaussian of `sigma` pixels (Brox et al.
 * 2006; Kyprianidis and Döllner 2008), which approximates the iterative edge tangent flow of Kang, Lee and Chui (2007).
 */
export function edgeTangentFlow(picture: Planes, sigma: number): Planes {
  const { width, height } = picture;
  // The tensor is smoothed afterwards, so half the size suffices and costs a quarter of the time.
  const smoothed = structureTensor(picture).map((plane) => {
    const near = gaussianBlur(plane, sigma / 2);
    const wide = gaussianBlur(near, sigma * 2);
    for (let i = 0; i < wide.data.length; i++) wide.data[i] = near.data[i]! + WIDE_WEIGHT * wide.data[i]!;
    return resizePlane(wide, picture, 'linear').data;
  });
  const [xx, xy, yy] = smoothed as [Float32Array, Float32Array, Float32Array];
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  const [x, y, coherence] = planes as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < x.length; i++) {
    const difference = xx[i]! - yy[i]!;
    const doubledXy = 2 * xy[i]!;
    const gap = Math.sqrt(difference * difference + doubledXy * doubledXy);
    // Half-angle formulas: the tangent is perpendicular to the dominant gradient.
    const cosine = gap > 0 ? difference / gap : 1;
    x[i] = -Math.sqrt(Math.max(0, (1 - cosine) / 2));
    y[i] = Math.sqrt(Math.max(0, (1 + cosine) / 2)) * (doubledXy < 0 ? -1 : 1);
    coherence[i] = gap / (xx[i]! + yy[i]! + MIN_SQUARED_SLOPE);
  }
  return { width, height, planes };
}

/** Structure tensor (xx, xy, yy) by Sobel filters, summed over all planes, at half the size: means of 2 × 2 pixels. */
function structureTensor({ width, height, planes }: Planes): readonly Plane[] {
  const half: Size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const [xx, xy, yy] = [emptyPlane(half), emptyPlane(half), emptyPlane(half)] as const;
  for (const plane of planes)
    for (let y = 0; y < height; y++) {
      const above = Math.max(0, y - 1) * width;
      const rowStart = y * width;
      const below = Math.min(height - 1, y + 1) * width;
      const row = (y >> 1) * half.width;
      for (let x = 0; x < width; x++) {
        const left = x > 0 ? x - 1 : 0;
        const right = x < width - 1 ? x + 1 : x;
        const a = plane[above + left]!;
        const c = plane[above + right]!;
        const d = plane[below + left]!;
        const i = plane[below + right]!;
        const dx = (c - a + i - d + 2 * (plane[rowStart + right]! - plane[rowStart + left]!)) / 8;
        const dy = (d - a + i - c + 2 * (plane[below + x]! - plane[above + x]!)) / 8;
        const to = row + (x >> 1);
        xx.data[to]! += (dx * dx) / 4;
        xy.data[to]! += (dx * dy) / 4;
        yy.data[to]! += (dy * dy) / 4;
      }
    }
  return [xx, xy, yy];
}

/** Rows between two yields. */
const ROWS_PER_YIELD = 32;

export type FlowKernel = {
  /** Weights at 0, 1, 2 … steps from the pixel, used in both directions. */
  readonly weights: Float32Array<ArrayBuffer>;
  readonly stepPx: number;
};

/**
 * Weighted mean of a plane along the streamline of a flow (`edgeTangentFlow`) through each pixel, in both directions (line
 * integral convolution, Cabral and Leedom 1993). Streamlines end at the border. Yields the fraction done.
 */
export function* smoothAlongFlow(source: Plane, flow: Planes, kernel: FlowKernel): Generator<number, Plane> {
  const out = emptyPlane(source);
  for (let y = 0; y < source.height; y++) {
    smoothRow(y, { source, flow, out, kernel });
    if (y % ROWS_PER_YIELD === 0) yield y / source.height;
  }
  return out;
}

type Row = {
  readonly source: Plane;
  readonly flow: Planes;
  readonly out: Plane;
  readonly kernel: FlowKernel;
};

function smoothRow(y: number, { source, flow, out, kernel }: Row): void {
  const { width, height, data } = source;
  const { weights, stepPx } = kernel;
  const [tx, ty] = flow.planes as readonly [Float32Array, Float32Array];
  for (let x = 0, i = y * width; x < width; x++, i++) {
    let sum = data[i]! * weights[0]!;
    let total = weights[0]!;
    for (let sign = -1; sign <= 1; sign += 2) {
      let dx = tx[i]! * sign * stepPx;
      let dy = ty[i]! * sign * stepPx;
      let px = x + dx;
      let py = y + dy;
      for (let k = 1; k < weights.length; k++) {
        const column = Math.floor(px + 0.5);
        const row = Math.floor(py + 0.5);
        if (column < 0 || row < 0 || column >= width || row >= height) break;
        const at = row * width + column;
        sum += data[at]! * weights[k]!;
        total += weights[k]!;
        // Tangents have no sign: keep the direction of travel.
        const turn = tx[at]! * dx + ty[at]! * dy < 0 ? -stepPx : stepPx;
        dx = tx[at]! * turn;
        dy = ty[at]! * turn;
        px += dx;
        py += dy;
      }
    }
    out.data[i] = sum / total;
  }
}
