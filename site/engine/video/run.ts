import { VideoSampleSink } from 'mediabunny';
import { stop, type ToolError } from '../errors.ts';
import type { Inpaint } from '../ops/video/restore.ts';
import type { OverlayModel } from '../ops/video/unblend.ts';
import type { Loading } from '../workers/serve.ts';
import { createCleaner } from './clean.ts';
import { framingOf } from './framing.ts';
import { measureMarks, type TaskControls } from './measure.ts';
import { expectedBytes, type RatePlan } from './rate.ts';
import { type Frame, framesOf, type Range } from './reading.ts';
import type { VideoSource } from './source.ts';
import { openOutputFile } from './target.ts';
import type { Target, VideoProgress, VideoResult, VideoSettings } from './types.ts';
import { createWriter } from './writer.ts';

export type RunControls = {
  readonly signal: AbortSignal;
  readonly loading: Loading;
  readonly checkpoint: () => Promise<void>;
  readonly report: (progress: Omit<VideoProgress, 'paused'>) => void;
  readonly now: () => number;
};

export type RunParts = {
  readonly source: VideoSource;
  readonly settings: VideoSettings;
  readonly invent: Inpaint | null;
  /** Measures the marks, or returns the cached measurement. */
  readonly models: (settings: VideoSettings, range: Range) => Promise<readonly OverlayModel[]>;
  /** Finds the encoder's setting for the requested quality, or returns the cached one. */
  readonly rate: () => Promise<RatePlan>;
};

/** The selected part of the video in seconds; infinite where it is not bounded. */
export function rangeOf({ info }: VideoSource, { from, to }: VideoSettings): Range {
  const end = info.start + info.duration;
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : from,
    to: to === null || to >= end ? Number.POSITIVE_INFINITY : to,
  };
}

/** The selected part of the video in seconds, bounded by its start and end. */
export function boundsOf(source: VideoSource, settings: VideoSettings): Range {
  const { start, duration } = source.info;
  const { from, to } = rangeOf(source, settings);
  return { from: Math.max(start, from), to: Math.min(start + duration, to) };
}

export async function measureWithProgress(
  source: VideoSource,
  settings: VideoSettings,
  { signal, checkpoint, report }: RunControls,
): Promise<readonly OverlayModel[]> {
  const task: TaskControls = {
    signal,
    checkpoint,
    progress: (done, total) => report({ stage: 'analyse', done, total, fps: null, etaMs: null }),
  };
  return measureMarks(source, { ...settings, range: boundsOf(source, settings) }, task);
}

/** Estimated number of frames in the selected part; at least 1. */
export function frameCount(source: VideoSource, settings: VideoSettings): number {
  const { from, to } = boundsOf(source, settings);
  const fraction = source.info.duration > 0 ? (to - from) / source.info.duration : 1;
  return Math.max(1, Math.round(source.info.frames * fraction));
}

/**
 * Decodes, cleans, encodes and writes the video frame by frame; only frames that wait for later ones are held. Sound is
 * copied unchanged.
 */
export async function runVideo(parts: RunParts, target: Target, running: RunControls): Promise<VideoResult> {
  const { source, settings, invent } = parts;
  const began = running.now();
  const range = rangeOf(source, settings);
  const models = await parts.models(settings, range);
  const plan = await parts.rate();
  const type = settings.container === 'mp4' ? 'video/mp4' : 'video/webm';
  const output = await openOutputFile(target, type, expectedSize(source, settings, plan));
  const hasStart = settings.from !== null;
  const first = hasStart ? await firstTime(source, range.from) : 0;
  const audioRange = { from: hasStart ? first : Number.NEGATIVE_INFINITY, to: range.to, shift: first };
  const { rate } = plan;
  const writer = await createWriter({ source, settings, rate, file: output, range: audioRange }).catch(
    async (error: unknown) => {
      await output.discard();
      throw error;
    },
  );
  const cleaner = createCleaner({ source, ...settings, models, invent, checkpoint: running.checkpoint });
  const total = frameCount(source, settings);
  const meter = frameRateMeter(running.now);
  const peak = { frames: 0, bytes: 0 };
  const notes: ToolError[] = [];
  let frames = 0;
  let last = 0;
  const write = async (ready: readonly Frame[]) => {
    for (const frame of ready) {
      await writer.frame(frame.yuv, frame);
      last = frame.timestamp + frame.duration;
      const fps = meter.tick(++frames);
      running.report({
        stage: 'process',
        done: frames,
        total: Math.max(total, frames),
        fps,
        etaMs: fps && Math.max(0, ((total - frames) / fps) * 1000),
      });
    }
  };
  try {
    for await (const frame of framesOf(source, range, (error) => notes.push(error))) {
      await running.checkpoint();
      const ready = await cleaner.push(frame);
      peak.frames = Math.max(peak.frames, cleaner.waiting() + ready.length);
      peak.bytes = Math.max(peak.bytes, (cleaner.waiting() + ready.length) * frame.yuv.data.length);
      await write(ready);
    }
    await write(await cleaner.flush());
    if (frames === 0) stop(noFrameError(source, notes));
    await writer.finish();
  } catch (error) {
    await writer.cancel();
    throw error;
  }
  return {
    file: await output.file(),
    name: nameFor(source.info.name, settings.container),
    ...framingOf(source.view, settings.geometry).view.upright,
    frames,
    shift: first,
    duration: last - (hasStart ? first : source.info.start),
    ms: running.now() - began,
    peak,
    notes,
  };
}

function noFrameError({ info }: VideoSource, notes: readonly ToolError[]): ToolError {
  const details = notes[0]?.details ?? 'No frame lies in the range.';
  return { code: 'file.damaged', name: info.name, type: info.codec, details };
}

async function firstTime({ track }: VideoSource, from: number): Promise<number> {
  const sample = await new VideoSampleSink(track).getSample(from);
  const time = sample?.timestamp ?? from;
  sample?.close();
  return time;
}

/** Expected bytes of the written file. */
export function expectedSize(source: VideoSource, settings: VideoSettings, plan: RatePlan): number {
  const { from, to } = boundsOf(source, settings);
  return expectedBytes(source, plan, { seconds: to - from, frames: frameCount(source, settings) });
}

/** Measures frames per second over the last few seconds. */
function frameRateMeter(now: () => number) {
  const marks: { readonly at: number; readonly frames: number }[] = [{ at: now(), frames: 0 }];
  return {
    tick: (frames: number): number | null => {
      const at = now();
      marks.push({ at, frames });
      while (marks.length > 2 && at - (marks[0]?.at ?? at) > 4000) marks.shift();
      const oldest = marks[0] ?? { at, frames };
      return at - oldest.at > 200 ? ((frames - oldest.frames) * 1000) / (at - oldest.at) : null;
    },
  };
}

function nameFor(name: string, container: string): string {
  return `${name.replace(/\.[^.]*$/, '')}-clean.${container}`;
}
