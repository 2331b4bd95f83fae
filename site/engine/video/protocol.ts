/** Tasks of the worker for video. Bitmaps are transferred. */
import type { Box } from '../types.ts';
import type { ToolSetup } from '../workers/protocol.ts';
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

export type VideoSetup = Pick<ToolSetup, 'backend' | 'threads' | 'manifestUrl'> & {
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

export type VideoTypes = {
  readonly setup: VideoSetup;
  readonly task: VideoTask;
  readonly results: VideoAnswer;
  readonly progress: VideoProgress;
  /** Stops the work between two frames, or lets it continue. */
  readonly command: { readonly paused: boolean };
};
