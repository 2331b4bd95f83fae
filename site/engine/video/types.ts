/** Types that the page and the video worker share. */
import type { ToolError } from '../errors.ts';
import type { Geometry, Mask, Size } from '../types.ts';

export type Container = 'mp4' | 'webm';
/** Codec names as mediabunny uses them. */
export type OutputCodec = 'avc' | 'vp9' | 'av1';

/** How decoded frames map to the upright picture: rotated clockwise by `rotation` degrees, then mirrored. */
export type View = {
  /** Of decoded frames. */
  readonly coded: Size;
  /** Of the upright picture with square pixels. */
  readonly upright: Size;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly flip: boolean;
};

/** What a video file holds. Sizes are those of the upright picture with square pixels. */
export type VideoInfo = Size & {
  readonly name: string;
  readonly bytes: number;
  /** Seconds; the first frame's time, which need not be 0. */
  readonly start: number;
  readonly duration: number;
  /** Average, and whether frames come at uneven times. */
  readonly fps: number;
  readonly variable: boolean;
  /** Exact for short files, else estimated from the duration. */
  readonly frames: number;
  /** Common name: H.264, VP9 … */
  readonly codec: string;
  /** Bits per second of the picture. */
  readonly bitrate: number;
  readonly audio: readonly string[];
  /** Whether each container can hold the unchanged sound. */
  readonly audioFits: { readonly [container in Container]: boolean };
  /** Codecs that this device can encode at this size. */
  readonly writable: readonly OutputCodec[];
  readonly view: View;
  readonly notes: readonly ToolError[];
};

/** A keyframe: position of a mark's upper left corner in pixels, at a time in seconds. */
export type Key = { readonly time: number; readonly x: number; readonly y: number };

/** A box, or a shape inside one. */
export type Mark = Size & {
  readonly id: string;
  /** Which pixels of the box; null: all. */
  readonly shape: Mask | null;
  /** Whether it has keyframes; else its path has one key. */
  readonly moves: boolean;
  /** By time; at least one. */
  readonly path: readonly Key[];
};

/**
 * `auto`: measure the opacity, un-blend translucent pixels, fill the rest; `unblend`: un-blend as much as possible;
 * `neighbours`: fill from other frames; `ai`: fill by a network; `fast`: fill smoothly.
 */
export type Method = 'auto' | 'unblend' | 'neighbours' | 'ai' | 'fast';

export type VideoSettings = {
  readonly marks: readonly Mark[];
  readonly method: Method;
  /** Seconds; null: from the start, to the end. */
  readonly from: number | null;
  readonly to: number | null;
  readonly container: Container;
  readonly codec: OutputCodec;
  readonly quality: Quality;
  /** Mirrors, turns and crops what is written; its angle is 0 and its scale 1. Marks are those of the whole picture. */
  readonly geometry: Geometry;
};

/** How close the written video stays to the source where nothing is marked; `rate.ts` has the decibels. */
export type Quality = 'high' | 'source' | 'small';

/** Expected size of the written file. */
export type SizeEstimate = {
  readonly bytes: number;
  /** Whether frames were encoded to measure it; else it is estimated by the source's bitrate. */
  readonly measured: boolean;
};

/** Where the result is written: a file that the user chose, or the browser's storage (memory where there is none). */
export type Target = { readonly kind: 'file'; readonly handle: FileSystemFileHandle } | { readonly kind: 'browser' };

export type VideoProgress = {
  readonly stage: 'analyse' | 'download' | 'load' | 'process';
  /** Finished frames, or bytes while downloading. */
  readonly done: number;
  readonly total: number;
  /** Frames per second over the last seconds; null at the beginning. */
  readonly fps: number | null;
  readonly etaMs: number | null;
  readonly paused: boolean;
};

/** The size is that of the upright picture after its geometry. */
export type VideoResult = Size & {
  readonly file: Blob;
  /** Suggested file name with its extension. */
  readonly name: string;
  readonly frames: number;
  readonly duration: number;
  /** Seconds by which its times are less than those of the source. */
  readonly shift: number;
  readonly ms: number;
  /** Maximum number and bytes of frames that were held at once. */
  readonly peak: { readonly frames: number; readonly bytes: number };
  readonly notes: readonly ToolError[];
};

/** A frame to show. The receiver closes the bitmap. */
export type Still = { readonly bitmap: ImageBitmap; readonly time: number; readonly duration: number };

export type Preview = {
  readonly frames: readonly { readonly before: ImageBitmap; readonly after: ImageBitmap; readonly time: number }[];
  /** Estimated milliseconds for the whole video. */
  readonly estimateMs: number;
  readonly notes: readonly ToolError[];
};
