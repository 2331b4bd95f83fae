import type { Plane } from '../../types.ts';
import { emptyPlane } from '../planes.ts';

/** Local minimum and maximum by a square of side `2 * radius + 1`; the border is repeated. */
export const localRange = (plane: Plane, radius: number): { readonly min: Plane; readonly max: Plane } => ({
  min: localMin(plane, radius),
  max: localMax(plane, radius),
});

/** Local minimum: erosion by a square of side `2 * radius + 1`. */
export function localMin(plane: Plane, radius: number): Plane {
  const negative = localMax({ ...plane, data: plane.data.map((value) => -value) }, radius);
  return { ...plane, data: negative.data.map((value) => -value) };
}

/**
 * Local maximum: dilation by a square of side `2 * radius + 1`. Windows are combined from windows of half their length, so
 * that time grows with the logarithm of the radius.
 */
export function localMax(plane: Plane, radius: number): Plane {
  return maxOfColumns(maxOfRows(plane, radius), radius);
}

/** Shifts that combine windows of length 1, 2, 4 … up to the full `span`. */
function shiftsFor(span: number): readonly number[] {
  const shifts: number[] = [];
  let length = 1;
  for (; 2 * length <= span; length *= 2) shifts.push(length);
  if (length < span) shifts.push(span - length);
  return shifts;
}

function maxOfRows({ width, height, data }: Plane, radius: number): Plane {
  const out = emptyPlane({ width, height });
  const shifts = shiftsFor(2 * radius + 1);
  const line = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    line.fill(data[row]!, 0, radius);
    line.set(data.subarray(row, row + width), radius);
    line.fill(data[row + width - 1]!, radius + width);
    for (const shift of shifts) {
      const end = line.length - shift;
      for (let i = 0; i < end; i++) if (line[i + shift]! > line[i]!) line[i] = line[i + shift]!;
    }
    out.data.set(line.subarray(0, width), row);
  }
  return out;
}

function maxOfColumns({ width, height, data }: Plane, radius: number): Plane {
  const rows = new Float32Array(width * (height + 2 * radius));
  for (let y = 0; y < height + 2 * radius; y++) {
    const from = Math.min(Math.max(y - radius, 0), height - 1) * width;
    rows.set(data.subarray(from, from + width), y * width);
  }
  for (const rowShift of shiftsFor(2 * radius + 1)) {
    const shift = rowShift * width;
    const end = rows.length - shift;
    for (let i = 0; i < end; i++) if (rows[i + shift]! > rows[i]!) rows[i] = rows[i + shift]!;
  }
  return { width, height, data: rows.slice(0, width * height) };
}
