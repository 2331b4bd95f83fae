import { inverse, type Motion, motionBetween, vectorAt } from './motion.ts';
import { sampleAt, type Trusted } from './sample.ts';
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

/** What other moments show of a place: the value, and how far away in moments the nearest of them is. */
export type Glimpse = { readonly value: number; readonly distance: number };

export type Looking = {
  /** In the order of time. */
  readonly moments: readonly Moment[];
  readonly index: number;
  /** Most moments to go in each direction. */
  readonly reach: number;
};

/**
 * What earlier and later moments show where one is covered: the place is followed along the motion, both ways, until
 * it leaves the mark. Two glimpses are averaged by their nearness, unless they disagree: then the nearer one counts.
 */
export function glimpse({ moments, index, reach }: Looking, plane: 0 | 1 | 2, at: Place): Glimpse | null {
  const earlier = follow({ moments, index, reach }, { plane, ...at, direction: -1 });
  const later = follow({ moments, index, reach }, { plane, ...at, direction: 1 });
  if (!earlier || !later) return earlier ?? later;
  if (Math.abs(earlier.value - later.value) > 24) return earlier.distance <= later.distance ? earlier : later;
  const weight = later.distance / (earlier.distance + later.distance);
  return {
    value: earlier.value * weight + later.value * (1 - weight),
    distance: Math.min(earlier.distance, later.distance),
  };
}

export type Place = { readonly x: number; readonly y: number };

type Path = Place & { readonly plane: 0 | 1 | 2; readonly direction: 1 | -1 };

function follow({ moments, index, reach }: Looking, { plane, x, y, direction }: Path): Glimpse | null {
  const scale = plane === 0 ? 1 : 2;
  // In pixels of luma; a pixel of chroma lies in the middle of four.
  let px = plane === 0 ? x : 2 * x + 0.5;
  let py = plane === 0 ? y : 2 * y + 0.5;
  for (let distance = 1; distance <= reach; distance++) {
    const here = moments[index + direction * (distance - 1)];
    const there = moments[index + direction * distance];
    const motion = direction < 0 ? here?.back : there?.forth;
    if (!there || !motion) return null;
    const vector = vectorAt(motion, px + 0.5, py + 0.5);
    px += vector.x;
    py += vector.y;
    const value = sampleAt(there.planes[plane], (px - (scale - 1) / 2) / scale, (py - (scale - 1) / 2) / scale);
    if (value !== null) return { value, distance };
  }
  return null;
}

/** Where a place of this moment was in the moment before, in pixels of its plane; null after a cut. */
export function before({ back }: Moment, plane: 0 | 1 | 2, { x, y }: Place): Place | null {
  if (!back) return null;
  const scale = plane === 0 ? 1 : 2;
  const vector = vectorAt(back, x * scale + scale / 2, y * scale + scale / 2);
  return { x: x + vector.x / scale, y: y + vector.y / scale };
}

/** A plane all of which is to be believed. */
export const trusted = (plane: Channel): Trusted => ({ ...plane, valid: new Uint8Array(plane.data.length).fill(1) });
