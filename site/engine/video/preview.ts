import { VideoSample } from 'mediabunny';
import type { Yuv } from '../ops/video/yuv.ts';
import { createCleaner } from './clean.ts';
import { frameOf, type Timing } from './frames.ts';
import { type Frame, framesOf } from './reading.ts';
import { framesIn, type Running, type RunParts, rangeOf } from './run.ts';
import type { VideoSource } from './source.ts';
import type { Preview } from './types.ts';

/** Frames that are worked on, and those of them that are shown. */
const WORKED = 18;
const SHOWN = 6;

/** Works on a few frames around a time as the whole work would, and reckons from that how long the whole would take. */
export async function previewVideo(parts: RunParts, time: number, running: Running): Promise<Preview> {
  const { source, settings, invent } = parts;
  const models = await parts.models(settings, rangeOf(source, settings));
  const inventing: number[] = [];
  const timed: typeof invent =
    invent &&
    (async (crop, hole) => {
      const start = running.now();
      const made = await invent(crop, hole);
      inventing.push(running.now() - start);
      return made;
    });
  const cleaner = createCleaner({ source, ...settings, models, invent: timed, checkpoint: running.checkpoint });
  const began = running.now();
  const from = Math.max(source.info.start, time - WORKED / 2 / Math.max(1, source.info.fps));
  const before = new Map<number, Yuv>();
  const after: Frame[] = [];
  for await (const frame of framesOf(source, { from, to: Number.POSITIVE_INFINITY })) {
    await running.checkpoint();
    before.set(frame.timestamp, { ...frame.yuv, data: frame.yuv.data.slice() });
    after.push(...(await cleaner.push(frame)));
    running.report({ stage: 'process', done: before.size, total: WORKED, fps: null, etaMs: null });
    if (before.size >= WORKED) break;
  }
  after.push(...(await cleaner.flush()));
  // The network is fetched and loaded once. Encoding takes about as long again as decoding did.
  const [loading = 0] = inventing;
  const each = ((running.now() - began - loading) / Math.max(1, after.length)) * 1.25;
  const nearest = after.findIndex(({ timestamp, duration }) => timestamp + duration > time);
  const begin = Math.max(0, Math.min(after.length - SHOWN, nearest - 1));
  const frames = after.slice(begin, begin + SHOWN).map(async (frame) => ({
    time: frame.timestamp,
    before: await bitmapOf(before.get(frame.timestamp) ?? frame.yuv, frame, source),
    after: await bitmapOf(frame.yuv, frame, source),
  }));
  return { frames: await Promise.all(frames), estimateMs: loading + each * framesIn(source, settings), notes: [] };
}

async function bitmapOf(yuv: Yuv, timing: Timing, { looks, info, view }: VideoSource): Promise<ImageBitmap> {
  const sample = new VideoSample(frameOf(yuv, timing, looks), { rotation: view.rotation });
  sample.setFlip(view.flip);
  const canvas = new OffscreenCanvas(info.width, info.height);
  const context = canvas.getContext('2d');
  if (context) sample.draw(context, 0, 0, info.width, info.height);
  sample.close();
  return canvas.transferToImageBitmap();
}
