import { createRestorer, type Inpaint, inpaintSmooth, maxCropsInMemory, type Restorer } from '../ops/video/restore.ts';
import { createRemover, type OverlayModel, type Remover } from '../ops/video/unblend.ts';
import { pasteYuv, type Yuv } from '../ops/video/yuv.ts';
import type { Box } from '../types.ts';
import { type Placement, placementOf } from './marks.ts';
import { cropAt } from './measure.ts';
import type { Frame } from './reading.ts';
import type { VideoSource } from './source.ts';
import type { Mark, Method } from './types.ts';

/** Frames that are asked before and after each one, if memory allows: a mark is left behind in about that many. */
const REACH = 40;
/** Bytes of crops that are held for all marks, and of whole frames that wait for later ones. */
const HELD_CROPS = 128e6;
const HELD_FRAMES = 160e6;

/** Takes frames in the order of time and gives them back, later, without the marks. */
export type Cleaner = {
  readonly push: (frame: Frame) => Promise<readonly Frame[]>;
  readonly flush: () => Promise<readonly Frame[]>;
  /** Frames that wait now. */
  readonly waiting: () => number;
};

export type CleanerParts = {
  readonly source: VideoSource;
  readonly marks: readonly Mark[];
  readonly models: readonly OverlayModel[];
  readonly method: Method;
  /** The network, where the method wants one and the site has it. */
  readonly invent: Inpaint | null;
  readonly checkpoint: () => Promise<void>;
};

type Work = {
  readonly placement: Placement;
  readonly remover: Remover;
  readonly restorer: Restorer;
  /** Frames in order that this mark has still to be taken out of. */
  readonly queue: { readonly frame: Frame; readonly box: Box }[];
};

export function createCleaner({ source, marks, models, method, invent, checkpoint }: CleanerParts): Cleaner {
  const frameBytes = source.view.coded.width * source.view.coded.height * 1.5;
  const works = marks.map((mark, i): Work => {
    const placement = placementOf(mark, source.view);
    const remover = createRemover(models[i] as OverlayModel);
    const held = maxCropsInMemory(placement.size, HELD_CROPS / marks.length);
    const most = Math.max(1, Math.min(REACH, Math.floor(HELD_FRAMES / frameBytes), Math.floor(held / 2)));
    const useNeighbours = method === 'auto' || method === 'unblend' || method === 'neighbours';
    const lookahead = useNeighbours ? most : 0;
    const restorer = createRestorer({
      remover,
      useNeighbours,
      reuseLast: method !== 'fast',
      inpaint: (method !== 'fast' && invent) || inpaintSmooth,
      maxFrames: Math.max(2, Math.min(REACH, held - lookahead)),
      lookahead,
      checkpoint,
    });
    return { placement, remover, restorer, queue: [] };
  });
  const order: { readonly frame: Frame; left: number }[] = [];
  const put = ({ remover, queue }: Work, crops: readonly Yuv[]) => {
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
      order.push({ frame, left: works.length });
      // All are cut out before any is written back.
      const crops = works.map(({ placement }) =>
        cropAt(frame.yuv, { time: frame.timestamp, placement, others: works.map((work) => work.placement) }),
      );
      for (const [i, work] of works.entries()) {
        const crop = crops[i] as (typeof crops)[number];
        work.queue.push({ frame, box: crop.box });
        put(work, await work.restorer.push(crop));
      }
      return ready();
    },
    flush: async () => {
      for (const work of works) put(work, await work.restorer.flush());
      return ready();
    },
  };
}
