import type { Size } from '../../types.ts';
import { membrane } from '../fill/membrane.ts';
import {
  createObservation,
  fullyValid,
  type Observation,
  type ObservationQuery,
  observeNeighbours,
  positionInPrevious,
} from './neighbours.ts';
import { type MaskedPlane, sampleBicubic, type Vector } from './sample.ts';
import type { Remover } from './unblend.ts';
import { type Crop, chromaSide, toChromaMap, type Yuv, yuvPlanes } from './yuv.ts';

/** Inpaints the pixels of `hole` (1, luma size) in a crop, and returns a crop of the same size. */
export type Inpaint = (crop: Yuv, hole: Uint8Array<ArrayBuffer>) => Promise<Yuv> | Yuv;

export type RestoreOptions = {
  readonly remover: Remover;
  /** Whether values from neighbouring frames are used. */
  readonly useNeighbours: boolean;
  /** Whether the last frame's filling is moved along, which keeps inpainted content from flickering. */
  readonly reuseLast: boolean;
  /** Fills what no frame shows. */
  readonly inpaint: Inpaint;
  /** Maximum distance of the frames that are used. */
  readonly maxFrames: number;
  /** Number of later frames to wait for. */
  readonly lookahead: number;
  /** Awaited between steps; throws after a cancellation. */
  readonly checkpoint: () => Promise<void>;
};

/** Takes crops in temporal order and returns them without the watermark, each after `lookahead` further ones. */
export type Restorer = {
  readonly push: (crop: Crop) => Promise<readonly Yuv[]>;
  /** Returns the remaining crops at the end. */
  readonly flush: () => Promise<readonly Yuv[]>;
};

/** Minimum fraction of the hole for which inpainting pays off, in the first frame of a shot and in later ones. */
const MIN_INPAINT_FRACTION = { first: 0.02, later: 0.08 } as const;

/**
 * Creates a restorer that removes a watermark from successive crops. It un-blends translucent pixels and fills opaque ones:
 * from nearby frames along the motion, then from the last frame's filling, and inpaints the rest. Holds crops of `maxFrames` +
 * `lookahead` frames.
 */
export function createRestorer(options: RestoreOptions): Restorer {
  const { remover, useNeighbours, reuseLast, inpaint, maxFrames, lookahead, checkpoint } = options;
  const [hole] = remover.holes;
  const pixels = remover.holes.map((map) => Int32Array.from(map.keys()).filter((at) => map[at]));
  const holeArea = pixels[0]?.length ?? 0;
  const observations: Observation[] = [];
  const waiting: Yuv[] = [];
  let last: Filled | null = null;

  const restoreNext = async (): Promise<Yuv> => {
    const yuv = waiting[0] as Yuv;
    const index = observations.length - waiting.length;
    const observation = observations[index] as Observation;
    const query = { observations, index, maxFrames: useNeighbours ? maxFrames : 0 };
    const lastFilling = reuseLast && last ? fillFromLast(last, observation) : null;
    const filled = await fillFromFrames(yuv, pixels, { query, lastFilling, checkpoint });
    const minFraction = last && observation.toPrevious ? MIN_INPAINT_FRACTION.later : MIN_INPAINT_FRACTION.first;
    const out = await inpaintRest(filled, { inpaint, minArea: minFraction * holeArea });
    last = out;
    waiting.shift();
    if (observations.length - waiting.length > maxFrames) observations.shift();
    return out.yuv;
  };
  return {
    push: async ({ yuv, valid }) => {
      remover.unblend(yuv);
      if (!remover.hasHole) return [yuv];
      const visible = valid.map((one, at) => (one && !hole[at] ? 1 : 0));
      observations.push(createObservation(yuv, visible, observations.at(-1) ?? null));
      waiting.push(yuv);
      await checkpoint();
      return waiting.length > lookahead ? [await restoreNext()] : [];
    },
    flush: async () => {
      const rest: Yuv[] = [];
      while (waiting.length > 0) rest.push(await restoreNext());
      return rest;
    },
  };
}

/** A filled crop, and the pixels (1, luma size) that were only filled smoothly. */
type Filled = { readonly yuv: Yuv; readonly rough: Uint8Array<ArrayBuffer> };

/** A crop filled from frames, and the pixels that no frame shows (1). */
type PartlyFilled = Filled & {
  readonly unknown: Uint8Array<ArrayBuffer>;
  readonly unknownChroma: Uint8Array<ArrayBuffer>;
};

type Sources = Pick<RestoreOptions, 'checkpoint'> & {
  readonly query: ObservationQuery;
  readonly lastFilling:
    | ((plane: 0 | 1 | 2, position: Vector) => { readonly value: number; readonly rough: boolean } | null)
    | null;
};

/** Fills the hole's pixels (indices in luma and in chroma) from other frames and the last filling. */
async function fillFromFrames(
  crop: Yuv,
  [luma, chroma]: readonly Int32Array[],
  sources: Sources,
): Promise<PartlyFilled> {
  const { query, lastFilling, checkpoint } = sources;
  const yuv = { ...crop, data: crop.data.slice() };
  const channels = yuvPlanes(yuv);
  const rough = new Uint8Array(channels[0].data.length);
  const unknown = new Uint8Array(channels[0].data.length);
  const unknownChroma = new Uint8Array(channels[1].data.length);
  for (const [planes, pixels] of [
    [[0], luma],
    [[1, 2], chroma],
  ] as const) {
    const observed = observeNeighbours(query, planes, pixels ?? new Int32Array());
    await checkpoint();
    for (const [k, plane] of planes.entries()) {
      const { data, width } = channels[plane];
      const missing = plane === 0 ? unknown : unknownChroma;
      for (const [i, at] of (pixels ?? []).entries()) {
        const value = observed[k]?.[i] as number;
        const reused = Number.isNaN(value) ? lastFilling?.(plane, { x: at % width, y: Math.floor(at / width) }) : null;
        const filled = reused ? reused.value : value;
        if (Number.isNaN(filled)) missing[at] = 1;
        else data[at] = Math.round(filled);
        if (reused?.rough && plane === 0) rough[at] = 1;
      }
    }
  }
  return { yuv, rough, unknown, unknownChroma };
}

/** Returns a function that reads the last filling along the motion; null after a cut. */
function fillFromLast({ yuv, rough }: Filled, observation: Observation): NonNullable<Sources['lastFilling']> {
  const planes = yuvPlanes(yuv).map(fullyValid) as readonly MaskedPlane[];
  return (plane, position) => {
    const source = positionInPrevious(observation, plane, position);
    if (!source) return null;
    const value = sampleBicubic(planes[plane] as MaskedPlane, source.x, source.y);
    const [x, y] = [Math.round(source.x), Math.round(source.y)];
    return { value, rough: plane === 0 && rough[y * yuv.width + x] === 1 };
  };
}

type InpaintOptions = {
  readonly inpaint: Inpaint;
  /** Minimum number of rough pixels to inpaint. */
  readonly minArea: number;
};

/** Fills the remaining pixels smoothly, and inpaints rough ones if there are enough of them. */
async function inpaintRest(partlyFilled: PartlyFilled, { inpaint, minArea }: InpaintOptions): Promise<Filled> {
  const { yuv, unknown, unknownChroma } = partlyFilled;
  const rough = partlyFilled.rough.map((one, at) => (one || unknown[at] ? 1 : 0));
  const count = rough.reduce((sum, one) => sum + one, 0);
  if (count === 0 && !unknownChroma.includes(1)) return { yuv, rough };
  const smooth = fillSmoothly(yuv, [unknown, unknownChroma]);
  if (count === 0 || count < minArea) return { yuv: smooth, rough };
  return { yuv: await inpaint(smooth, rough), rough: new Uint8Array(rough.length) };
}

/** Fills holes from their rims by a membrane (Laplace's equation). `holes` have luma and chroma size. */
function fillSmoothly(yuv: Yuv, holes: readonly [Uint8Array, Uint8Array]): Yuv {
  const out = { ...yuv, data: yuv.data.slice() };
  for (const [index, { width, height, data }] of yuvPlanes(out).entries()) {
    const hole = index === 0 ? holes[0] : holes[1];
    if (!hole.includes(1)) continue;
    const known = hole.map((one) => (one ? 0 : 1));
    const filled = membrane({ width, height, data: Float32Array.from(data) }, known);
    for (let at = 0; at < hole.length; at++)
      if (hole[at]) data[at] = Math.round(Math.min(255, Math.max(0, filled.data[at] as number)));
  }
  return out;
}

/** Inpaints smoothly from the rim, without detail. */
export const inpaintSmooth: Inpaint = (crop, hole) => fillSmoothly(crop, [hole, toChromaMap(hole, crop)]);

/** Number of crops of a size, with their maps, that fit into `bytes`. */
export function maxCropsInMemory({ width, height }: Size, bytes: number): number {
  // Per crop: I420 bytes and maps of luma and chroma.
  return Math.floor(bytes / (2 * width * height + 3 * chromaSide(width) * chromaSide(height)));
}
