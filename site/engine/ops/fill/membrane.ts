import type { Plane, Size } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { emptyPlane } from '../planes.ts';

/** Relaxation iterations per level; coarse levels have already done most of the work. */
const ROUNDS = 12;

/**
 * Membrane interpolation: the smoothest surface through the known values (Laplace's equation with a Neumann border).
 * Solved from coarse to fine, each level starting from the one before (pull-push, Gortler et al. 1996, "The lumigraph").
 * `known` is 1 where `plane` is given. The range is that of the known values; 0 everywhere if there are none.
 */
export function membrane(plane: Plane, known: Uint8Array): Plane {
  if (known.every((value) => value === 1)) return plane;
  const { width, height } = plane;
  if (width <= 2 && height <= 2) return fillWithMean(plane, known);
  const small = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const sums = emptyPlane(small);
  const counts = new Float32Array(sums.data.length);
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 0) continue;
    const at = halved(i, width, small);
    sums.data[at] = sums.data[at]! + plane.data[i]!;
    counts[at] = counts[at]! + 1;
  }
  for (let i = 0; i < counts.length; i++) if (counts[i]! > 0) sums.data[i] = sums.data[i]! / counts[i]!;
  const coarse = membrane(
    sums,
    mapTo(Uint8Array, counts, (count) => (count > 0 ? 1 : 0)),
  );
  const out = { width, height, data: plane.data.slice() };
  const unknown = unknownPixels(known);
  for (const i of unknown) out.data[i] = coarse.data[halved(i, width, small)]!;
  for (let round = 0; round < ROUNDS; round++) relax(out, unknown);
  return out;
}

const halved = (i: number, width: number, small: Size): number =>
  (((i / width) | 0) >> 1) * small.width + ((i % width) >> 1);

function fillWithMean({ width, height, data }: Plane, known: Uint8Array): Plane {
  const knownValues = data.filter((_, i) => known[i] === 1);
  const mean = knownValues.length > 0 ? knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length : 0;
  return { width, height, data: data.map((value, i) => (known[i] === 1 ? value : mean)) };
}

/** Indices of the unknown pixels. */
function unknownPixels(known: Uint8Array): Int32Array {
  const indices = new Int32Array(known.length);
  let count = 0;
  for (let i = 0; i < known.length; i++) if (known[i] !== 1) indices[count++] = i;
  return indices.subarray(0, count);
}

/** One Gauss-Seidel iteration with over-relaxation (Young 1954) over the unknown pixels. */
function relax({ width, data }: Plane, open: Int32Array): void {
  const OVER_RELAXATION = 1.5;
  const last = data.length - width;
  for (const i of open) {
    const x = i % width;
    const mean =
      (data[x > 0 ? i - 1 : i]! +
        data[x < width - 1 ? i + 1 : i]! +
        data[i >= width ? i - width : i]! +
        data[i < last ? i + width : i]!) /
      4;
    data[i] = data[i]! + OVER_RELAXATION * (mean - data[i]!);
  }
}
