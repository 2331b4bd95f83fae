import type { Rgb } from '../color/oklab.ts';

/** How a colour comes about: `alpha` of `colour` over the ground, and how far that is from what was seen. */
export type Mixture = { readonly alpha: number; readonly colour: Rgb; readonly error: number };

/** Squared distance beyond which a mixture does not explain a colour. */
const UNEXPLAINED = 0.07 ** 2;

const dot = (a: Rgb, b: Rgb): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Rgb, b: Rgb): Rgb => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const between = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];
const squared = (a: Rgb, b: Rgb): number => dot(minus(a, b), minus(a, b));

/** Share of `to` in the mixture of two colours that comes nearest to `seen`, and its squared distance. */
export function project(seen: Rgb, from: Rgb, to: Rgb): { readonly share: number; readonly error: number } {
  const line = minus(to, from);
  const length = dot(line, line);
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, dot(minus(seen, from), line) / length));
  return { share, error: squared(seen, between(from, to, share)) };
}

/**
 * Finds how much of which colour lies over the ground. The colours nearby are tried first, then those of the whole logo.
 * What two nearby colours explain better without ground is opaque; what nothing explains becomes as clear as it can be
 * (the ground's share is the largest that leaves a real colour), which is right for soft shadows.
 */
export function unmix(seen: Rgb, ground: Rgb, { local, palette }: Colours): Mixture {
  const here = best(seen, ground, local);
  if (here && local.length > 1) {
    const inside = Math.min(...pairs(local).map(([a, b]) => project(seen, a, b).error));
    if (inside < here.error * 0.5 && inside < UNEXPLAINED) return { alpha: 1, colour: seen, error: inside };
  }
  const found = here && here.error < UNEXPLAINED ? here : (best(seen, ground, palette) ?? here);
  return found && found.error < UNEXPLAINED ? found : clearest(seen, ground);
}

export type Colours = { readonly local: readonly Rgb[]; readonly palette: readonly Rgb[] };

function best(seen: Rgb, ground: Rgb, colours: readonly Rgb[]): Mixture | null {
  let found: Mixture | null = null;
  for (const colour of colours) {
    const { share, error } = project(seen, ground, colour);
    if (!found || error < found.error) found = { alpha: share, colour, error };
  }
  return found;
}

const pairs = (colours: readonly Rgb[]): readonly (readonly [Rgb, Rgb])[] =>
  colours.flatMap((a, i) => colours.slice(i + 1).map((b) => [a, b] as const));

/** The least alpha for which a colour within the gamut exists: `seen = alpha · colour + (1 - alpha) · ground`. */
export function clearest(seen: Rgb, ground: Rgb): Mixture {
  let alpha = 0;
  for (const channel of [0, 1, 2] as const) {
    const difference = seen[channel] - ground[channel];
    const room = difference > 0 ? 1 - ground[channel] : ground[channel];
    if (room > 0) alpha = Math.max(alpha, Math.abs(difference) / room);
  }
  if (alpha === 0) return { alpha: 0, colour: seen, error: 0 };
  const part = (channel: 0 | 1 | 2) =>
    Math.min(1, Math.max(0, ground[channel] + (seen[channel] - ground[channel]) / alpha));
  return { alpha: Math.min(1, alpha), colour: [part(0), part(1), part(2)], error: 0 };
}
