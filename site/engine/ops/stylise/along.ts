import type { Plane, Planes } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** Rows between two looks at the signal. */
const ROWS = 32;

export type Kernel = {
  /** For 0, 1, 2 … steps. */
  readonly weights: Float32Array<ArrayBuffer>;
  /** Pixels of a step. */
  readonly step: number;
};

/**
 * Means of a plane along a flow (from `tangents`), followed both ways from each pixel. What lies beyond the border does
 * not count. A generator of its share done.
 */
export function* alongFlow(source: Plane, flow: Planes, kernel: Kernel): Generator<number, Plane> {
  const out = emptyPlane(source);
  for (let y = 0; y < source.height; y++) {
    alongRow(y, { source, flow, out, kernel });
    if (y % ROWS === 0) yield y / source.height;
  }
  return out;
}

type Row = {
  readonly source: Plane;
  readonly flow: Planes;
  readonly out: Plane;
  readonly kernel: Kernel;
};

function alongRow(y: number, { source, flow, out, kernel }: Row): void {
  const { width, height, data } = source;
  const { weights, step } = kernel;
  const [tx, ty] = flow.planes as readonly [Float32Array, Float32Array];
  for (let x = 0, i = y * width; x < width; x++, i++) {
    let sum = data[i]! * weights[0]!;
    let total = weights[0]!;
    for (let way = -1; way <= 1; way += 2) {
      let dx = tx[i]! * way * step;
      let dy = ty[i]! * way * step;
      let px = x + dx;
      let py = y + dy;
      for (let k = 1; k < weights.length; k++) {
        const column = Math.floor(px + 0.5);
        const row = Math.floor(py + 0.5);
        if (column < 0 || row < 0 || column >= width || row >= height) break;
        const at = row * width + column;
        sum += data[at]! * weights[k]!;
        total += weights[k]!;
        // A tangent has no sign: go on in the way that it was come.
        const turn = tx[at]! * dx + ty[at]! * dy < 0 ? -step : step;
        dx = tx[at]! * turn;
        dy = ty[at]! * turn;
        px += dx;
        py += dy;
      }
    }
    out.data[i] = sum / total;
  }
}
