import { createRestorer, type Inpaint, inpaintSmooth, maxCropsInMemory, type Restorer } from '../ops/video/restore.ts';
import { createRemover, type OverlayModel, type Remover } from '../ops/video/unblend.ts';
import { pasteYuv, type Yuv } from '../ops/video/yuv.ts';
import type { Box } from '../types.ts';
import { type Placement, placementOf } from './marks.ts';
import { cropAt } from './measure.ts';
import type { Frame } from './reading.ts';
import type { VideoSource } from './source.ts';
import type { Mark, Method } from './types.ts';

/** Frames used before and after each one, if memory allows: content usually passes behind a mark within that many. */
const MAX_REACH_FRAMES = 40;
/** Bytes of crops for all marks together, and of whole frames that wait for later ones. */
const MAX_CROP_BYTES = 128e6;
const MAX_FRAME_BYTES = 160e6;

/** Removes marks from frames. Frames go in by time; each comes out, some calls later, without its marks. */
export type Cleaner = {
  readonly push: (frame: Frame) => Promise<readonly Frame[]>;
  readonly flush: () => Promise<readonly Frame[]>;
  /** Number of frames that wait for later ones. */
  readonly waiting: () => number;
};

export type CleanerParts = {
  readonly source: VideoSource;
  readonly marks: readonly Mark[];
  readonly models: readonly OverlayModel[];
  readonly method: Method;
  /** Fills by a network; null where the method uses none or the site has none. */
  readonly invent: Inpaint | null;
  readonly checkpoint: () => Promise<void>;
};

type MarkCleaner = {
  readonly placement: Placement;
  readonly remover: Remover;
  readonly restorer: Restorer;
  /** Frames, by time, that this mark is not yet removed from. */
  readonly queue: { readonly frame: Frame; readonly box: Box }[];
};

export function createCleaner({ source, marks, models, method, invent, checkpoint }: CleanerParts): Cleaner {
  const frameBytes = source.view.coded.width * source.view.coded.height * 1.5;
  const cleaners = marks.map((mark, i): MarkCleaner => {
    const placement = placementOf(mark, source.view);
    const remover = createRemover(models[i] as OverlayModel);
    const window = maxCropsInMemory(placement.size, MAX_CROP_BYTES / marks.length);
    const maxAhead = Math.max(
      1,
      Math.min(MAX_REACH_FRAMES, Math.floor(MAX_FRAME_BYTES / frameBytes), Math.floor(window / 2)),
    );
    const useNeighbours = method === 'auto' || method === 'unblend' || method === 'neighbours';
    const lookahead = useNeighbours ? maxAhead : 0;
    const restorer = createRestorer({
      remover,
      useNeighbours,
      reuseLast: method !== 'fast',
      inpaint: (method !== 'fast' && invent) || inpaintSmooth,
      maxFrames: Math.max(2, Math.min(MAX_REACH_FRAMES, window - lookahead)),
      lookahead,
      checkpoint,
    });
    return { placement, remover, restorer, queue: [] };
  });
  /** Frames by time, with the number of marks that are still to be removed. */
  const order: { readonly frame: Frame; left: number }[] = [];
  const paste = ({ remover, queue }: MarkCleaner, crops: readonly Yuv[]) => {
    for (const crop of crops) {
      const target = queue.shift();
      if (!target) continue;
      pasteYuv(target.frame.yuv, crop, { box: target.box, selected: remover.changed });
      const entry = order.find(({ frame }) => frame === target.frame);
      if (entry) entry.left--;
    }
  };
  const ready = (): readonly Frame[] => {
    const first = order.findIndex(({ left }) => left > 0);
    return order.splice(0, first === -1 ? order.length : first).map(({ frame }) => frame);
  };
  return {
    waiting: () => order.length,
    push: async (frame) => {
      order.push({ frame, left: cleaners.length });
      // Cut all crops before any is pasted: marks can overlap.
      const crops = cleaners.map(({ placement }) =>
        cropAt(frame.yuv, { time: frame.timestamp, placement, others: cleaners.map((work) => work.placement) }),
      );
      for (const [i, work] of cleaners.entries()) {
        const crop = crops[i] as (typeof crops)[number];
        work.queue.push({ frame, box: crop.box });
        paste(work, await work.restorer.push(crop));
      }
      return ready();
    },
    flush: async () => {
      for (const work of cleaners) paste(work, await work.restorer.flush());
      return ready();
    },
  };
}
