import type { Rgb } from '../color/oklab.ts';

/** An observed colour as `alpha` of `colour` over the background, with the squared error of that model. */
export type Mixture = { readonly alpha: number; readonly colour: Rgb; readonly error: number };

/** Squared distance (RGB in 0..1) beyond which a mixture does not explain a colour. */
const MAX_SQUARED_ERROR = 0.07 ** 2;

const dot = (a: Rgb, b: Rgb): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Rgb, b: Rgb): Rgb => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** `a` and `b` mixed: `fraction` of `b`. */
export const mixColours = (a: Rgb, b: Rgb, fraction: number): Rgb => [
  a[0] + (b[0] - a[0]) * fraction,
  a[1] + (b[1] - a[1]) * fraction,
  a[2] + (b[2] - a[2]) * fraction,
];
const squared = (a: Rgb, b: Rgb): number => dot(minus(a, b), minus(a, b));

/** Fraction of `to` in the mixture of two colours that is closest to `observed`, and its squared error. */
export function project(observed: Rgb, from: Rgb, to: Rgb): { readonly fraction: number; readonly error: number } {
  const line = minus(to, from);
  const length = dot(line, line);
  const fraction = length === 0 ? 0 : Math.min(1, Math.max(0, dot(minus(observed, from), line) / length));
  return { fraction, error: squared(observed, mixColours(from, to, fraction)) };
}

/**
 * Decomposes an observed colour into a foreground colour over the background. Colours nearby are tried first, then the
 * palette of the whole logo. A pixel that two nearby colours explain better without background is opaque. A pixel that
 * nothing explains becomes as transparent as a colour within the gamut allows, which suits soft shadows.
 */
export function unmix(observed: Rgb, background: Rgb, { local, palette }: Colours): Mixture {
  const localMixture = best(observed, background, local);
  if (localMixture && local.length > 1) {
    const inside = Math.min(...pairs(local).map(([a, b]) => project(observed, a, b).error));
    if (inside < localMixture.error * 0.5 && inside < MAX_SQUARED_ERROR)
      return { alpha: 1, colour: observed, error: inside };
  }
  const found =
    localMixture && localMixture.error < MAX_SQUARED_ERROR
      ? localMixture
      : (best(observed, background, palette) ?? localMixture);
  return found && found.error < MAX_SQUARED_ERROR ? found : withMinAlpha(observed, background);
}

export type Colours = { readonly local: readonly Rgb[]; readonly palette: readonly Rgb[] };

function best(observed: Rgb, background: Rgb, colours: readonly Rgb[]): Mixture | null {
  let found: Mixture | null = null;
  for (const colour of colours) {
    const { fraction, error } = project(observed, background, colour);
    if (!found || error < found.error) found = { alpha: fraction, colour, error };
  }
  return found;
}

const pairs = (colours: readonly Rgb[]): readonly (readonly [Rgb, Rgb])[] =>
  colours.flatMap((a, i) => colours.slice(i + 1).map((b) => [a, b] as const));

/** The smallest alpha with a colour within the gamut: `observed = alpha · colour + (1 - alpha) · background`. */
export function withMinAlpha(observed: Rgb, background: Rgb): Mixture {
  let alpha = 0;
  for (const channel of [0, 1, 2] as const) {
    const difference = observed[channel] - background[channel];
    const maxDifference = difference > 0 ? 1 - background[channel] : background[channel];
    if (maxDifference > 0) alpha = Math.max(alpha, Math.abs(difference) / maxDifference);
  }
  if (alpha === 0) return { alpha: 0, colour: observed, error: 0 };
  const part = (channel: 0 | 1 | 2) =>
    Math.min(1, Math.max(0, background[channel] + (observed[channel] - background[channel]) / alpha));
  return { alpha: Math.min(1, alpha), colour: [part(0), part(1), part(2)], error: 0 };
}
