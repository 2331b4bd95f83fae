import { stop } from '../../errors.ts';
import type { Facts, Mask, OpContext, OpTable, Pixels, Plane } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { type CommonMarks, commonMarkOf, findCommonMarks, hasCommonMarks } from '../marks/common-marks.ts';
import { findRepeatedMarks, reducedLuma } from '../marks/lattice.ts';
import { MARKS, type MarkParameters } from '../marks/parameters.ts';
import { estimateRepeatedMarks } from '../marks/repeated-marks.ts';
import { isRepetitionDrawn, isRepetitionRight } from '../marks/repetition-check.ts';
import { findTextArea } from '../marks/text-lines.ts';
import { continueLines } from '../marks/text-overlays.ts';
import {
  type EstimateOptions,
  estimateMarks,
  maskOfMark,
  residualMask,
  unblend,
  withoutEstimated,
} from '../marks/unblend.ts';
import { visibleStrokes } from '../marks/visible-strokes.ts';
import { addDrawnLetters, findWords } from '../marks/words.ts';
import { drain } from '../progress.ts';
import { resizePlane } from '../resize/resize.ts';

type WithPicture = { readonly picture: Pixels };
type WithMark = WithPicture & { readonly mark: Pixels };

/** Probabilities 0..1 of text, and of being drawn over the picture, where networks computed them. */
type WithDetections = { readonly text?: Plane; readonly drawn?: Plane };

/** The result of `marks.common`. */
type WithCommon = { readonly common?: Facts };

export type FindOptions = {
  /** Probability of text, 0..1, from which on a pixel counts. */
  readonly level: number;
  /** Whether repeated watermarks are searched as well. */
  readonly repeated: boolean;
  readonly parameters?: MarkParameters;
};

export const marksOps = {
  /**
   * Facts about the watermarks that all inputs share: those of `CommonMarks`, and `present`, whether each picture shows
   * them, in the order of the inputs (`picture` is the first). `count` is 0 if there are none.
   */
  'marks.common': async (inputs: WithPicture, _: unknown, context: OpContext): Promise<Facts> => {
    const { picture, ...others } = inputs;
    const pictures = [picture, ...Object.values<Pixels>(others)];
    const found = await drain(findCommonMarks(pictures), context);
    if (!found) return { facts: { count: 0 } };
    return { facts: { ...found, present: pictures.map((one) => hasCommonMarks(one, found)) } };
  },

  /**
   * The mask of text, repeated watermarks, and watermarks shared with other pictures. With `drawn`, only text and
   * repetition that are drawn over the picture count. Stops with `job.nothingFound` if the mask is empty.
   */
  'marks.find': async (
    { picture, text, drawn, common }: WithPicture & WithCommon & WithDetections,
    { level, repeated, parameters = MARKS }: FindOptions,
    context: OpContext,
  ): Promise<Mask> => {
    const { width, height } = picture;
    const data = text
      ? await overlaidText({ picture, text, drawn }, { level, parameters }, context)
      : new Uint8Array(width * height);
    const pattern = repeated ? await repeatedMarks({ picture, drawn }, parameters, context) : null;
    if (pattern) for (let i = 0; i < data.length; i++) if (pattern.data[i]! > 0.5) data[i] = 255;
    const found: Mask = { width, height, data };
    const shared = sharedMark(picture, common);
    const mask = shared ? union(withoutEstimated(found, shared), maskOfMark(shared)) : found;
    if (!mask.data.includes(255)) stop({ code: 'job.nothingFound' });
    return mask;
  },

  /** The mask of what is drawn over the picture, by the overlay network alone. Stops with `job.nothingFound` if it is empty. */
  'marks.drawn': ({ drawn }: { readonly drawn: Plane }, { level }: { readonly level: number }): Mask => {
    const { width, height } = drawn;
    const data = mapTo(Uint8Array, drawn.data, (value) => (value >= level ? 255 : 0));
    return data.includes(255) ? { width, height, data } : stop({ code: 'job.nothingFound' });
  },

  /** The mask of whole words. Stops with `job.nothingFound` if there is no text. */
  'marks.words': (
    { picture, text }: WithPicture & { readonly text: Plane },
    { level }: { readonly level: number },
  ): Mask => {
    const mask = findWords(picture, text, { level });
    return mask.data.includes(255) ? mask : stop({ code: 'job.nothingFound' });
  },

  /**
   * The watermarks inside the mask as a picture of their colours, with opacities as alpha; alpha 255 where they cannot be
   * un-blended. Watermarks shared with other pictures are taken from `common`, those that repeat are estimated together.
   */
  'marks.estimate': async (
    { picture, mask, drawn, common }: WithPicture & WithCommon & { readonly mask: Mask; readonly drawn?: Plane },
    { parameters = MARKS, ...options }: EstimateOptions & { readonly parameters?: MarkParameters },
    context: OpContext,
  ): Promise<Pixels> => {
    const shared = sharedMark(picture, common);
    const marked = { picture, mask, drawn };
    const repeated = shared ? null : await drain(estimateRepeatedMarks(marked, options, parameters), context);
    const isRight =
      repeated && (await drain(isRepetitionRight({ marked, mark: repeated, options }, parameters), context));
    const estimated = shared ?? (isRight ? repeated : null);
    const rest = estimated ? withoutEstimated(mask, estimated) : mask;
    const mark = await drain(estimateMarks({ picture, mask: rest, drawn }, options, parameters), context);
    const visible = options.trust > 0 ? visibleStrokes({ picture, mask: rest, mark }, parameters) : [];
    for (let i = 0; i < visible.length; i++) if (visible[i]! > 0) mark.data[4 * i + 3] = 255;
    for (let i = 0; estimated && i < mask.data.length; i++)
      if (estimated.data[4 * i + 3]! > 0 && (!shared || mask.data[i]! > 127))
        mark.data.set(estimated.data.subarray(4 * i, 4 * i + 4), 4 * i);
    return mark;
  },

  /** Facts `opacity` (0..1, the highest below 1) and `calculated` (fraction of the watermark that is un-blended, 0..1). */
  'marks.measure': ({ mark }: { readonly mark: Pixels }): Facts => {
    let opacity = 0;
    let covered = 0;
    let opaque = 0;
    for (let at = 3; at < mark.data.length; at += 4) {
      const value = mark.data[at]!;
      if (value === 0) continue;
      covered++;
      if (value === 255) opaque++;
      else opacity = Math.max(opacity, value / 255);
    }
    return { facts: { opacity, calculated: covered === 0 ? 0 : 1 - opaque / covered } };
  },

  /** The picture with the watermarks un-blended. */
  'marks.unblend': ({ picture, mark }: WithMark): Pixels => unblend(picture, mark),

  /** The mask of what cannot be un-blended. */
  'marks.residue': ({ picture, mark }: WithMark): Mask => residualMask(picture, mark),
} as const satisfies OpTable;

type TextInput = WithPicture & { readonly text: Plane; readonly drawn: Plane | undefined };

/** The mask data of text; with `drawn`, of text drawn over the picture, up to its last letters. */
async function overlaidText(
  { picture, text, drawn }: TextInput,
  { level, parameters }: { readonly level: number; readonly parameters: MarkParameters },
  context: OpContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const area = findTextArea(text, { level, drawn, parameters });
  if (!drawn) return area.mask.data;
  const mask = addDrawnLetters(area, drawn, parameters);
  return (await drain(continueLines({ ...area, picture, mask, drawn }, parameters), context)).data;
}

const sharedMark = (picture: Pixels, common: Facts | undefined): Pixels | null =>
  common ? commonMarkOf(picture, common.facts as unknown as CommonMarks) : null;

const union = (a: Mask, b: Mask): Mask => ({
  width: a.width,
  height: a.height,
  data: a.data.map((value, i) => Math.max(value, b.data[i]!)),
});

/** Coverage 0..1 of repeated watermarks at the picture's size; null if there are none. */
async function repeatedMarks(
  { picture, drawn }: WithPicture & { readonly drawn: Plane | undefined },
  parameters: MarkParameters,
  context: OpContext,
): Promise<Plane | null> {
  const luma = reducedLuma(picture, parameters);
  const mask = await drain(findRepeatedMarks(luma, parameters), context);
  if (!mask) return null;
  const reduced: Plane = { ...mask, data: mapTo(Float32Array, mask.data, (value) => value / 255) };
  const isReduced = luma.width !== picture.width || luma.height !== picture.height;
  const plane = isReduced ? resizePlane(reduced, picture, 'linear') : reduced;
  return drawn && !isRepetitionDrawn(plane, drawn, parameters) ? null : plane;
}
