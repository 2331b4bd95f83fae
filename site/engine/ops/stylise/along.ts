import type { Plane, Planes } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** Rows between two looks at the signal. */
const ROWS = 32;

/**
 * Means of a plane along a flow (from `tangents`), followed both ways from each pixel, a pixel a step; `weights` are for
 * 0, 1, 2 … steps. What lies beyond the border does not count. A generator of its share done.
 */
export function* alongFlow(source: Plane, flow: Planes, weights: Float32Array): Generator<number, Plane> {
  const out = emptyPlane(source);
  for (let y = 0; y < source.height; y++) {
    alongRow(y, { source, flow, out, weights });
    if (y % ROWS === 0) yield y / source.height;
  }
  return out;
}

type Row = {
  readonly source: Plane;
  readonly flow: Planes;
  readonly out: Plane;
  readonly weights: Float32Array;
};

function alongRow(y: number, { source, flow, out, weights }: Row): void {
  const { width, height, data } = source;
  const [tx, ty] = flow.planes as readonly [Float32Array, Float32Array];
  for (let x = 0, i = y * width; x < width; x++, i++) {
    let sum = data[i]! * weights[0]!;
    let total = weights[0]!;
    for (let way = -1; way <= 1; way += 2) {
      let dx = tx[i]! * way;
      let dy = ty[i]! * way;
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
        const turn = tx[at]! * dx + ty[at]! * dy < 0 ? -1 : 1;
        dx = tx[at]! * turn;
        dy = ty[at]! * turn;
        px += dx;
        py += dy;
      }
    }
    out.data[i] = sum / total;
  }
}
