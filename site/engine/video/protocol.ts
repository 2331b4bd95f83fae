/** Tasks of the worker for video. Bitmaps are transferred. */
import type { Box, Geometry } from '../types.ts';
import type { NetworkSetup } from '../workers/protocol.ts';
import type {
  Preview,
  SizeEstimate,
  Still,
  Target,
  VideoInfo,
  VideoProgress,
  VideoResult,
  VideoSettings,
} from './types.ts';

export type VideoSetup = NetworkSetup & {
  /** Id of the network that fills holes; null where the site has none. */
  readonly inpaint: string | null;
};

/** Tasks of the worker. `look`, `step` and `size` may be requested at any time, the others one at a time. */
export type VideoTask =
  | {
      readonly kind: 'open';
      readonly file: Blob;
      readonly name: string;
      /** A result of this video from an earlier worker, of which the page shows frames. */
      readonly result?: { readonly file: Blob; readonly name: string; readonly target: Target['kind'] };
    }
  /** The frame at a time, of the source or of the last result, at most `longSide` pixels long. */
  | {
      readonly kind: 'look';
      readonly of: 'source' | 'result';
      readonly time: number;
      readonly longSide: number;
      /** How the frame is mirrored, turned and cropped; not at all if absent. */
      readonly geometry?: Geometry;
    }
  /** The time of the source's frame before or after the one at a time. */
  | { readonly kind: 'step'; readonly time: number; readonly by: -1 | 1 }
  | { readonly kind: 'find' }
  /** Estimates the size of the file by encoding a few frames. */
  | { readonly kind: 'size'; readonly settings: VideoSettings }
  | { readonly kind: 'preview'; readonly settings: VideoSettings; readonly time: number }
  | { readonly kind: 'run'; readonly settings: VideoSettings; readonly target: Target };

export type VideoAnswer = {
  readonly open: VideoInfo;
  readonly look: Still | null;
  readonly step: { readonly time: number };
  /** In pixels of the upright picture, the largest first. */
  readonly find: readonly Box[];
  readonly size: SizeEstimate;
  readonly preview: Preview;
  readonly run: VideoResult;
};

export type VideoTypes = {
  readonly setup: VideoSetup;
  readonly task: VideoTask;
  readonly results: VideoAnswer;
  readonly progress: VideoProgress;
  /** Pauses the work between two frames, or resumes it. */
  readonly command: { readonly paused: boolean };
};
