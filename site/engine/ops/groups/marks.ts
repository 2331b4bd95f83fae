import { stop } from '../../errors.ts';
import type { Facts, Mask, OpContext, OpTable, Pixels, Plane } from '../../types.ts';
import { type CommonMarks, commonIn, findCommon, isIn } from '../marks/common.ts';
import { continued } from '../marks/continued.ts';
import { type EstimateOptions, estimateMarks, residueOf, withoutMarks } from '../marks/estimate.ts';
import { apartFrom, areaOf, joined } from '../marks/known.ts';
import { textArea } from '../marks/letters.ts';
import { withoutPatterns } from '../marks/patterns.ts';
import { findRepeated } from '../marks/period.ts';
import { repeatedMarks } from '../marks/tiles.ts';
import { wordsOf } from '../marks/words.ts';
import { lumaPlane, rgbPlanes } from '../planes.ts';
import { drain } from '../progress.ts';
import { resizePixels, resizePlane } from '../resize/resize.ts';

type WithPicture = { readonly picture: Pixels };
type WithMark = WithPicture & { readonly mark: Pixels };

/** Longer side at which repetitions are looked for: marks are still clear, and Fourier transforms small. */
const SEARCHED = 800;

export type FindOptions = {
  /** Probability of text, 0..1, from which on it counts. */
  readonly level: number;
  /** Whether marks that repeat are looked for as well. */
  readonly repeated: boolean;
};

/** What `marks.common` found. */
type WithCommon = { readonly common?: Facts };

export const marksOps = {
  /**
   * The marks that all pictures have in common: those of `CommonMarks`, and for each picture in the order of their names
   * (`picture` is the first) whether it has them. `count` is 0 where there are none.
   */
  'marks.common': async (inputs: WithPicture, _: unknown, context: OpContext): Promise<Facts> => {
    const { picture, ...others } = inputs;
    const pictures = [picture, ...Object.values<Pixels>(others)];
    const found = await drain(findCommon(pictures), context);
    if (!found) return { facts: { count: 0 } };
    return { facts: { ...found, present: pictures.map((one) => isIn(one, found)) } };
  },

  /**
   * Text that a detector saw (`text`, 0..1), marks that repeat, and those that other pictures have too; of text only
   * what is drawn over the picture where a network told that (`drawn`, 0..1). Stops where nothing is found.
   */
  'marks.find': async (
    { picture, text, drawn, common }: WithPicture & WithCommon & { readonly text?: Plane; readonly drawn?: Plane },
    { level, repeated }: FindOptions,
    context: OpContext,
  ): Promise<Mask> => {
    const { width, height } = picture;
    const out = text ? await written({ picture, text, drawn }, level, context) : new Uint8Array(width * height);
    const pattern = repeated ? await repeatedIn(picture, context) : null;
    if (pattern) for (let i = 0; i < out.length; i++) if (pattern.data[i]! > 0.5) out[i] = 255;
    const known = knownIn(picture, common);
    const mask = known
      ? joined(apartFrom({ width, height, data: out }, known), areaOf(known))
      : { width, height, data: out };
    if (!mask.data.includes(255)) stop({ code: 'job.nothingFound' });
    return mask;
  },

  /** Whole words where a detector saw text (`text`, 0..1, from `level` on). Stops where there is none. */
  'marks.words': (
    { picture, text }: WithPicture & { readonly text: Plane },
    { level }: { readonly level: number },
  ): Mask => {
    const mask = wordsOf(picture, text, level);
    return mask.data.includes(255) ? mask : stop({ code: 'job.nothingFound' });
  },

  /**
   * The marks inside the mask, with their colours and opacities; opaque where they cannot be calculated. Strokes that a
   * network told (`drawn`, 0..1) are made exact; marks that other pictures have too are known already.
   */
  'marks.estimate': async (
    { picture, mask, drawn, common }: WithPicture & WithCommon & { readonly mask: Mask; readonly drawn?: Plane },
    params: EstimateOptions,
    context: OpContext,
  ): Promise<Pixels> => {
    const shared = knownIn(picture, common);
    const known = shared ?? (await drain(repeatedMarks({ picture, mask, drawn }, params), context));
    const rest = known ? apartFrom(mask, known) : mask;
    const mark = await drain(estimateMarks({ picture, mask: rest, drawn }, params), context);
    for (let i = 0; known && i < mask.data.length; i++)
      if (known.data[4 * i + 3]! > 0 && (!shared || mask.data[i]! > 127))
        mark.data.set(known.data.subarray(4 * i, 4 * i + 4), 4 * i);
    return mark;
  },

  /** Facts `opacity` (0..1, the greatest that was calculated) and `calculated` (share of the mark, 0..1). */
  'marks.measure': ({ mark }: { readonly mark: Pixels }): Facts => {
    let opacity = 0;
    let seen = 0;
    let opaque = 0;
    for (let at = 3; at < mark.data.length; at += 4) {
      const value = mark.data[at]!;
      if (value === 0) continue;
      seen++;
      if (value === 255) opaque++;
      else opacity = Math.max(opacity, value / 255);
    }
    return { facts: { opacity, calculated: seen === 0 ? 0 : 1 - opaque / seen } };
  },

  /** The picture with the marks calculated out. */
  'marks.unblend': ({ picture, mark }: WithMark): Pixels => withoutMarks(picture, mark),

  /** What of the marks cannot be calculated out. */
  'marks.residue': ({ picture, mark }: WithMark): Mask => residueOf(picture, mark),
} as const satisfies OpTable;

type Seen = WithPicture & { readonly text: Plane; readonly drawn: Plane | undefined };

/** Text in full: lines that are drawn over the picture go on as far as their letters do. */
async function written(
  { picture, text, drawn }: Seen,
  level: number,
  context: OpContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const { mask, lines } = textArea(text, level, drawn && withoutPatterns(picture, drawn, { text, level }));
  return (drawn ? await drain(continued({ picture, mask, drawn, lines }), context) : mask)
    .data as Uint8Array<ArrayBuffer>;
}

const knownIn = (picture: Pixels, common: Facts | undefined): Pixels | null =>
  common ? commonIn(picture, common.facts as unknown as CommonMarks) : null;

/** Marks that repeat, 0..1 at the picture's size; null where there are none. */
async function repeatedIn(picture: Pixels, context: OpContext): Promise<Plane | null> {
  const factor = Math.min(1, SEARCHED / Math.max(picture.width, picture.height));
  const size = {
    width: Math.max(1, Math.round(picture.width * factor)),
    height: Math.max(1, Math.round(picture.height * factor)),
  };
  const small = factor < 1 ? resizePixels(picture, { ...size, kernel: 'area', linear: false }) : picture;
  const mask = await drain(findRepeated(lumaPlane(rgbPlanes(small))), context);
  if (!mask) return null;
  const plane: Plane = { ...size, data: Float32Array.from(mask.data, (value) => value / 255) };
  return factor < 1 ? resizePlane(plane, picture, 'linear') : plane;
}
