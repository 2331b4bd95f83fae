import { COMPILED } from './compiled.ts';

/** Functions of scripts/simd/assembly. Pointers are byte offsets into `memory`. */
type SimdFunctions = Readonly<Record<SimdFunction, (...values: readonly number[]) => number>>;

type SimdFunction =
  | 'divide'
  | 'extrapolate'
  | 'fourier'
  | 'inverseFourier'
  | 'multiply'
  | 'multiplyConjugate'
  | 'searchPatches'
  | 'setLevel'
  | 'shrinkGradients'
  | 'solveLeastSquares'
  | 'squareSum'
  | 'subtractAndCompare'
  | 'updateCosts'
  | 'updateLucy';

/** An instance of the compiled routines with a memory of its own, which is released with it. */
export type Simd = {
  readonly call: SimdFunctions;
  /** Reserves memory for `count` elements, zeroed and aligned for vectors. */
  readonly floats: (count: number) => SimdArray<Float32Array<ArrayBuffer>>;
  readonly integers: (count: number) => SimdArray<Int32Array<ArrayBuffer>>;
  readonly bytes: (count: number) => SimdArray<Uint8Array<ArrayBuffer>>;
};

/** An array in the memory of the routines. */
export type SimdArray<T> = { readonly at: number; readonly data: T };

const PAGE_BYTES = 65_536;
const VECTOR_BYTES = 16;
/** Upper bound of the alignment of all arrays of an instance, and of the unused start of its memory. */
const RESERVED_BYTES = 4096;

/** The smallest module that uses a SIMD instruction: a function that splats a number and drops it. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11],
);

let compiled: WebAssembly.Module | null = null;

/**
 * Instantiates the routines with room for arrays of `bytes` in all. Returns null where WebAssembly has no SIMD or the memory
 * cannot be had: callers then run their TypeScript reference.
 */
export function createSimd(bytes: number): Simd | null {
  if (!WebAssembly.validate(SIMD_PROBE)) return null;
  const pages = Math.ceil((bytes + RESERVED_BYTES) / PAGE_BYTES);
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(COMPILED), (letter) => letter.charCodeAt(0)));
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory, abort: () => {} } });
    return { call: exports as SimdFunctions, ...createArena(memory.buffer as ArrayBuffer) };
  } catch {
    return null;
  }
}

function createArena(buffer: ArrayBuffer): Omit<Simd, 'call'> {
  let next = VECTOR_BYTES;
  const reserve = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / VECTOR_BYTES) * VECTOR_BYTES;
    return at;
  };
  const array = <T>(bytes: number, view: (at: number) => T): SimdArray<T> => {
    const at = reserve(bytes);
    return { at, data: view(at) };
  };
  return {
    floats: (count) => array(4 * count, (at) => new Float32Array(buffer, at, count)),
    integers: (count) => array(4 * count, (at) => new Int32Array(buffer, at, count)),
    bytes: (count) => array(count, (at) => new Uint8Array(buffer, at, count)),
  };
}
