import { createSimd } from '../simd/simd.ts';

/** Complex numbers that are multiplied at once: they fit the fastest cache. */
const COUNT = 2048;
const REPEATS = 2500;
/** The first rounds run before the browser has optimised the code, and are not counted. */
const ROUNDS = { first: 2, counted: 9 } as const;

/**
 * Milliseconds of a round on the baseline device, for which the costs of adapters and operations are stated. Chosen so that
 * the networks take their stated time beside the probe's on one machine (two busy threads of an AMD EPYC).
 */
const BASELINE_MS = 1.15;

/**
 * Returns the time that arithmetic of WebAssembly takes here relative to the baseline device: about 1 on a computer of 2024,
 * 2 where everything takes twice as long. Takes some 20 ms; 1 where WebAssembly has no SIMD.
 */
export function measurePace(now: () => number): number {
  const simd = createSimd(16 * COUNT);
  if (!simd) return 1;
  const [aReal, aImag, bReal, bImag] = [0, 1, 2, 3].map(() => simd.floats(COUNT)) as Fields;
  aReal.data.fill(0.5);
  bReal.data.fill(1);
  const rounds = Array.from({ length: ROUNDS.first + ROUNDS.counted }, () => {
    const began = now();
    for (let i = 0; i < REPEATS; i++) simd.call.multiply(aReal.at, aImag.at, bReal.at, bImag.at, COUNT);
    return now() - began;
  });
  const sortedRounds = rounds.slice(ROUNDS.first).sort((a, b) => a - b);
  // The median: other programs interrupt single rounds.
  return (sortedRounds[ROUNDS.counted >> 1] ?? BASELINE_MS) / BASELINE_MS;
}

/** Measurements of a page: each takes some 20 ms. */
const MAX_MEASUREMENTS = 5;

/**
 * Returns a function that returns the lowest pace so far: a processor that was idle runs at half its speed for a moment, and
 * not during work. Each of its first calls measures.
 */
export function lowestPace(measure: () => number): () => number {
  const paces: number[] = [];
  return () => {
    if (paces.length < MAX_MEASUREMENTS) paces.push(measure());
    return Math.min(...paces);
  };
}

type Field = { readonly at: number; readonly data: Float32Array };
type Fields = [Field, Field, Field, Field];
