import { VideoSampleSink } from 'mediabunny';
import { UNCHANGED } from '../ops/geometry/geometry.ts';
import { fitInside } from '../ops/resize/resize.ts';
import type { Geometry } from '../types.ts';
import { framingOf } from './framing.ts';
import type { VideoSource } from './source.ts';
import type { Still } from './types.ts';

/** A video whose single frames are requested. */
export type OpenVideo = { readonly source: VideoSource };

type StillRequest = { readonly time: number; readonly longSide: number; readonly geometry?: Geometry };

/**
 * The upright frame at a time in seconds, mirrored, turned and cropped by a geometry, at most `longSide` pixels long; null
 * where the video has none.
 */
export async function stillAt(
  { source }: OpenVideo,
  { time, longSide, geometry = UNCHANGED }: StillRequest,
): Promise<Still | null> {
  const sink = new VideoSampleSink(source.track);
  const sample = (await sink.getSample(Math.max(time, source.info.start))) ?? (await sink.getSample(source.info.start));
  if (!sample) return null;
  const { view, seen } = framingOf(source.view, geometry);
  const { upright } = view;
  const size = fitInside(upright, Math.min(longSide, Math.max(upright.width, upright.height)));
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  sample.setRotation(view.rotation);
  sample.setFlip(view.flip);
  const { displayWidth, displayHeight } = sample;
  if (context)
    sample.draw(
      context,
      seen.x * displayWidth,
      seen.y * displayHeight,
      seen.width * displayWidth,
      seen.height * displayHeight,
      0,
      0,
      size.width,
      size.height,
    );
  const { timestamp, duration } = sample;
  sample.close();
  return { bitmap: canvas.transferToImageBitmap(), time: timestamp, duration };
}
