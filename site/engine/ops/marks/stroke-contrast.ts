import type { Mask, Size } from '../../types.ts';
import { labelComponents } from '../matte/components.ts';
import type { Patch } from './patches.ts';

/** Mean colour difference (length in RGB, 0..1 a channel) of pixels `distance` apart outside of the mask. */
export function meanTexture(
  { width, planes, mask }: Pick<Patch, 'width' | 'planes' | 'mask'>,
  distance: number,
): number {
  let [sum, pairs] = [0, 0];
  for (let i = 0; i + distance * width < mask.length; i++) {
    if (i % width >= width - distance || mask[i] !== 0) continue;
    for (const other of [i + distance, i + distance * width]) {
      if (mask[other] !== 0) continue;
      sum += Math.hypot(...planes.map((plane) => plane[i]! - plane[other]!));
      pairs++;
    }
  }
  return sum / Math.max(1, pairs);
}

/** Contrast of the strokes with the pixels beside them: the length of each component's mean difference, averaged. */
export function strokeContrast(
  { width, height, planes }: Size & Pick<Patch, 'planes'>,
  strokes: Mask['data'],
  distance: number,
): number {
  const { labels, areas } = labelComponents({ width, height, data: strokes });
  const sums = areas.map(() => planes.map(() => 0));
  let pairs = 0;
  for (let i = 0; i < strokes.length; i++) {
    if (strokes[i] === 0) continue;
    const x = i % width;
    const [left, right] = [x >= distance ? i - distance : i, x < width - distance ? i + distance : i];
    for (const beside of [left, right, i - distance * width, i + distance * width]) {
      if (strokes[beside] !== 0) continue;
      pairs++;
      const sum = sums[labels[i]!]!;
      for (const [k, plane] of planes.entries()) sum[k] = sum[k]! + plane[i]! - plane[beside]!;
    }
  }
  return sums.reduce((total, sum) => total + Math.hypot(...sum), 0) / Math.max(1, pairs);
}
