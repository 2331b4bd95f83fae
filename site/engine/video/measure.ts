import { VideoSampleSink } from 'mediabunny';
import { stop } from '../errors.ts';
import { drain } from '../ops/progress.ts';
import { estimateOverlay } from '../ops/video/estimate.ts';
import { createObservation, type Observation } from '../ops/video/neighbours.ts';
import { maxCropsInMemory } from '../ops/video/restore.ts';
import { boxesOf, findStaticAreas } from '../ops/video/still.ts';
import { OPAQUE, type OverlayModel, opaqueModel, TRANSLUCENT } from '../ops/video/unblend.ts';
import { estimateUniformBox } from '../ops/video/uniform.ts';
import { cropYuv, type Yuv } from '../ops/video/yuv.ts';
import type { Box, Plane, Size } from '../types.ts';
import { type Placement, placementOf } from './marks.ts';
import { framesOf, type Range } from './reading.ts';
import type { VideoSource } from './source.ts';
import type { Mark, Method } from './types.ts';

/** Cancellation and progress of a long task. */
export type TaskControls = {
  readonly signal: AbortSignal;
  /** Yields to messages, waits while paused, and throws an AbortError after a cancel. */
  readonly checkpoint: () => Promise<void>;
  readonly progress: (done: number, total: number) => void;
};

/** Runs of successive frames, and frames in each run: content passes behind a mark within them. */
const RUNS = 3;
const RUN_LENGTH = 24;
/** Bytes of crops that are held while marks are measured. */
const MAX_CROP_BYTES = 96e6;
/**
 * A mark's model over time is used if this fraction of its pixels could be measured; up to the second fraction, a model
 * by its border takes precedence.
 */
const MIN_MEASURED = 0.3;
const MAX_MEASURED_FOR_BORDER = 0.8;

/** Colour and opacity of the marks, in their order. Marks that a method only fills are opaque. */
export async function measureMarks(
  source: VideoSource,
  { marks, method, range }: { readonly marks: readonly Mark[]; readonly method: Method; readonly range: Range },
  task: TaskControls,
): Promise<readonly OverlayModel[]> {
  if (marks.length === 0) return [];
  const placements = marks.map((mark) => placementOf(mark, source.view));
  if (method !== 'auto' && method !== 'unblend') return placements.map(({ size, hole }) => opaqueModel(size, hole));
  const length = Math.max(
    6,
    Math.min(RUN_LENGTH, maxCropsInMemory(largest(placements), MAX_CROP_BYTES / RUNS / marks.length)),
  );
  const runs: Observation[][][] = marks.map(() => []);
  const starts = startsOf(source, range, length);
  for (const [run, from] of starts.entries()) {
    const histories = placements.map((): Observation[] => []);
    let count = 0;
    for await (const { yuv, timestamp: time } of framesOf(source, { from, to: range.to })) {
      for (const [i, placement] of placements.entries()) {
        await task.checkpoint();
        const history = histories[i] as Observation[];
        history.push(observationAt(yuv, { time, placement, others: placements }, history.at(-1) ?? null));
      }
      task.progress(run + ++count / length, starts.length + 1);
      if (count >= length) break;
    }
    for (const [i, history] of histories.entries()) runs[i]?.push(history);
  }
  const models: OverlayModel[] = [];
  for (const [i, { size, hole }] of placements.entries()) {
    const done = (fraction: number) =>
      task.progress(starts.length + (i + fraction) / placements.length, starts.length + 1);
    const work = estimateOverlay({ ...size, hole, runs: runs[i] ?? [] });
    const { model, measured } = await drain(work, { checkpoint: task.checkpoint, progress: done });
    const uniform =
      measured < MAX_MEASURED_FOR_BORDER ? estimateUniformBox({ ...size, hole, runs: runs[i] ?? [] }) : null;
    if (uniform) models.push(uniform);
    else if (measured < MIN_MEASURED) models.push(opaqueModel(size, hole));
    else models.push(method === 'unblend' ? preferUnblend(model) : model);
  }
  return models;
}

/** The model with every pixel below 95 % opacity un-blended instead of filled. */
function preferUnblend(model: OverlayModel): OverlayModel {
  const kind = model.kind.map((one, at) =>
    one === OPAQUE && (model.alpha[at] as number) > 0 && (model.alpha[at] as number) < 0.95 ? TRANSLUCENT : one,
  );
  return { ...model, kind };
}

const areaOf = ({ width, height }: Size): number => width * height;

const largest = (placements: readonly Placement[]): Size =>
  placements.map(({ size }) => size).reduce((a, b) => (areaOf(a) > areaOf(b) ? a : b));

export type CropRequest = {
  readonly time: number;
  readonly placement: Placement;
  readonly others: readonly Placement[];
};

function observationAt(yuv: Yuv, { time, placement, others }: CropRequest, before: Observation | null): Observation {
  const crop = cropAt(yuv, { time, placement, others });
  const valid = crop.valid.map((one, at) => (one && !placement.hole[at] ? 1 : 0));
  return createObservation(crop.yuv, valid, before);
}

/** The crop around a mark at a time. Pixels that other marks cover are not valid. */
export function cropAt(yuv: Yuv, { time, placement, others }: CropRequest) {
  const box = placement.at(time);
  const crop = cropYuv(yuv, box);
  for (const other of others) if (other !== placement) clear(crop.valid, box, other.covers(time));
  return { ...crop, box };
}

function clear(valid: Uint8Array, crop: Box, covered: Box): void {
  const left = Math.max(0, covered.x - crop.x);
  const right = Math.min(crop.width, covered.x + covered.width - crop.x);
  if (right <= left) return;
  for (let y = Math.max(0, covered.y - crop.y); y < Math.min(crop.height, covered.y + covered.height - crop.y); y++)
    valid.fill(0, y * crop.width + left, y * crop.width + right);
}

/** Times in seconds at which runs of `length` frames begin: all of a short range, else a few positions in it. */
export function startsOf({ info }: VideoSource, { from, to }: Range, length: number): readonly number[] {
  const seconds = length / Math.max(1, info.fps);
  if (to - from <= seconds * (RUNS + 0.5))
    return Array.from({ length: Math.max(1, Math.ceil((to - from) / seconds)) }, (_, i) => from + i * seconds);
  return Array.from({ length: RUNS }, (_, i) => from + ((i + 0.5) / RUNS) * (to - from - seconds));
}

/** Frames in which marks are searched, and their longer side. */
const SAMPLE_FRAMES = 40;
const SAMPLE_SIDE_PX = 400;
/** Boxes that are suggested at most. */
const MAX_BOXES = 6;

/** Boxes of what stays still while the picture moves, in pixels of the upright picture, by falling area. */
export async function findMarks(source: VideoSource, task: TaskControls): Promise<readonly Box[]> {
  const { info, track } = source;
  const factor = Math.min(1, SAMPLE_SIDE_PX / Math.max(info.width, info.height));
  const width = Math.max(16, Math.round(info.width * factor));
  const height = Math.max(16, Math.round(info.height * factor));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return stop({ code: 'job.failed', details: 'There is no canvas.' });
  const times = Array.from(
    { length: SAMPLE_FRAMES },
    (_, i) => info.start + ((i + 0.5) / SAMPLE_FRAMES) * info.duration,
  );
  const frames: Plane[] = [];
  const samples = new VideoSampleSink(track).samplesAtTimestamps(times);
  for (;;) {
    // Use the frames before one that cannot be decoded.
    const { done, value: sample } = await samples.next().catch(() => ({ done: true, value: null }));
    if (done) break;
    if (!sample) continue;
    sample.draw(context, 0, 0, width, height);
    sample.close();
    frames.push({ width, height, data: lumaOf(context.getImageData(0, 0, width, height).data) });
    task.progress(frames.length, SAMPLE_FRAMES);
    await task.checkpoint();
  }
  const mask = await drain(findStaticAreas(frames), { checkpoint: task.checkpoint, progress: () => undefined });
  const [sx, sy] = [info.width / width, info.height / height];
  const boxes = mask ? boxesOf(mask).slice(0, MAX_BOXES) : [];
  return boxes.map((box) => toVideoBox(box, { sx, sy, info }));
}

function lumaOf(rgba: Uint8ClampedArray): Float32Array<ArrayBuffer> {
  const data = new Float32Array(rgba.length / 4);
  for (let i = 0; i < data.length; i++)
    data[i] =
      0.2126 * (rgba[4 * i] as number) + 0.7152 * (rgba[4 * i + 1] as number) + 0.0722 * (rgba[4 * i + 2] as number);
  return data;
}

/** A box of the reduced frame in the upright picture, with a margin of two reduced pixels. */
function toVideoBox(
  box: Box,
  { sx, sy, info }: { readonly sx: number; readonly sy: number; readonly info: Size },
): Box {
  const x = Math.max(0, Math.floor((box.x - 2) * sx));
  const y = Math.max(0, Math.floor((box.y - 2) * sy));
  return {
    x,
    y,
    width: Math.min(info.width, Math.ceil((box.x + box.width + 2) * sx)) - x,
    height: Math.min(info.height, Math.ceil((box.y + box.height + 2) * sy)) - y,
  };
}
