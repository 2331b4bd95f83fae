import { VideoSampleSink } from 'mediabunny';
import { fitInside } from '../ops/resize/resize.ts';
import type { VideoSource } from './source.ts';
import type { Still } from './types.ts';

/** A video that single frames are asked of. */
export type Watched = { readonly source: VideoSource };

/** The frame that is shown at a time, upright; null before the first. */
export async function lookAt(
  { source }: Watched,
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
