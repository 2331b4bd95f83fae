/** Quantises a value in 0..1 to `tones` levels with soft transitions; `hardness` (0..1) makes them narrower. */
export function softQuantise(value: number, tones: number, hardness: number): number {
  const scaled = value * tones;
  const base = Math.floor(scaled);
  const slope = 2 + 14 * hardness;
  const half = Math.tanh(slope / 2);
  return (base + 0.5 + Math.tanh(slope * (scaled - base - 0.5)) / (2 * half)) / tones;
}
