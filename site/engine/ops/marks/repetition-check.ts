import type { Mask, Pixels, Plane } from '../../types.ts';
import { cropMask, cropPixels } from '../crop.ts';
import { MARKS, type MarkParameters } from './parameters.ts';
import { boxesOfMask, type MarkedPicture, planesInBox } from './patches.ts';
import { strokeContrast } from './stroke-contrast.ts';
import { type EstimateOptions, estimateMarks, unblend } from './unblend.ts';

/** The result of `estimateRepeatedMarks`. */
type Repeated = { readonly marked: MarkedPicture; readonly mark: Pixels; readonly options: EstimateOptions };

/**
 * Whether repeated watermarks were estimated at least about as well together as one by one: in the parts with most of them,
 * the strokes remain about as visible. A lattice of two or three repetitions can be found by chance. Strokes that an estimate
 * would fill count as visible, so that filling alone is no reason to give up un-blending.
 */
export function* isRepetitionRight(
  { marked, mark, options }: Repeated,
  parameters: MarkParameters = MARKS,
): Generator<number, boolean> {
  const { picture, mask } = marked;
  const { checkedParts, minOwnContrast } = parameters.tiles;
  const parts = boxesOfMask(mask, parameters.patches)
    .map((box) => ({ box, area: cropMask(mask, box).data.reduce((sum, value) => sum + (value > 127 ? 1 : 0), 0) }))
    .sort((a, b) => b.area - a.area)
    .slice(0, checkedParts)
    .map(({ box }) => box);
  const data = new Uint8Array(mask.data.length);
  for (const { x, y, width, height } of parts)
    for (let row = y; row < y + height; row++) {
      const from = row * mask.width + x;
      data.set(mask.data.subarray(from, from + width), from);
    }
  const own = yield* estimateMarks({ ...marked, mask: { ...mask, data } }, options, parameters);
  let [repeatedContrast, ownContrast] = [0, 0];
  for (const box of parts) {
    const seen = cropPixels(picture, box);
    const marks = [mark, own].map((one) => cropPixels(one, box));
    const strokes = strokesOf(marks, cropMask(mask, box));
    const whole = { x: 0, y: 0, width: box.width, height: box.height };
    const [first, second] = marks.map((one) => {
      const planes = planesInBox(unblend(seen, one), whole);
      return strokeContrast(
        { width: box.width, height: box.height, planes },
        strokes,
        parameters.smallMarks.comparisonPx,
      );
    }) as [number, number];
    repeatedContrast += first;
    ownContrast += second;
  }
  return ownContrast >= minOwnContrast * repeatedContrast;
}

/** 255 where any of the watermarks has at least half of its highest opacity. */
function strokesOf(marks: readonly Pixels[], mask: Mask): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(mask.data.length);
  for (const { data } of marks) {
    let max = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at]! < 255) max = Math.max(max, data[at]!);
    for (let i = 0; i < out.length; i++) if (mask.data[i]! > 127 && data[4 * i + 3]! > max / 2) out[i] = 255;
  }
  return out;
}

/**
 * Whether the overlay network sees more inside of a repeated mask than beside it (both 0..1, of one size): scenes repeat as
 * well, such as windows, checks and grain.
 */
export function isRepetitionDrawn(mask: Plane, drawn: Plane, { repetition }: MarkParameters = MARKS): boolean {
  let [inside, beside, area] = [0, 0, 0];
  for (const [i, value] of mask.data.entries()) {
    if (value > 0.5) {
      inside += drawn.data[i]!;
      area++;
    } else beside += drawn.data[i]!;
  }
  return inside * (mask.data.length - area) >= repetition.minDrawnRatio * beside * area && inside > 0;
}
