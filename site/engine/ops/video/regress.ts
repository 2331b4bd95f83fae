/** A line through pairs: shown = slope · clean + base. */
export type Line = {
  readonly slope: number;
  readonly base: number;
  readonly count: number;
  /** Variance of the clean values. */
  readonly variance: number;
  /** Root of the mean square of what the line does not explain. */
  readonly rest: number;
};

/** Pairs of one pixel over time: what is shown, and what would be there without the mark (NaN where not known). */
export type Pairs = { readonly shown: Float32Array; readonly clean: Float32Array };

/** Least squares, twice more without the pairs that lie far off: a glimpse that went wrong must not bend the line. */
export function lineThrough(pairs: Pairs): Line | null {
  let line = lineOf(pairs, Number.POSITIVE_INFINITY, null);
  for (let round = 0; round < 2 && line; round++) line = lineOf(pairs, Math.max(4, 2 * line.rest), line) ?? line;
  return line;
}

function lineOf({ shown, clean }: Pairs, limit: number, last: Line | null): Line | null {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < shown.length; i++) {
    const [x, y] = [clean[i] as number, shown[i] as number];
    if (Number.isNaN(x) || (last && Math.abs(y - last.slope * x - last.base) > limit)) continue;
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  if (n < 4) return null;
  const variance = Math.max(0, sxx / n - (sx / n) ** 2);
  const covariance = sxy / n - (sx / n) * (sy / n);
  const slope = variance > 1e-3 ? covariance / variance : 1;
  const spread = Math.max(0, syy / n - (sy / n) ** 2);
  return {
    slope,
    base: sy / n - slope * (sx / n),
    count: n,
    variance,
    rest: Math.sqrt(Math.max(0, spread - slope * covariance)),
  };
}

/**
 * Opacity of a mark whose colour is known: the share by which what is shown was drawn towards it. Null where nothing
 * tells, as the picture had the mark's colour itself.
 */
export function opacityTowards({ shown, clean }: Pairs, colour: number, line: Line): number | null {
  let [up, down] = [0, 0];
  for (let i = 0; i < shown.length; i++) {
    const [x, y] = [clean[i] as number, shown[i] as number];
    if (Number.isNaN(x) || Math.abs(y - line.slope * x - line.base) > Math.max(6, 2 * line.rest)) continue;
    up += (y - x) * (colour - x);
    down += (colour - x) ** 2;
  }
  return down < 100 ? null : up / down;
}

/** The value below which half of the weight lies. */
export function weightedMedian(values: readonly number[], weights: readonly number[]): number {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (const i of order) {
    sum += weights[i] as number;
    if (sum >= total / 2) return values[i] as number;
  }
  return Number.NaN;
}
