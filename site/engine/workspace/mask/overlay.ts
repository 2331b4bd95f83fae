import type { Mask } from '../../types.ts';

/**
 * What is marked beside what a result already shows as done; the whole mask where the result has more than that, so
 * that it is seen what the next run will be about.
 */
export function yetToDo(mask: Mask | null, done: Mask | null): Mask | null {
  if (!mask || !done || done.data.length !== mask.data.length) return mask;
  const data = new Uint8Array(mask.data.length);
  for (let i = 0; i < data.length; i++) {
    if (mask.data[i]! < done.data[i]!) return mask;
    data[i] = done.data[i] === 0 ? mask.data[i]! : 0;
  }
  return { ...mask, data };
}
