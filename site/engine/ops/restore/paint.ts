import type { Planes } from '../../types.ts';
import type { Parts } from '../matte/components.ts';

/** What tells the ground of a part: pixels so far from its border, in pixels. */
const BESIDE = { from: 2, to: 4 } as const;

/** Added to what is divided by, so that white on nearly white tells little. */
const LEAST = 0.02;

/**
 * How alike in all channels each part (by its label) differs from the ground beside it, as a mix with white or with
 * black: 1 where all do so by the same share, as dust and scratches down to the paper do; little, or less than 0, where
 * it has a colour of its own, as skin before the sky, leaves and straws. 1 where no ground is seen. RGB in 0..1.
 */
export function evennessOf(parts: Parts, picture: Planes): Float32Array {
  const { labels, areas } = parts;
  const beside = groundOf(parts);
  const counts = new Float32Array(areas.length);
  for (const label of beside) if (label > 0) counts[label]! += 1;
  const shares = picture.planes.map((plane) => {
    const [own, ground] = [new Float64Array(areas.length), new Float64Array(areas.length)];
    for (let i = 0; i < plane.length; i++) {
      if (labels[i]! > 0) own[labels[i]!]! += plane[i]!;
      else if (beside[i]! > 0) ground[beside[i]!]! += plane[i]!;
    }
    return { own: own.map((sum, k) => sum / areas[k]!), ground: ground.map((sum, k) => sum / Math.max(1, counts[k]!)) };
  });
  return counts.map((count, k) => {
    if (count === 0) return 1;
    const isLighter = shares.reduce((sum, { own, ground }) => sum + own[k]! - ground[k]!, 0) > 0;
    const mixed = shares.map(({ own, ground }) =>
      isLighter ? (own[k]! - ground[k]!) / (1 - ground[k]! + LEAST) : (ground[k]! - own[k]!) / (ground[k]! + LEAST),
    );
    return Math.min(...mixed) / Math.max(1e-3, ...mixed);
  });
}

/** For each pixel the label of the part whose ground it is; 0 for the others. */
function groundOf({ labels, width }: Parts): Int32Array {
  const ground = new Int32Array(labels.length);
  const seen = labels.slice();
  let border: number[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i]! > 0) border.push(i);
  for (let far = 1; far <= BESIDE.to; far++) {
    const next: number[] = [];
    for (const i of border)
      for (const j of [i - 1, i + 1, i - width, i + width]) {
        if (j < 0 || j >= seen.length || seen[j] !== 0) continue;
        if (Math.abs((j % width) - (i % width)) > 1) continue;
        seen[j] = seen[i]!;
        next.push(j);
      }
    if (far >= BESIDE.from) for (const j of next) ground[j] = seen[j]!;
    border = next;
  }
  return ground;
}
