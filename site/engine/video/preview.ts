import { VideoSample } from 'mediabunny';
import { frameOf, type Timing } from '../codecs/frames.ts';
import type { Yuv } from '../ops/video/yuv.ts';
import { createCleaner } from './clean.ts';
import { type Written, writtenOf } from './framing.ts';
import { type Frame, framesOf } from './reading.ts';
import { frameCount, type RunControls, type RunParts, rangeOf } from './run.ts';
import type { Preview } from './types.ts';

/** Frames that are cleaned, and how many of them are shown. */
const CLEANED_FRAMES = 18;
const SHOWN_FRAMES = 6;

/** Cleans a few frames around a time in seconds as the whole run would, and estimates its duration from them. */
export async function previewVideo(parts: RunParts, time: number, running: RunControls): Promise<Preview> {
  const { source, settings, invent } = parts;
  const models = await parts.models(settings, rangeOf(source, settings));
  const networkMs: number[] = [];
  const timed: typeof invent =
    invent &&
    (async (crop, hole) => {
      const start = running.now();
      const filled = await invent(crop, hole);
      networkMs.push(running.now() - start);
      return filled;
    });
  const cleaner = createCleaner({ source, ...settings, models, invent: timed, checkpoint: running.checkpoint });
  const began = running.now();
  const from = Math.max(source.info.start, time - CLEANED_FRAMES / 2 / Math.max(1, source.info.fps));
  const before = new Map<number, Yuv>();
  const after: Frame[] = [];
  for await (const frame of framesOf(source, { from, to: Number.POSITIVE_INFINITY })) {
    await running.checkpoint();
    before.set(frame.timestamp, { ...frame.yuv, data: frame.yuv.data.slice() });
    after.push(...(await cleaner.push(frame)));
    running.report({ stage: 'process', done: before.size, total: CLEANED_FRAMES, fps: null, etaMs: null });
    if (before.size >= CLEANED_FRAMES) break;
  }
  after.push(...(await cleaner.flush()));
  // The first run includes loading the network. Encoding is estimated as a quarter of the rest.
  const [loading = 0] = networkMs;
  const each = ((running.now() - began - loading) / Math.max(1, after.length)) * 1.25;
  const nearest = after.findIndex(({ timestamp, duration }) => timestamp + duration > time);
  const begin = Math.max(0, Math.min(after.length - SHOWN_FRAMES, nearest - 1));
  const written = writtenOf(source, settings);
  const frames = after.slice(begin, begin + SHOWN_FRAMES).map(async (frame) => ({
    time: frame.timestamp,
    before: await bitmapOf(before.get(frame.timestamp) ?? frame.yuv, frame, written),
    after: await bitmapOf(frame.yuv, frame, written),
  }));
  return { frames: await Promise.all(frames), estimateMs: loading + each * frameCount(source, settings), notes: [] };
}

async function bitmapOf(yuv: Yuv, timing: Timing, { pixelsOf, format, info, view }: Written): Promise<ImageBitmap> {
  const sample = new VideoSample(frameOf(pixelsOf(yuv), timing, format), { rotation: view.rotation });
  sample.setFlip(view.flip);
  const canvas = new OffscreenCanvas(info.width, info.height);
  const context = canvas.getContext('2d');
  if (context) sample.draw(context, 0, 0, info.width, info.height);
  sample.close();
  return canvas.transferToImageBitmap();
}
