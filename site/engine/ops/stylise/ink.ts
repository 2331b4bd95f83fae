import type { Plane, Planes } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { labelComponents, threshold } from '../matte/components.ts';
import { emptyPlane } from '../planes.ts';

export type InkOptions = {
  /** Contrast of an edge that becomes a line, in the range of the response; more gives fewer lines. */
  readonly threshold: number;
  /** How steeply a line sets in: ink for one of response beyond the threshold. */
  readonly gain: number;
  /** How much lines are thinned out where everything is busy, 0..1: leaves, grass, noise. */
  readonly calm: number;
  /** Pixels over which busyness is judged. */
  readonly radius: number;
  /** Lines that cover fewer pixels are left out. */
  readonly leastArea: number;
};

/**
 * Ink 0..1 of a line response (`lineResponse`). The threshold rises with the local
 * energy of the response where it has no common direction, so that foliage is drawn by few lines; specks are removed.
 */
export function inkOf(response: Plane, flow: Planes, options: InkOptions): Plane {
  const { calm, gain, radius, leastArea } = options;
  const coherence = boxBlur({ ...response, data: flow.planes[2]! }, radius / 2).data;
  const energy = boxBlur({ ...response, data: response.data.map(Math.abs) }, radius).data;
  const out = emptyPlane(response);
  for (let i = 0; i < out.data.length; i++) {
    const loose = Math.max(0, 1 - coherence[i]!);
    const level = options.threshold + calm * energy[i]! * (0.15 + 3 * loose * loose);
    out.data[i] = Math.min(1, Math.max(0, (-response.data[i]! - level) * gain));
  }
  return leastArea > 0 ? withoutSpecks(out, leastArea) : out;
}

/** Ink without lines that cover fewer than `leastArea` pixels, or are nowhere sure. */
function withoutSpecks(ink: Plane, leastArea: number): Plane {
  const parts = labelComponents(threshold(ink, 0.15));
  const most = new Float32Array(parts.areas.length);
  for (let i = 0; i < ink.data.length; i++) {
    const label = parts.labels[i]!;
    if (ink.data[i]! > most[label]!) most[label] = ink.data[i]!;
  }
  const data = ink.data.map((value, i) => {
    const label = parts.labels[i]!;
    const kept = label > 0 && parts.areas[label]! >= leastArea && most[label]! > 0.5;
    return kept ? value : 0;
  });
  return { ...ink, data };
}
