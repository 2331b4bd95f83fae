import type { Plane, Size } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';
import type { Components } from '../matte/components.ts';
import { quantile } from '../scalars.ts';
import type { DamageParameters } from './damage-parameters.ts';

/** Ring around a component in which its surroundings are measured, as distances in pixels. */
const RING_PX = { from: 1.5, to: 4.5 } as const;

/** Pixels of a component nearer to its rim than this are mixed with the surroundings. */
const CORE_PX = 1.2;

/** Components that may bear witness to damage, and the brightness of the picture. */
export type Evidence = { readonly components: Components; readonly logits: Plane; readonly luma: Plane };

/**
 * Number of components that bear witness, independently of each other, to a damaged print: they have a certain pixel, and
 * lie on the picture without being attached to anything of their own brightness. A post rises from a street, a lamp hangs
 * from it, a rope leads to a boat; a scratch or a speck ends in what it lies on. One object in an undamaged picture may
 * look like damage; many that are unconnected do not.
 */
export function countWitnesses(evidence: Evidence, { witnesses }: DamageParameters): number {
  const { components, logits } = evidence;
  const isCertain = components.areas.map(() => false);
  for (let i = 0; i < logits.data.length; i++)
    if (logits.data[i]! > witnesses.certainLogit) isCertain[components.labels[i]!] = true;
  let count = 0;
  for (const { label, box } of boxesOf(components))
    if (isCertain[label] && attachment(evidence, label, box) <= witnesses.maxAttachment) count++;
  return count;
}

type LabelledBox = {
  readonly label: number;
  readonly box: { readonly left: number; readonly top: number } & Size;
};

/** The bounding box of each component, with room for the ring. */
function boxesOf({ labels, areas, width, height }: Components): readonly LabelledBox[] {
  const bounds = areas.map(() => ({ left: width, top: height, right: -1, bottom: -1 }));
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const componentBox = bounds[labels[i]!]!;
      componentBox.left = Math.min(componentBox.left, x);
      componentBox.right = Math.max(componentBox.right, x);
      componentBox.top = Math.min(componentBox.top, y);
      componentBox.bottom = y;
    }
  const margin = Math.ceil(RING_PX.to);
  return bounds.slice(1).map(({ left, top, right, bottom }, index) => {
    const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
    const size = {
      width: Math.min(width, right + margin + 1) - x,
      height: Math.min(height, bottom + margin + 1) - y,
    };
    return { label: index + 1, box: { left: x, top: y, ...size } };
  });
}

/** Fraction of the ring around a component that is nearer to its brightness than to that of the ring, 0..1. */
function attachment({ components, luma }: Evidence, label: number, box: LabelledBox['box']): number {
  const { width, height } = box;
  const labels = new Int32Array(width * height);
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (box.top + y) * luma.width + box.left;
    labels.set(components.labels.subarray(from, from + width), y * width);
    values.set(luma.data.subarray(from, from + width), y * width);
  }
  const outside = distanceTo({ width, height }, (i) => labels[i] === label).data;
  const inside = distanceTo({ width, height }, (i) => labels[i] !== label).data;
  const componentValues: number[] = [];
  const core: number[] = [];
  const ring: number[] = [];
  for (const [i, value] of values.entries()) {
    if (labels[i] === label) componentValues.push(value);
    if (labels[i] === label && inside[i]! > CORE_PX) core.push(value);
    if (labels[i] === 0 && outside[i]! >= RING_PX.from && outside[i]! <= RING_PX.to) ring.push(value);
  }
  if (ring.length === 0) return 1;
  const [level, around] = [quantile(core.length > 0 ? core : componentValues, 0.5), quantile(ring, 0.5)];
  return ring.filter((value) => Math.abs(value - level) < Math.abs(value - around)).length / ring.length;
}
