import { stop } from '../../errors.ts';
import type { Facts, Mask, OpContext, OpTable, Pixels, Plane } from '../../types.ts';
import { type EstimateOptions, estimateMarks, residueOf, withoutMarks } from '../marks/estimate.ts';
import { textArea } from '../marks/letters.ts';
import { findRepeated } from '../marks/period.ts';
import { lumaPlane, rgbPlanes } from '../planes.ts';
import { resizePixels, resizePlane } from '../resize/resize.ts';
import { drain } from './drain.ts';

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

export const marksOps = {
  /** Text that a detector saw (`text`, 0..1), and marks that repeat. Stops where nothing is found. */
  'marks.find': async (
    { picture, text }: WithPicture & { readonly text?: Plane },
    { level, repeated }: FindOptions,
    context: OpContext,
  ): Promise<Mask> => {
    const { width, height } = picture;
    const out = text ? textArea(text, level).data : new Uint8Array(width * height);
    const pattern = repeated ? await repeatedIn(picture, context) : null;
    if (pattern) for (let i = 0; i < out.length; i++) if (pattern.data[i]! > 0.5) out[i] = 255;
    if (!out.includes(255)) stop({ code: 'job.nothingFound' });
    return { width, height, data: out };
  },

  /** The marks inside the mask, with their colours and opacities; opaque where they cannot be calculated. */
  'marks.estimate': (
    { picture, mask }: WithPicture & { readonly mask: Mask },
    params: EstimateOptions,
    context: OpContext,
  ): Promise<Pixels> => drain(estimateMarks(picture, mask, params), context),

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
