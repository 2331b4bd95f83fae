/** `lanczos` keeps the most detail, `cubic` (Catmull-Rom) rings less, `linear` never overshoots, `area` averages. */
export type Kernel = 'lanczos' | 'cubic' | 'linear' | 'area';

/** For each position of the result: its first source position and `taps` weights that sum to 1. */
export type Weights = {
  readonly length: number;
  readonly taps: number;
  readonly starts: Int32Array;
  readonly weights: Float32Array;
};

const RADIUS = { lanczos: 3, cubic: 2, linear: 1, area: 0.5 } as const;

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

function kernelAt(kernel: Exclude<Kernel, 'area'>, distance: number): number {
  const x = Math.abs(distance);
  if (x >= RADIUS[kernel]) return 0;
  if (kernel === 'lanczos') return sinc(x) * sinc(x / 3);
  if (kernel === 'linear') return 1 - x;
  return cubicWeight(x);
}

/** The Catmull-Rom kernel at a distance in pixels, less than 2. */
export function cubicWeight(distance: number): number {
  const x = Math.abs(distance);
  return x < 1 ? 1.5 * x ** 3 - 2.5 * x ** 2 + 1 : -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2;
}

/**
 * Computes weights that resample `from` positions to `to`, pixel centres at halves. Shrinking widens the kernel by the
 * factor, which prevents aliasing (Turkowski 1990, "Filters for common resampling tasks"); the border is repeated.
 */
export function weightsFor(from: number, to: number, kernel: Kernel): Weights {
  const step = from / to;
  const stretch = Math.max(1, step);
  const reach = RADIUS[kernel] * stretch;
  const taps = Math.min(from, Math.ceil(2 * reach) + 1);
  const starts = new Int32Array(to);
  const weights = new Float32Array(to * taps);
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * step;
    const first = Math.floor(centre - reach);
    const start = Math.min(Math.max(first, 0), from - taps);
    starts[i] = start;
    let sum = 0;
    for (let at = first; at <= Math.ceil(centre + reach); at++) {
      const weight =
        kernel === 'area'
          ? Math.max(0, Math.min(at + 1, centre + reach) - Math.max(at, centre - reach))
          : kernelAt(kernel, (at + 0.5 - centre) / stretch);
      if (weight === 0) continue;
      const slot = i * taps + Math.min(Math.max(at, 0), from - 1) - start;
      weights[slot] = weights[slot]! + weight;
      sum += weight;
    }
    for (let t = 0; t < taps; t++) weights[i * taps + t] = weights[i * taps + t]! / sum;
  }
  return { length: to, taps, starts, weights };
}

/** Weights that do the same as resampling by `first` and then by `then`, whose source is the result of `first`. */
export function combineWeights(first: Weights, then: Weights): Weights {
  const starts = new Int32Array(then.length);
  const ends = new Int32Array(then.length);
  for (let i = 0; i < then.length; i++) {
    const used = first.starts.subarray(then.starts[i]!, then.starts[i]! + then.taps);
    starts[i] = used[0]!;
    ends[i] = used[used.length - 1]! + first.taps;
  }
  const taps = ends.reduce((longest, end, i) => Math.max(longest, end - starts[i]!), 0);
  const weights = new Float32Array(then.length * taps);
  for (let i = 0; i < then.length; i++) {
    starts[i] = Math.max(0, ends[i]! - taps);
    for (let t = 0; t < then.taps; t++) {
      const at = then.starts[i]! + t;
      const slot = i * taps + first.starts[at]! - starts[i]!;
      for (let u = 0; u < first.taps; u++)
        weights[slot + u] = weights[slot + u]! + then.weights[i * then.taps + t]! * first.weights[at * first.taps + u]!;
    }
  }
  return { length: then.length, taps, starts, weights };
}
