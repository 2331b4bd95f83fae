import { advance, inverse, type Motion, motionBetween, type Places } from './motion.ts';
import { isSeen, sampleAt, type Trusted } from './sample.ts';
import { type Channel, channelsOf, halved, type Yuv } from './yuv.ts';

/** A moment of the marked part: its pixels, and which of them show the picture itself. */
export type Moment = {
  readonly planes: readonly [Trusted, Trusted, Trusted];
  /** Motion to the moment before; null at a cut and at the start. */
  readonly back: Motion | null;
  /** From the moment before to this one. */
  readonly forth: Motion | null;
};

/** A moment after `before`. `valid` (luma's size): 1 where the pixel shows the picture, 0 under the mark. */
export function momentOf(yuv: Yuv, valid: Uint8Array, before: Moment | null): Moment {
  const planes = trustedOf(yuv, valid);
  const back = before && motionBetween(planes[0], before.planes[0]);
  return { planes, back, forth: back && inverse(back) };
}

/** The planes with their maps; chroma is valid where all four of its pixels are. */
export function trustedOf(yuv: Yuv, valid: Uint8Array): Moment['planes'] {
  const covered = halved(
    valid.map((one) => (one ? 0 : 1)),
    yuv,
  );
  const chroma = covered.map((one) => (one ? 0 : 1));
  const [y, cb, cr] = channelsOf(yuv);
  return [
    { ...y, valid },
    { ...cb, valid: chroma },
    { ...cr, valid: chroma },
  ];
}

export type Looking = {
  /** In the order of time. */
  readonly moments: readonly Moment[];
  readonly index: number;
  /** Most moments to go in each direction. */
  readonly reach: number;
};

/**
 * What earlier and later moments show where one is covered: places are followed along the motion, both ways, until they
 * leave the mark. Two glimpses are averaged by their nearness, unless they disagree: then the nearer one counts.
 * `places`: indices in the planes, which are luma's or both of chroma's. Per plane and place 0..255; NaN where no moment
 * shows it.
 */
export function glimpses(looking: Looking, planes: readonly (0 | 1 | 2)[], places: Int32Array): Float32Array[] {
  const earlier = follow(looking, -1, { plane: planes[0] ?? 0, places });
  const later = follow(looking, 1, { plane: planes[0] ?? 0, places });
  return planes.map((plane) => {
    const out = new Float32Array(places.length);
    for (let i = 0; i < out.length; i++) {
      const [a, b] = [seenAt(looking, plane, { found: earlier, i }), seenAt(looking, plane, { found: later, i })];
      const [back, forth] = [Math.abs(earlier.steps[i] as number), Math.abs(later.steps[i] as number)];
      if (back === 0 || forth === 0) out[i] = back === 0 ? b : a;
      else if (Math.abs(a - b) > 24) out[i] = back <= forth ? a : b;
      else out[i] = (a * forth + b * back) / (back + forth);
    }
    return out;
  });
}

export type Place = { readonly x: number; readonly y: number };

/** A pixel of chroma lies in the middle of four of luma. */
const toLuma = (plane: 0 | 1 | 2, at: number): number => (plane === 0 ? at : 2 * at + 0.5);
const fromLuma = (plane: 0 | 1 | 2, at: number): number => (plane === 0 ? at : (at - 0.5) / 2);

/** Where each place was found, in pixels of luma, and how many moments later; 0: nowhere. */
type Found = Places & { readonly steps: Int16Array };

type Sought = { readonly plane: 0 | 1 | 2; readonly places: Int32Array };

function follow({ moments, index, reach }: Looking, direction: 1 | -1, { plane, places }: Sought): Found {
  const width = (moments[index] as Moment).planes[plane].width;
  const { length } = places;
  const found = { x: new Float64Array(length), y: new Float64Array(length), steps: new Int16Array(length) };
  const open = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const at = places[i] as number;
    found.x[i] = toLuma(plane, at % width);
    found.y[i] = toLuma(plane, Math.floor(at / width));
    open[i] = i;
  }
  let left = open.length;
  for (let step = 1; step <= reach && left > 0; step++) {
    const there = moments[index + direction * step];
    const motion = direction < 0 ? moments[index - step + 1]?.back : there?.forth;
    if (!there || !motion) break;
    const shown = there.planes[plane];
    let kept = 0;
    for (let n = 0; n < left; n++) {
      const i = open[n] as number;
      advance(motion, found, i);
      const x = fromLuma(plane, found.x[i] as number);
      const y = fromLuma(plane, found.y[i] as number);
      if (isSeen(shown, x, y)) found.steps[i] = direction * step;
      else open[kept++] = i;
    }
    left = kept;
  }
  return found;
}

function seenAt(
  { moments, index }: Looking,
  plane: 0 | 1 | 2,
  { found, i }: { readonly found: Found; readonly i: number },
): number {
  const steps = found.steps[i] as number;
  if (steps === 0) return Number.NaN;
  const { planes } = moments[index + steps] as Moment;
  return sampleAt(planes[plane], fromLuma(plane, found.x[i] as number), fromLuma(plane, found.y[i] as number));
}

/** Where a place of this moment was in the moment before, in pixels of its plane; null after a cut. */
export function before({ back }: Moment, plane: 0 | 1 | 2, place: Place): Place | null {
  if (!back) return null;
  const there = { x: Float64Array.of(toLuma(plane, place.x)), y: Float64Array.of(toLuma(plane, place.y)) };
  advance(back, there, 0);
  return { x: fromLuma(plane, there.x[0] as number), y: fromLuma(plane, there.y[0] as number) };
}

/** A plane all of which is to be believed. */
export const trusted = (plane: Channel): Trusted => ({ ...plane, valid: new Uint8Array(plane.data.length).fill(1) });
