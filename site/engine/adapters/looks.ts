import { clipBox, cutBox, intersectionOverUnion, subjectBox } from '../ops/matte/box.ts';
import { mergeByMaximum } from '../ops/matte/merge.ts';
import type { Box, Pixels, Plane } from '../types.ts';

/**
 * The parts that are looked at after the whole: around what the first look found, with some room for limbs and then
 * closely for edges; and around all that was found so far, since a look at a part may find what reaches beyond it.
 * Measured: a person with raised arms from 0.56 intersection over union to 0.86, a sheep in a meadow from 0.20 to 0.89.
 */
const LOOKS = [
  { of: 'first', margin: 0.25, level: 0.1 },
  { of: 'first', margin: 0.08, level: 0.3 },
  { of: 'all', margin: 0.2, level: 0.4 },
  { of: 'all', margin: 0.12, level: 0.4 },
] as const;

/** Two boxes that share so much of what they cover show the network the same. */
const SAME = 0.92;

/**
 * A matte (0..1, the picture's size) by a network that sees pictures of a small fixed size: `look` gives the matte of
 * a part, at the part's size. The greater counts where looks differ. Parts that were seen already are left out.
 */
export async function matteByLooks(
  picture: Pixels,
  look: (part: Pixels) => Promise<Plane>,
  onLook: (done: number) => Promise<void>,
): Promise<Plane> {
  const first = await look(picture);
  const seen: Box[] = [{ x: 0, y: 0, width: picture.width, height: picture.height }];
  let all = first;
  for (const [index, { of, margin, level }] of LOOKS.entries()) {
    await onLook((index + 1) / (LOOKS.length + 1));
    const whole = subjectBox(of === 'first' ? first : all, { margin, level });
    const box = whole && clipBox(whole, picture);
    if (!box || seen.some((other) => intersectionOverUnion(box, other) > SAME)) continue;
    seen.push(box);
    all = mergeByMaximum(all, await look(cutBox(picture, box, 'clear')), box);
  }
  return all;
}
