import type { Size } from '../../types.ts';
import { membrane } from '../fill/membrane.ts';
import { before, glimpses, type Looking, type Moment, momentOf, trusted } from './neighbours.ts';
import { sampleAt, type Trusted } from './sample.ts';
import type { Remover } from './unblend.ts';
import { type Crop, channelsOf, half, halved, type Yuv } from './yuv.ts';

/** Fills the chosen pixels (1, luma's size) of a crop all else of which is right; gives a crop of the same size. */
export type Invent = (crop: Yuv, hole: Uint8Array<ArrayBuffer>) => Promise<Yuv> | Yuv;

export type RestoreOptions = {
  readonly remover: Remover;
  /** Whether other frames are asked what they show of the place. */
  readonly neighbours: boolean;
  /** Whether what was filled in the last frame is carried along, which keeps invented content from flickering. */
  readonly carry: boolean;
  /** For what no frame shows. */
  readonly invent: Invent;
  /** Frames that are asked before and after. */
  readonly reach: number;
  readonly ahead: number;
  /** Waited for between the parts of the work; throws after a cancel. */
  readonly checkpoint: () => Promise<void>;
};

/** Takes crops in the order of time and gives them back without the mark, the first after `ahead` further ones. */
export type Restorer = {
  readonly push: (crop: Crop) => Promise<readonly Yuv[]>;
  /** The rest, at the end. */
  readonly flush: () => Promise<readonly Yuv[]>;
};

/** Share of the hole from which on it is worth to invent detail: where nothing is there yet, and at its edges later. */
const INVENT_FROM = { first: 0.02, later: 0.08 } as const;

/**
 * Takes a mark out of a run of crops: see-through pixels are calculated out; opaque ones get what nearby frames show of
 * the place, along the motion; then what the frame before was given there; the rest is invented. Memory: crops of
 * `reach` + `ahead` frames.
 */
export function createRestorer(options: RestoreOptions): Restorer {
  const { remover, neighbours, carry, invent, reach, ahead, checkpoint } = options;
  const [hole] = remover.holes;
  const places = remover.holes.map((map) => Int32Array.from(map.keys()).filter((at) => map[at]));
  const holePixels = places[0]?.length ?? 0;
  const moments: Moment[] = [];
  const waiting: Yuv[] = [];
  let last: Filled | null = null;

  const finish = async (): Promise<Yuv> => {
    const yuv = waiting[0] as Yuv;
    const index = moments.length - waiting.length;
    const moment = moments[index] as Moment;
    const looking = { moments, index, reach: neighbours ? reach : 0 };
    const carried = carry && last ? carriedFrom(last, moment) : null;
    const filled = await fillKnown(yuv, places, { looking, carried, checkpoint });
    const share = last && moment.back ? INVENT_FROM.later : INVENT_FROM.first;
    const out = await complete(filled, { invent, enough: share * holePixels });
    last = out;
    waiting.shift();
    if (moments.length - waiting.length > reach) moments.shift();
    return out.yuv;
  };
  return {
    push: async ({ yuv, valid }) => {
      remover.unblend(yuv);
      if (!remover.anyHole) return [yuv];
      const seen = valid.map((one, at) => (one && !hole[at] ? 1 : 0));
      moments.push(momentOf(yuv, seen, moments.at(-1) ?? null));
      waiting.push(yuv);
      await checkpoint();
      return waiting.length > ahead ? [await finish()] : [];
    },
    flush: async () => {
      const rest: Yuv[] = [];
      while (waiting.length > 0) rest.push(await finish());
      return rest;
    },
  };
}

/** A filled crop, and where (1, luma's size) it was only smoothed over. */
type Filled = { readonly yuv: Yuv; readonly rough: Uint8Array<ArrayBuffer> };

/** A crop that is filled as far as frames tell. */
type Known = Filled & { readonly unknown: Uint8Array<ArrayBuffer>; readonly unknownChroma: Uint8Array<ArrayBuffer> };

type At = { readonly x: number; readonly y: number };
type Sources = Pick<RestoreOptions, 'checkpoint'> & {
  readonly looking: Looking;
  readonly carried: ((plane: 0 | 1 | 2, at: At) => { readonly value: number; readonly rough: boolean } | null) | null;
};

/** `places`: what of luma and of chroma is in the hole. */
async function fillKnown(crop: Yuv, [luma, chroma]: readonly Int32Array[], sources: Sources): Promise<Known> {
  const { looking, carried, checkpoint } = sources;
  const yuv = { ...crop, data: crop.data.slice() };
  const channels = channelsOf(yuv);
  const rough = new Uint8Array(channels[0].data.length);
  const unknown = new Uint8Array(channels[0].data.length);
  const unknownChroma = new Uint8Array(channels[1].data.length);
  for (const [planes, places] of [
    [[0], luma],
    [[1, 2], chroma],
  ] as const) {
    const seen = glimpses(looking, planes, places ?? new Int32Array());
    await checkpoint();
    for (const [k, plane] of planes.entries()) {
      const { data, width } = channels[plane];
      const missing = plane === 0 ? unknown : unknownChroma;
      for (const [i, at] of (places ?? []).entries()) {
        const value = seen[k]?.[i] as number;
        const kept = Number.isNaN(value) ? carried?.(plane, { x: at % width, y: Math.floor(at / width) }) : null;
        const found = kept ? kept.value : value;
        if (Number.isNaN(found)) missing[at] = 1;
        else data[at] = Math.round(found);
        if (kept?.rough && plane === 0) rough[at] = 1;
      }
    }
  }
  return { yuv, rough, unknown, unknownChroma };
}

function carriedFrom({ yuv, rough }: Filled, moment: Moment): NonNullable<Sources['carried']> {
  const planes = channelsOf(yuv).map(trusted) as readonly Trusted[];
  return (plane, at) => {
    const place = before(moment, plane, at);
    if (!place) return null;
    const value = sampleAt(planes[plane] as Trusted, place.x, place.y);
    const [x, y] = [Math.round(place.x), Math.round(place.y)];
    return { value, rough: plane === 0 && rough[y * yuv.width + x] === 1 };
  };
}

type Completing = {
  readonly invent: Invent;
  /** Rough pixels from which on detail is invented. */
  readonly enough: number;
};

async function complete(known: Known, { invent, enough }: Completing): Promise<Filled> {
  const { yuv, unknown, unknownChroma } = known;
  const rough = known.rough.map((one, at) => (one || unknown[at] ? 1 : 0));
  const count = rough.reduce((sum, one) => sum + one, 0);
  if (count === 0 && !unknownChroma.includes(1)) return { yuv, rough };
  const smooth = smoothed(yuv, [unknown, unknownChroma]);
  if (count === 0 || count < enough) return { yuv: smooth, rough };
  return { yuv: await invent(smooth, rough), rough: new Uint8Array(rough.length) };
}

/** Holes filled from their borders alone. `holes`: luma's and chroma's. */
function smoothed(yuv: Yuv, holes: readonly [Uint8Array, Uint8Array]): Yuv {
  const out = { ...yuv, data: yuv.data.slice() };
  for (const [index, { width, height, data }] of channelsOf(out).entries()) {
    const hole = index === 0 ? holes[0] : holes[1];
    if (!hole.includes(1)) continue;
    const known = hole.map((one) => (one ? 0 : 1));
    const filled = membrane({ width, height, data: Float32Array.from(data) }, known);
    for (let at = 0; at < hole.length; at++)
      if (hole[at]) data[at] = Math.round(Math.min(255, Math.max(0, filled.data[at] as number)));
  }
  return out;
}

/** The plainest way to invent. */
export const inventSmooth: Invent = (crop, hole) => smoothed(crop, [hole, halved(hole, crop)]);

/** How many crops of a size may be held, so that a window of them keeps within `bytes`. */
export function windowFor({ width, height }: Size, bytes: number): number {
  // Pixels, maps of luma and chroma.
  return Math.floor(bytes / (2 * width * height + 3 * half(width) * half(height)));
}
