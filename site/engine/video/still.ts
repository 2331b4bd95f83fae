import { VideoSampleSink } from 'mediabunny';
import { fitInside } from '../ops/resize/resize.ts';
import type { VideoSource } from './source.ts';
import type { Still } from './types.ts';

/** A video whose single frames are requested. */
export type OpenVideo = { readonly source: VideoSource };

/** The upright frame at a time in seconds, at most `longSide` pixels long; null where the video has none. */
export async function stillAt(
  { source }: OpenVideo,
  { time, longSide }: { readonly time: number; readonly longSide: number },
): Promise<Still | null> {
  const sink = new VideoSampleSink(source.track);
  const sample = (await sink.getSample(Math.max(time, source.info.start))) ?? (await sink.getSample(source.info.start));
  if (!sample) return null;
  const size = fitInside(source.info, Math.min(longSide, Math.max(source.info.width, source.info.height)));
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (context) sample.draw(context, 0, 0, size.width, size.height);
  const { timestamp, duration } = sample;
  sample.close();
  return { bitmap: canvas.transferToImageBitmap(), time: timestamp, duration };
}
