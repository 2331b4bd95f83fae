import type { FrameFormat } from '../codecs/frames.ts';
import { mirroredPart, partBefore, turnedPart, turnedSize, turnsOf } from '../ops/geometry/geometry.ts';
import { partOfYuv, turnYuv, type Yuv } from '../ops/video/yuv.ts';
import type { Box, Geometry, Size } from '../types.ts';
import type { VideoInfo, VideoSettings, View } from './types.ts';

/** How the frames that are written follow from decoded ones. */
type Framing = {
  /** The part of decoded frames that is kept; null: all of it. Its corner is even; its sides are even or those of the frame. */
  readonly part: Box | null;
  /** How it is shown. */
  readonly view: View;
  /** What is kept, in fractions of the whole upright picture, mirrored and turned by the geometry. */
  readonly seen: Box;
};

/** Encoders of H.264 reject frames with shorter sides. */
export const MIN_SIDE_PX = 16;

/**
 * The part of decoded frames that a geometry keeps, in whole chroma pixels, and how it is shown: the turns and mirroring
 * of the geometry are added to those of the source.
 */
export function framingOf(view: View, geometry: Geometry): Framing {
  const { coded, upright } = view;
  const kept = partBefore(geometry);
  const inFrame = turnedPart(view.flip ? mirroredPart(kept) : kept, turnsOf(4 - view.rotation / 90));
  const [x, width] = evenInterval(inFrame.x, inFrame.width, coded.width);
  const [y, height] = evenInterval(inFrame.y, inFrame.height, coded.height);
  const part = width === coded.width && height === coded.height ? null : { x, y, width, height };
  const flip = view.flip !== geometry.flipped;
  // Turning a mirror image by a quarter is mirroring what was turned the other way.
  const turns = turnsOf(view.rotation / 90 + (flip ? 4 - geometry.turns : geometry.turns));
  const fractions = {
    x: x / coded.width,
    y: y / coded.height,
    width: width / coded.width,
    height: height / coded.height,
  };
  const turned = turnedPart(fractions, turns);
  const seen = flip ? mirroredPart(turned) : turned;
  const whole = turnedSize(upright, geometry.turns);
  const size = { width: Math.round(seen.width * whole.width), height: Math.round(seen.height * whole.height) };
  const rotation = ([0, 90, 180, 270] as const)[turns];
  return { part, seen, view: { coded: { width, height }, upright: size, rotation, flip } };
}

/** Start and length, in pixels, of a part in fractions of a side: rounded to even numbers, or all of the side. */
function evenInterval(from: number, part: number, side: number): readonly [start: number, length: number] {
  const length = Math.max(MIN_SIDE_PX, roundToEven(part * side));
  if (length >= side) return [0, side];
  return [Math.min(2 * Math.floor((side - length) / 2), Math.max(0, roundToEven(from * side))), length];
}

const roundToEven = (value: number): number => 2 * Math.round(value / 2);

/** What is written of a source: the pixels of its frames, and the facts that an encoder needs. */
export type Written = {
  /** Crops and turns a decoded frame. */
  readonly pixelsOf: (frame: Yuv) => Yuv;
  /** How a player shows the written frames. */
  readonly view: View;
  /** The source, with the size and bitrate of what is written. */
  readonly info: VideoInfo;
  readonly format: FrameFormat;
};

type WrittenSource = { readonly info: VideoInfo; readonly view: View; readonly format: FrameFormat };

/** What is written of a source. MP4 stores quarter turns without mirroring, as that of the source; else pixels are turned. */
export function writtenOf(
  { info, view, format }: WrittenSource,
  { geometry, container }: Pick<VideoSettings, 'geometry' | 'container'>,
): Written {
  const { part, view: framed } = framingOf(view, geometry);
  const { coded, upright, rotation, flip } = framed;
  const [across, down] = [coded.width / view.coded.width, coded.height / view.coded.height];
  const display: Size = {
    width: Math.round(format.display.width * across),
    height: Math.round(format.display.height * down),
  };
  // Players need not obey the rotation of WebM or the mirroring of MP4.
  const turns = container === 'webm' || flip ? turnsOf(rotation / 90) : 0;
  const stored: View =
    turns === 0 && !flip ? framed : { coded: turnedSize(coded, turns), upright, rotation: 0, flip: false };
  return {
    pixelsOf: (frame) => turnYuv(partOfYuv(frame, part), { turns, flip }),
    view: stored,
    info: { ...info, ...upright, view: stored, bitrate: info.bitrate * across * down },
    format: { ...format, display: turnedSize(display, turns) },
  };
}
