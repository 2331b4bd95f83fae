import { EncodedPacketSink, VideoSampleSink } from 'mediabunny';
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

/** Frames that follow each other have times that differ by more than this, in seconds. */
const MIN_GAP_SECONDS = 0.0005;

/** Time of the frame before or after the one at a time, in seconds; that frame’s own where there is none. Decodes nothing. */
export async function neighbourTime(
  { source: { track, info } }: OpenVideo,
  { time, by }: { readonly time: number; readonly by: -1 | 1 },
): Promise<number> {
  const sink = new EncodedPacketSink(track);
  const timeAt = async (at: number) => (await sink.getPacket(at, { metadataOnly: true }))?.timestamp ?? info.start;
  const current = await timeAt(time);
  if (by === -1) return timeAt(current - MIN_GAP_SECONDS);
  let next = current;
  for (let ahead = MIN_GAP_SECONDS; next <= current && ahead < 2 * info.duration; ahead *= 2)
    next = await timeAt(current + ahead);
  // Of several frames within that distance, the first.
  for (let earlier = next; earlier > current; earlier = await timeAt(next - MIN_GAP_SECONDS)) next = earlier;
  return next;
}
