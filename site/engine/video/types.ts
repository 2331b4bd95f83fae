/** What the page and the worker for video agree on. Types only. */
import type { ToolError } from '../errors.ts';
import type { Mask, Size } from '../types.ts';

export type Container = 'mp4' | 'webm';
/** Names as WebCodecs' helpers use them. */
export type OutputCodec = 'avc' | 'vp9' | 'av1';

/** What a video file holds. Sizes and places are those of the upright picture with square pixels. */
export type VideoInfo = Size & {
  readonly name: string;
  readonly bytes: number;
  /** Seconds; times of frames count from the start of the file, which need not be 0. */
  readonly start: number;
  readonly duration: number;
  /** Average, and whether frames come at uneven times. */
  readonly fps: number;
  readonly variable: boolean;
  /** Exact where the file tells, else from the duration. */
  readonly frames: number;
  /** As people call it: H.264, VP9 … */
  readonly codec: string;
  /** Of the picture, in bits per second. */
  readonly bitrate: number;
  readonly audio: readonly string[];
  /** Whether each container can hold the sound as it is. */
  readonly audioFits: { readonly [container in Container]: boolean };
  /** Which codecs this device can write at this size. */
  readonly writable: readonly OutputCodec[];
  readonly notes: readonly ToolError[];
};

/** Place of a mark's upper left corner at a time, in seconds and pixels. */
export type Key = { readonly time: number; readonly x: number; readonly y: number };

/** A box, or a shape inside one. */
export type Mark = Size & {
  readonly id: string;
  /** Which pixels of the box; null: all. */
  readonly shape: Mask | null;
  /** Whether it has keyframes; else the one key of its path is where it always is. */
  readonly moves: boolean;
  /** In the order of time; at least one. */
  readonly path: readonly Key[];
};

/**
 * `auto`: measure the opacity, calculate out what is see-through, fill the rest; `unblend`: calculate out as far as
 * possible; `neighbours`: fill all of it from other frames; `ai`: by a network on key frames; `fast`: smoothly.
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
};

/** How close the written video stays to the source where nothing is marked; `rate.ts` has the decibels. */
export type Quality = 'high' | 'source' | 'small';

/** Expected size of the written file. */
export type SizeEstimate = {
  readonly bytes: number;
  /** Whether frames of the video were encoded to find it; else it is a guess by the source's bitrate. */
  readonly measured: boolean;
};

/** Where the result goes: a file that the visitor chose, or the browser's own storage, or memory where there is none. */
export type Target = { readonly kind: 'file'; readonly handle: FileSystemFileHandle } | { readonly kind: 'browser' };

export type VideoProgress = {
  readonly stage: 'analyse' | 'download' | 'load' | 'process';
  /** Frames that are ready, or bytes while downloading. */
  readonly done: number;
  readonly total: number;
  /** Frames in a second of late; null until it is known. */
  readonly fps: number | null;
  readonly etaMs: number | null;
  readonly paused: boolean;
};

export type VideoResult = Size & {
  readonly file: Blob;
  /** What it should be called, with its ending. */
  readonly name: string;
  readonly frames: number;
  readonly duration: number;
  readonly ms: number;
  /** Most frames, and bytes of frames, that were held at once. */
  readonly peak: { readonly frames: number; readonly bytes: number };
  readonly notes: readonly ToolError[];
};

/** A frame as it is shown. Who gets it closes it. */
export type Still = { readonly bitmap: ImageBitmap; readonly time: number; readonly duration: number };

export type Preview = {
  readonly frames: readonly { readonly before: ImageBitmap; readonly after: ImageBitmap; readonly time: number }[];
  /** Expected milliseconds for the whole, from this trial. */
  readonly estimateMs: number;
  readonly notes: readonly ToolError[];
};
