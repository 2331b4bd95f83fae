/** Twiddle factors and bit-reversed indices for one transform length. */
export type FourierTables = { readonly cos: Float64Array; readonly sin: Float64Array; readonly reversed: Uint32Array };

/** Precomputes the tables for a length. Throws if it is not a power of two. */
export function createTables(length: number): FourierTables {
  if (2 ** Math.round(Math.log2(length)) !== length) throw new Error(`${length} is not a power of two`);
  const half = length / 2;
  const bits = Math.log2(length);
  const reversed = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    let value = 0;
    for (let b = 0; b < bits; b++) value |= ((i >> b) & 1) << (bits - 1 - b);
    reversed[i] = value;
  }
  return {
    cos: Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / length)),
    sin: Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / length)),
    reversed,
  };
}
