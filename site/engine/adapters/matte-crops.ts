import { clipBox, cutBox, intersectionOverUnion, subjectBox } from '../ops/matte/box.ts';
import { mergeByMaximum } from '../ops/matte/merge.ts';
import type { Box, Pixels, Plane } from '../types.ts';

/**
 * The crops that are predicted after the whole picture, as boxes around the subject of a matte: of the first prediction,
 * once with room for limbs and once close for fine edges; then of all predictions merged, because a crop can reveal parts
 * that reach beyond it. `margin`: fraction of the subject's size; `level`: matte value that counts as subject. Measured:
 * intersection over union rises from 0.56 to 0.86 for a person with raised arms, from 0.20 to 0.89 for a sheep in a meadow.
 */
const CROPS = [
  { of: 'first', margin: 0.25, level: 0.1 },
  { of: 'first', margin: 0.08, level: 0.3 },
  { of: 'all', margin: 0.2, level: 0.4 },
  { of: 'all', margin: 0.12, level: 0.4 },
] as const;

/** A crop is skipped if its intersection over union with an earlier one is above this: the network would see the same. */
const MAX_CROP_OVERLAP = 0.92;

/**
 * A matte (0..1, the picture's size) by a network with a small input of fixed size: `predict` returns the matte of a
 * crop, at the crop's size. The maximum counts where predictions differ. `onCrop` is awaited before each further crop
 * with the fraction done, 0..1.
 */
export async function matteByCrops(
  picture: Pixels,
  predict: (crop: Pixels) => Promise<Plane>,
  onCrop: (done: number) => Promise<void>,
): Promise<Plane> {
  const first = await predict(picture);
  const predicted: Box[] = [{ x: 0, y: 0, width: picture.width, height: picture.height }];
  let all = first;
  for (const [index, { of, margin, level }] of CROPS.entries()) {
    await onCrop((index + 1) / (CROPS.length + 1));
    const whole = subjectBox(of === 'first' ? first : all, { margin, level });
    const box = whole && clipBox(whole, picture);
    if (!box || predicted.some((other) => intersectionOverUnion(box, other) > MAX_CROP_OVERLAP)) continue;
    predicted.push(box);
    all = mergeByMaximum(all, await predict(cutBox(picture, box, 'clear')), box);
  }
  return all;
}
