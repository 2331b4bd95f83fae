import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { mapTo } from '../map-to.ts';
import { labelComponents, threshold } from './components.ts';

/** Width of the edge of a matte, as a fraction of the longer side: additions that extend less beyond it are ignored. */
export const RIM_FRACTION = 0.012;

/** The network is sure above this probability: a logit of 1, by which Segment Anything rates selections (Kirillov et al. 2023, B). */
const MIN_SURE = 1 / (1 + Math.exp(-1));

/** It is sure of a part if it is of this fraction of its pixels. */
const MIN_SURE_PIXELS = 0.5;

/** Intersection over union below which a selection shows another object. */
const MIN_AGREEMENT = 0.6;

/**
 * Extends a matte by the components that a selection (0..1, same size) surely has beyond it, such as a missed limb. Edges
 * remain those of the matte. Returns the matte unchanged if the two do not show the same subject.
 */
export function extendMatte(matte: Plane, selection: Plane): Plane {
  if (agreement(matte, selection) < MIN_AGREEMENT) return matte;
  const { width, height } = matte;
  const inside = threshold(matte, 0.5);
  const reach = Math.max(1, RIM_FRACTION * Math.max(width, height));
  const solid = { width, height, data: mapTo(Float32Array, inside.data, (value) => (value === 0 ? 0 : 1)) };
  const around = boxBlur(solid, reach).data;
  const beyond = threshold(selection, 0.5);
  for (let i = 0; i < beyond.data.length; i++) if (inside.data[i] !== 0) beyond.data[i] = 0;
  const parts = labelComponents(beyond);
  const added = new Set<number>();
  const sure = new Float64Array(parts.areas.length);
  for (const [i, label] of parts.labels.entries()) {
    if (label !== 0 && around[i]! < 1e-5) added.add(label);
    if (selection.data[i]! > MIN_SURE) sure[label]! += 1;
  }
  for (const label of added) if (sure[label]! < MIN_SURE_PIXELS * parts.areas[label]!) added.delete(label);
  const addition = { width, height, data: mapTo(Float32Array, parts.labels, (label) => (added.has(label) ? 1 : 0)) };
  // Include the soft edge of the selection around them.
  const near = boxBlur(addition, reach).data;
  const data = matte.data.map((value, i) => (near[i]! > 1e-5 ? Math.max(value, selection.data[i]!) : value));
  return { width, height, data };
}

function agreement(a: Plane, b: Plane): number {
  let intersection = 0;
  let union = 0;
  for (let i = 0; i < a.data.length; i++) {
    const [inA, inB] = [a.data[i]! > 0.5, b.data[i]! > 0.5];
    if (inA && inB) intersection++;
    if (inA || inB) union++;
  }
  return union === 0 ? 0 : intersection / union;
}
