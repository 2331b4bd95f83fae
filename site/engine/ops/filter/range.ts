import type { Plane } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** Least and most of the square of `2 * radius + 1` pixels around each pixel; beyond the border it repeats. */
export function localRange(plane: Plane, radius: number): { readonly least: Plane; readonly most: Plane } {
  const negative = localMost({ ...plane, data: plane.data.map((value) => -value) }, radius);
  return { least: { ...plane, data: negative.data.map((value) => -value) }, most: localMost(plane, radius) };
}

/**
 * Greatest of the square around each pixel. Windows are joined from windows of half their length, so that time grows
 * with the logarithm of the radius only.
 */
export function localMost(plane: Plane, radius: number): Plane {
  return mostDown(mostAcross(plane, radius), radius);
}

/** Lengths of windows that are joined: 1, 2, 4 … and the step that gives the full `span`. */
function stepsTo(span: number): readonly number[] {
  const steps: number[] = [];
  let length = 1;
  for (; 2 * length <= span; length *= 2) steps.push(length);
  if (length < span) steps.push(span - length);
  return steps;
}

function mostAcross({ width, height, data }: Plane, radius: number): Plane {
  const out = emptyPlane({ width, height });
  const steps = stepsTo(2 * radius + 1);
  const line = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    line.fill(data[row]!, 0, radius);
    line.set(data.subarray(row, row + width), radius);
    line.fill(data[row + width - 1]!, radius + width);
    for (const step of steps) {
      const end = line.length - step;
      for (let i = 0; i < end; i++) if (line[i + step]! > line[i]!) line[i] = line[i + step]!;
    }
    out.data.set(line.subarray(0, width), row);
  }
  return out;
}

function mostDown({ width, height, data }: Plane, radius: number): Plane {
  const rows = new Float32Array(width * (height + 2 * radius));
  for (let y = 0; y < height + 2 * radius; y++) {
    const from = Math.min(Math.max(y - radius, 0), height - 1) * width;
    rows.set(data.subarray(from, from + width), y * width);
  }
  for (const step of stepsTo(2 * radius + 1)) {
    const shift = step * width;
    const end = rows.length - shift;
    for (let i = 0; i < end; i++) if (rows[i + shift]! > rows[i]!) rows[i] = rows[i + shift]!;
  }
  return { width, height, data: rows.slice(0, width * height) };
}
