import type { Plane } from '../../types.ts';
import { boxBlur } from '../filter/box.ts';
import { partsOf, threshold } from './components.ts';

/** Share of the longer side: what reaches less far beyond the matte is its edge, which the matte knows better. */
const RIM = 0.012;

/** Intersection over union below which a selection is of something else. */
const LEAST_AGREEMENT = 0.6;

/**
 * A matte with the parts that a selection (0..1, same size) has beyond it, such as a limb that was missed. Edges stay
 * those of the matte, and so does everything where the two do not speak of the same subject.
 */
export function extendMatte(matte: Plane, selection: Plane): Plane {
  if (agreement(matte, selection) < LEAST_AGREEMENT) return matte;
  const { width, height } = matte;
  const inside = threshold(matte, 0.5);
  const reach = Math.max(1, RIM * Math.max(width, height));
  const solid = { width, height, data: Float32Array.from(inside.data, (value) => (value === 0 ? 0 : 1)) };
  const around = boxBlur(solid, reach).data;
  const beyond = threshold(selection, 0.5);
  for (let i = 0; i < beyond.data.length; i++) if (inside.data[i] !== 0) beyond.data[i] = 0;
  const parts = partsOf(beyond);
  const taken = new Set<number>();
  for (const [i, label] of parts.labels.entries()) if (label !== 0 && around[i]! < 1e-5) taken.add(label);
  const chosen = { width, height, data: Float32Array.from(parts.labels, (label) => (taken.has(label) ? 1 : 0)) };
  // With the soft edge that the selection has around them.
  const near = boxBlur(chosen, reach).data;
  const data = matte.data.map((value, i) => (near[i]! > 1e-5 ? Math.max(value, selection.data[i]!) : value));
  return { width, height, data };
}

function agreement(a: Plane, b: Plane): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.data.length; i++) {
    const [inA, inB] = [a.data[i]! > 0.5, b.data[i]! > 0.5];
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 0 : both / either;
}
