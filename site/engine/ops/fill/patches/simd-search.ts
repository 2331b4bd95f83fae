import { createSimd } from '../../../simd/simd.ts';
import type { PatchSearch, SearchParts } from './field.ts';
import { CHANNELS } from './level.ts';

/** Bytes that vectors may read beyond the features. */
const MARGIN_BYTES = 16;

/** The search of patches by compiled routines, with the same result as the reference; null where SIMD is missing. */
export function simdSearch({ level, field, random }: SearchParts): PatchSearch | null {
  const { width, height, targets } = level;
  const size = width * height;
  const guideBytes = level.guide ? 3 * size : 0;
  const simd = createSimd(CHANNELS * size + guideBytes + 2 * size + 8 * size + 4 * targets.length + MARGIN_BYTES);
  if (!simd) return null;
  const { call } = simd;
  const copyBytes = (bytes: Uint8Array): number => {
    const { at, data } = simd.bytes(bytes.length);
    data.set(bytes);
    return at;
  };
  const copyIntegers = (integers: Int32Array) => {
    const array = simd.integers(integers.length);
    array.data.set(integers);
    return array;
  };
  const source = copyIntegers(field.source);
  const cost = copyIntegers(field.cost);
  const pointers = [
    copyBytes(level.features),
    level.guide ? copyBytes(level.guide) : 0,
    copyBytes(level.isTarget),
    copyBytes(level.isSource),
    copyIntegers(targets).at,
    source.at,
    cost.at,
  ];
  call.setLevel(width, height, ...pointers);
  return {
    updateCosts: () => call.updateCosts(targets.length),
    improve: ({ first, count, step }, reach) => {
      random.state = call.searchPatches(first, count, step, reach, random.state);
    },
    finish: () => {
      field.source.set(source.data);
      field.cost.set(cost.data);
    },
  };
}
