import type { Mask, Pixels } from '../../types.ts';
import { grown } from '../mask/change.ts';
import { labelComponents } from '../matte/components.ts';

/** Pixels around a mark that are shown as marked with it. */
const AROUND = 2;

/** Where a mark is (alpha), and a little around it. */
export const areaOf = ({ width, height, data }: Pixels): Mask =>
  grown(
    { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => (data[4 * i + 3]! > 0 ? 255 : 0)) },
    AROUND,
  );

/** The mask without the connected parts in which there is a known mark: nothing else is looked for there. */
export function apartFrom(mask: Mask, known: Pixels): Mask {
  const { labels, areas } = labelComponents(mask);
  const taken = new Uint8Array(areas.length);
  for (let i = 0; i < labels.length; i++) if (known.data[4 * i + 3]! > 0) taken[labels[i]!] = 1;
  return { width: mask.width, height: mask.height, data: mask.data.map((value, i) => (taken[labels[i]!] ? 0 : value)) };
}

/** What is chosen in either. */
export const joined = (a: Mask, b: Mask): Mask => ({
  width: a.width,
  height: a.height,
  data: a.data.map((value, i) => Math.max(value, b.data[i]!)),
});
