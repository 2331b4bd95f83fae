/** Quantiles of the tones that become black and white. */
const CLIPPED_QUANTILES = { dark: 0.005, light: 0.995 } as const;

/** Bins of a histogram of tones. */
export const BINS = 256;

/** Quantiles of a channel, 0..1. */
export type ToneRange = { readonly dark: number; readonly light: number };

/** Number of pixels in each bin, and of all. */
export type Histogram = { readonly counts: Float64Array; total: number };

export const createHistogram = (): Histogram => ({ counts: new Float64Array(BINS), total: 0 });

/** The bin of a tone (0..1). */
export const binOf = (value: number): number => Math.min(BINS - 1, Math.max(0, Math.round(value * (BINS - 1))));

/** Adds tones (0..1) to a histogram. */
export function count(histogram: Histogram, data: Float32Array): void {
  for (const value of data) histogram.counts[binOf(value)]! += 1;
  histogram.total += data.length;
}

/** The tones at which a channel starts and ends. */
export function rangeOfHistogram({ counts, total }: Histogram): ToneRange {
  const quantile = (fraction: number) => {
    let sum = 0;
    for (let bin = 0; bin < BINS; bin++) {
      sum += counts[bin]!;
      if (sum >= fraction * total) return bin / (BINS - 1);
    }
    return 1;
  };
  return { dark: quantile(CLIPPED_QUANTILES.dark), light: quantile(CLIPPED_QUANTILES.light) };
}

/** The same for the tones (0..1) of a plane. */
export function toneRange(data: Float32Array): ToneRange {
  const histogram = createHistogram();
  count(histogram, data);
  return rangeOfHistogram(histogram);
}
