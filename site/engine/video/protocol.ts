/** Messages between the page and the worker for video. Bitmaps are moved. */
import type { Outcome } from '../errors.ts';
import type { Box } from '../types.ts';
import type { Setup } from '../workers/protocol.ts';
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

export type VideoSetup = Pick<Setup, 'backend' | 'threads' | 'manifestUrl'> & {
  readonly kind: 'setup';
  /** Network that fills pictures; null where the site has none. */
  readonly inpaint: string | null;
};

/** What the worker does. `look` and `size` may be requested at any time; of the others one at a time. */
export type VideoTask =
  | { readonly kind: 'open'; readonly file: Blob; readonly name: string }
  /** The frame that is shown at a time, of the source or of the last result; in pixels at most `longSide`. */
  | { readonly kind: 'look'; readonly of: 'source' | 'result'; readonly time: number; readonly longSide: number }
  | { readonly kind: 'find' }
  /** Encodes a few frames to find how large the file will be. */
  | { readonly kind: 'size'; readonly settings: VideoSettings }
  | { readonly kind: 'preview'; readonly settings: VideoSettings; readonly time: number }
  | { readonly kind: 'run'; readonly settings: VideoSettings; readonly target: Target };

export type VideoAnswer = {
  readonly open: VideoInfo;
  readonly look: Still | null;
  /** In pixels of the upright picture, the largest first. */
  readonly find: readonly Box[];
  readonly size: SizeEstimate;
  readonly preview: Preview;
  readonly run: VideoResult;
};

export type VideoRequest =
  | VideoSetup
  | { readonly kind: 'task'; readonly id: number; readonly task: VideoTask }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'pause'; readonly paused: boolean };

export type VideoResponse =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: VideoProgress }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome<VideoAnswer[VideoTask['kind']]> }
  | { readonly kind: 'alive' };
