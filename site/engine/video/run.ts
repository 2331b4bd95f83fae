import { VideoSampleSink } from 'mediabunny';
import { stop, type ToolError } from '../errors.ts';
import type { Inpaint } from '../ops/video/restore.ts';
import type { OverlayModel } from '../ops/video/unblend.ts';
import { createCleaner } from './clean.ts';
import { measureMarks, type Task } from './measure.ts';
import { expectedBytes, type RatePlan } from './rate.ts';
import { type Frame, framesOf, type Range } from './reading.ts';
import type { VideoSource } from './source.ts';
import { openPlace } from './target.ts';
import type { Target, VideoProgress, VideoResult, VideoSettings } from './types.ts';
import { createWriter } from './writer.ts';

export type Running = {
  readonly signal: AbortSignal;
  readonly checkpoint: () => Promise<void>;
  readonly report: (progress: Omit<VideoProgress, 'paused'>) => void;
  readonly now: () => number;
};

export type RunParts = {
  readonly source: VideoSource;
  readonly settings: VideoSettings;
  readonly invent: Inpaint | null;
  /** Measures marks, or knows them already. */
  readonly models: (settings: VideoSettings, range: Range) => Promise<readonly OverlayModel[]>;
  /** Measures how the encoder keeps the requested quality, or knows it already. */
  readonly rate: () => Promise<RatePlan>;
};

/** The part of the video that is wanted, in seconds. */
export function rangeOf({ info }: VideoSource, { from, to }: VideoSettings): Range {
  const end = info.start + info.duration;
  return {
    from: from === null ? Number.NEGATIVE_INFINITY : from,
    to: to === null || to >= end ? Number.POSITIVE_INFINITY : to,
  };
}

/** The same with real ends, for finding places in it. */
export function boundsOf(source: VideoSource, settings: VideoSettings): Range {
  const { start, duration } = source.info;
  const { from, to } = rangeOf(source, settings);
  return { from: Math.max(start, from), to: Math.min(start + duration, to) };
}

export async function measured(
  source: VideoSource,
  settings: VideoSettings,
  { signal, checkpoint, report }: Running,
): Promise<readonly OverlayModel[]> {
  const task: Task = {
    signal,
    checkpoint,
    progress: (done, total) => report({ stage: 'analyse', done, total, fps: null, etaMs: null }),
  };
  return measureMarks(source, { ...settings, range: boundsOf(source, settings) }, task);
}

/** Frames in the range, as far as the file tells. */
export function framesIn(source: VideoSource, settings: VideoSettings): number {
  const { from, to } = boundsOf(source, settings);
  const share = source.info.duration > 0 ? (to - from) / source.info.duration : 1;
  return Math.max(1, Math.round(source.info.frames * share));
}

/**
 * Reads, takes out, encodes and writes, frame by frame: no more is held than the few frames that wait for later ones.
 * Sound is copied as it is.
 */
export async function runVideo(parts: RunParts, target: Target, running: Running): Promise<VideoResult> {
  const { source, settings, invent } = parts;
  const began = running.now();
  const range = rangeOf(source, settings);
  const models = await parts.models(settings, range);
  const plan = await parts.rate();
  const type = settings.container === 'mp4' ? 'video/mp4' : 'video/webm';
  const place = await openPlace(target, type, sizeOf(source, settings, plan));
  const bounded = settings.from !== null;
  const first = bounded ? await firstTime(source, range.from) : 0;
  const audioRange = { from: bounded ? first : Number.NEGATIVE_INFINITY, to: range.to, shift: first };
  const { rate } = plan;
  const writer = await createWriter({ source, settings, rate, place, range: audioRange }).catch(
    async (error: unknown) => {
      await place.drop();
      throw error;
    },
  );
  const cleaner = createCleaner({ source, ...settings, models, invent, checkpoint: running.checkpoint });
  const total = framesIn(source, settings);
  const pace = paceOf(running.now);
  const peak = { frames: 0, bytes: 0 };
  const notes: ToolError[] = [];
  let frames = 0;
  let last = 0;
  const write = async (ready: readonly Frame[]) => {
    for (const frame of ready) {
      await writer.frame(frame.yuv, frame);
      last = frame.timestamp + frame.duration;
      const fps = pace.tick(++frames);
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
    if (frames === 0) stop(nothingIn(source, notes));
    await writer.finish();
  } catch (error) {
    await writer.cancel();
    throw error;
  }
  return {
    file: await place.file(),
    name: nameFor(source.info.name, settings.container),
    width: source.info.width,
    height: source.info.height,
    frames,
    duration: last - (bounded ? first : source.info.start),
    ms: running.now() - began,
    peak,
    notes,
  };
}

function nothingIn({ info }: VideoSource, notes: readonly ToolError[]): ToolError {
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
export function sizeOf(source: VideoSource, settings: VideoSettings, plan: RatePlan): number {
  const { from, to } = boundsOf(source, settings);
  return expectedBytes(source, plan, { seconds: to - from, frames: framesIn(source, settings) });
}

/** Frames in a second, over the last few seconds. */
function paceOf(now: () => number) {
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
