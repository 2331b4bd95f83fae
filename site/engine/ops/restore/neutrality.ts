import type { Planes } from '../../types.ts';
import type { Components } from '../matte/components.ts';

/** The background of a component is sampled at these distances from its border, in pixels. */
const BACKGROUND_PX = { min: 2, max: 4 } as const;

/** Added to divisors, so that white on nearly white gives no large quotient. */
const EPSILON = 0.02;

/**
 * Measures, for each component by its label, how equally all channels are mixed with white or with black: 1 if every
 * channel changes by the same fraction, as under dust and in scratches down to the paper; near 0 or below for components
 * with a colour of their own, such as skin, leaves and straws. 1 if no background is visible. `picture`: RGB in 0..1.
 */
export function neutralityOf(components: Components, picture: Planes): Float32Array {
  const { labels, areas } = components;
  const backgroundLabels = labelBackgrounds(components);
  const counts = new Float32Array(areas.length);
  for (const label of backgroundLabels) if (label > 0) counts[label]! += 1;
  const means = picture.planes.map((plane) => {
    const [inside, background] = [new Float64Array(areas.length), new Float64Array(areas.length)];
    for (let i = 0; i < plane.length; i++) {
      if (labels[i]! > 0) inside[labels[i]!]! += plane[i]!;
      else if (backgroundLabels[i]! > 0) background[backgroundLabels[i]!]! += plane[i]!;
    }
    return {
      inside: inside.map((sum, label) => sum / areas[label]!),
      background: background.map((sum, label) => sum / Math.max(1, counts[label]!)),
    };
  });
  return counts.map((count, label) => {
    if (count === 0) return 1;
    const isLighter = means.reduce((sum, mean) => sum + mean.inside[label]! - mean.background[label]!, 0) > 0;
    const fractions = means.map(({ inside, background }) =>
      isLighter
        ? (inside[label]! - background[label]!) / (1 - background[label]! + EPSILON)
        : (background[label]! - inside[label]!) / (background[label]! + EPSILON),
    );
    return Math.min(...fractions) / Math.max(1e-3, ...fractions);
  });
}

/** Labels each background pixel with the component that it surrounds; 0 elsewhere. */
function labelBackgrounds({ labels, width }: Components): Int32Array {
  const background = new Int32Array(labels.length);
  const reached = labels.slice();
  let front: number[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) front.push(i);
  for (let distance = 1; distance <= BACKGROUND_PX.max; distance++) {
    const next: number[] = [];
    for (const i of front)
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        if (j < 0 || j >= reached.length || reached[j] !== 0) continue;
        if (Math.abs((j % width) - (i % width)) > 1) continue;
        reached[j] = reached[i]!;
        next.push(j);
      }
    if (distance >= BACKGROUND_PX.min) for (const j of next) background[j] = reached[j]!;
    front = next;
  }
  return background;
}
