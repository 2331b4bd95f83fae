/** A regression line: observed = slope · clean + base. */
export type Line = {
  readonly slope: number;
  readonly base: number;
  readonly count: number;
  /** Variance of the clean values. */
  readonly variance: number;
  /** Root mean square residual. */
  readonly residual: number;
};

/** Values of one pixel over time: as observed, and without the watermark (NaN where unknown). */
export type Pairs = { readonly observed: Float32Array; readonly clean: Float32Array };

/** Fits a line by least squares, then twice more without outliers, which come from wrong motion. Null with too few pairs. */
export function fitLine(pairs: Pairs): Line | null {
  let line = regress(pairs, Number.POSITIVE_INFINITY, null);
  for (let iteration = 0; iteration < 2 && line; iteration++)
    line = regress(pairs, Math.max(4, 2 * line.residual), line) ?? line;
  return line;
}

/** Least squares over the pairs within `limit` of the last line. */
function regress({ observed, clean }: Pairs, limit: number, last: Line | null): Line | null {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < observed.length; i++) {
    const [x, y] = [clean[i] as number, observed[i] as number];
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
  const total = Math.max(0, syy / n - (sy / n) ** 2);
  return {
    slope,
    base: sy / n - slope * (sx / n),
    count: n,
    variance,
    residual: Math.sqrt(Math.max(0, total - slope * covariance)),
  };
}

/**
 * Estimates the opacity (0..1) of a watermark of a given colour by least squares. Null if the picture has that colour itself,
 * so that opacity has no effect.
 */
export function opacityForColour({ observed, clean }: Pairs, colour: number, line: Line): number | null {
  let [numerator, denominator] = [0, 0];
  for (let i = 0; i < observed.length; i++) {
    const [x, y] = [clean[i] as number, observed[i] as number];
    if (Number.isNaN(x) || Math.abs(y - line.slope * x - line.base) > Math.max(6, 2 * line.residual)) continue;
    numerator += (y - x) * (colour - x);
    denominator += (colour - x) ** 2;
  }
  return denominator < 100 ? null : numerator / denominator;
}
