import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { labelComponents, threshold } from '../matte/components.ts';
import { lerp, quantile, smoothstep } from '../scalars.ts';
import type { Ramp } from './areas-parameters.ts';
import type { PeoplePlanes } from './people-areas.ts';

/** Parameters of the tones of skin; brightness in 0..1, lengths in thousandths of the picture's longer side. */
type SkinTones = {
  /** Likelihood of skin that connects one area, and from which its brightness counts. */
  readonly connected: number;
  readonly certain: number;
  /** Deviation of the Gaussian that evens the light, so that one clean edge is left of a shadow. */
  readonly evenness: number;
  /** Quantiles of an area's brightness: its shadow, its own tone, and its light. */
  readonly quantiles: { readonly shadow: number; readonly own: number; readonly light: number };
  /** Where a shadow ends between its tone and the own tone, and the half-width of that edge in the area's range. */
  readonly shadowEdge: number;
  readonly softness: number;
  /** Differences from the evened light that are features: eyes, brows, lips. Averaged over `featureRadius`. */
  readonly features: Ramp;
  readonly featureRadius: number;
};

/** Chosen by looking at results on four photographs of people; judged on seven others. */
const TONES: SkinTones = {
  connected: 0.3,
  certain: 0.7,
  evenness: 12,
  quantiles: { shadow: 0.1, own: 0.65, light: 0.95 },
  shadowEdge: 0.45,
  softness: 0.05,
  features: { from: 0.04, to: 0.1 },
  featureRadius: 1.5,
};

/** From `peoplePlanes`. */
type Skin = Pick<PeoplePlanes, 'skin' | 'owners'>;

/** Pixels of an area below which its tones say nothing. */
const MIN_PIXELS = 50;
/** Range of brightness below which edges are not narrower. */
const MIN_RANGE = 0.02;

/**
 * Brightness with skin in even tones, as in an animated film: a shadow, which ends at one edge, its own tone, and a soft
 * light. Features of faces stay. The tones are those of one connected area of one person. `unit`: a thousandth of the
 * longer side, in pixels.
 */
export function tonedSkin(luma: Plane, { skin, owners }: Skin, unit: number): Plane {
  if (skin.data.every((value) => value < TONES.connected)) return luma;
  const { labels } = labelComponents(threshold(skin, TONES.connected));
  const people = 1 + owners.data.reduce((max, number) => Math.max(max, number), 0);
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) labels[i] = labels[i]! * people + owners.data[i]!;
  const even = evenLight(luma, skin, TONES.evenness * unit);
  const differences = { ...luma, data: luma.data.map((value, i) => Math.abs(value - even.data[i]!)) };
  const { data: featured } = boxBlur(differences, Math.max(1, Math.round(TONES.featureRadius * unit)));
  const tones = brightnessOf(even, skin, labels).map((values) => (values.length < MIN_PIXELS ? null : toneOf(values)));
  const data = luma.data.map((value, i) => {
    const tone = tones[labels[i]!];
    if (!tone) return value;
    const light = even.data[i]!;
    const feature = (value - light) * smoothstep(TONES.features.from, TONES.features.to, featured[i]!);
    return lerp(value, tone(light) + feature, skin.data[i]!);
  });
  return { ...luma, data };
}

/** Brightness averaged over skin alone, so that neither hair nor background shades its rim. */
function evenLight(luma: Plane, skin: Plane, deviation: number): Plane {
  const weights = gaussianBlur({ ...skin, data: skin.data.map((value) => value * value) }, deviation);
  const sums = gaussianBlur({ ...luma, data: luma.data.map((value, i) => value * skin.data[i]! ** 2) }, deviation);
  return {
    ...luma,
    data: luma.data.map((value, i) => (weights.data[i]! > 1e-3 ? sums.data[i]! / weights.data[i]! : value)),
  };
}

/** Brightness of the pixels of each area that are certainly skin. */
function brightnessOf(even: Plane, skin: Plane, labels: Int32Array): readonly (readonly number[])[] {
  const values: number[][] = [];
  for (const [i, label] of labels.entries()) {
    if (label === 0 || skin.data[i]! <= TONES.certain) continue;
    values[label] ??= [];
    values[label].push(even.data[i]!);
  }
  return values;
}

/** An area's tone for a brightness, from the brightness of its pixels. */
function toneOf(values: readonly number[]): (brightness: number) => number {
  const [shadow, own, light] = [TONES.quantiles.shadow, TONES.quantiles.own, TONES.quantiles.light].map((at) =>
    quantile(values, at),
  ) as [number, number, number];
  const half = TONES.softness * Math.max(MIN_RANGE, light - shadow);
  const edge = lerp(shadow, own, TONES.shadowEdge);
  return (brightness) =>
    shadow +
    (own - shadow) * smoothstep(edge - half, edge + half, brightness) +
    // Light has no edge: one would follow gloss instead of the form.
    (light - own) * smoothstep(own, light, brightness);
}
