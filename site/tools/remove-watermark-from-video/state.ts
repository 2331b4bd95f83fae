import type { ToolError } from '../../engine/errors.ts';
import { UNCHANGED } from '../../engine/ops/geometry/geometry.ts';
import type { Box } from '../../engine/types.ts';
import { positionAt } from '../../engine/video/marks.ts';
import type {
  Container,
  Key,
  Mark,
  OutputCodec,
  Preview,
  VideoInfo,
  VideoResult,
  VideoSettings,
} from '../../engine/video/types.ts';

/** The state of the workspace: one video, its watermarks, and the work on it. */
export type VideoState = {
  readonly info: VideoInfo | null;
  readonly settings: VideoSettings;
  readonly selected: string | null;
  /** Diameter in pixels of the brush that paints marks; null: boxes are drawn. */
  readonly brush: number | null;
  /** Seconds in the source. */
  readonly time: number;
  readonly work: Work | null;
  readonly preview: Preview | null;
  readonly result: VideoResult | null;
  /** Settings that the result was made with. */
  readonly madeWith: VideoSettings | null;
  readonly error: ToolError | null;
};
/** Its progress is beside the state: `VideoWork.progress`. */
export type Work = { readonly kind: 'open' | 'find' | 'preview' | 'run' };

export const START: VideoState = {
  info: null,
  settings: {
    marks: [],
    method: 'auto',
    from: null,
    to: null,
    container: 'mp4',
    codec: 'avc',
    quality: 'source',
    geometry: UNCHANGED,
  },
  selected: null,
  brush: null,
  time: 0,
  work: { kind: 'open' },
  preview: null,
  result: null,
  madeWith: null,
  error: null,
};

export type VideoAction =
  | { readonly kind: 'opened'; readonly info: VideoInfo; readonly settings: Partial<VideoSettings> }
  | { readonly kind: 'failed'; readonly error: ToolError }
  | { readonly kind: 'dismiss' }
  | { readonly kind: 'set'; readonly settings: Partial<VideoSettings> }
  | { readonly kind: 'seek'; readonly time: number }
  | { readonly kind: 'select'; readonly id: string | null }
  | { readonly kind: 'brush'; readonly brush: number | null }
  | { readonly kind: 'add'; readonly marks: readonly Mark[] }
  | { readonly kind: 'change'; readonly mark: Mark }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'begin'; readonly work: Work['kind'] }
  | { readonly kind: 'end' }
  | { readonly kind: 'previewed'; readonly preview: Preview }
  /** `settings`: those that the run began with; they may have changed since. */
  | { readonly kind: 'finished'; readonly result: VideoResult; readonly settings: VideoSettings };

export function reduceVideo(state: VideoState, action: VideoAction): VideoState {
  const { settings } = state;
  const withMarks = (marks: readonly Mark[], selected: string | null): VideoState => ({
    ...state,
    settings: { ...settings, marks },
    selected,
    preview: null,
  });
  switch (action.kind) {
    case 'opened':
      return {
        ...state,
        work: null,
        info: action.info,
        time: action.info.start,
        settings: { ...settings, ...action.settings },
      };
    case 'failed':
      return { ...state, work: null, error: action.error.code === 'job.cancelled' ? null : action.error };
    case 'dismiss':
      return { ...state, error: null };
    case 'set':
      return { ...state, settings: { ...settings, ...action.settings }, preview: null };
    case 'seek':
      return { ...state, time: within(action.time, state.info) };
    case 'select':
      return { ...state, selected: action.id };
    case 'brush':
      return { ...state, brush: action.brush };
    case 'add':
      return withMarks([...settings.marks, ...action.marks], action.marks[0]?.id ?? state.selected);
    case 'change':
      return withMarks(
        settings.marks.map((mark) => (mark.id === action.mark.id ? action.mark : mark)),
        action.mark.id,
      );
    case 'remove':
      return withMarks(
        settings.marks.filter(({ id }) => id !== action.id),
        null,
      );
    case 'begin':
      return { ...state, error: null, work: { kind: action.work } };
    case 'end':
      return { ...state, work: null };
    case 'previewed':
      return { ...state, work: null, preview: action.preview };
    case 'finished':
      return { ...state, work: null, preview: null, result: action.result, madeWith: action.settings };
  }
}

function within(time: number, info: VideoInfo | null): number {
  if (!info) return 0;
  return Math.min(info.start + info.duration - 0.5 / Math.max(1, info.fps), Math.max(info.start, time));
}

/** The file type for a video: its own container if that supports the sound and the device can write it. */
export function formatFor({ codec, writable, audioFits }: VideoInfo): {
  readonly container: Container;
  readonly codec: OutputCodec;
} {
  const web = codec === 'VP9' || codec === 'VP8' || codec === 'AV1';
  const preferred: readonly OutputCodec[] = web && audioFits.webm ? ['vp9', 'av1', 'avc'] : ['avc', 'vp9', 'av1'];
  const found = preferred.find((one) => writable.includes(one)) ?? 'avc';
  return { codec: found, container: containerOf(found) };
}

export const containerOf = (codec: OutputCodec): Container => (codec === 'avc' ? 'mp4' : 'webm');

/** The box of a watermark at a time. */
export const boxAt = (mark: Mark, time: number): Box => ({
  ...positionAt(mark, time),
  width: mark.width,
  height: mark.height,
});

/** Moves or resizes a watermark at a time: changes its keyframe there, or a static one as a whole. */
export function placed(mark: Mark, box: Box, time: number): Mark {
  const { x, y, width, height } = box;
  const keyAt = mark.moves ? mark.path.findIndex((key) => Math.abs(key.time - time) < SAME_TIME) : 0;
  const path: readonly Key[] =
    keyAt === -1
      ? sorted([...mark.path, { time, x, y }])
      : mark.path.map((key, i) => (i === keyAt ? { ...key, x, y } : key));
  const shape = mark.shape && (mark.width !== width || mark.height !== height) ? null : mark.shape;
  return { ...mark, width, height, shape, path };
}

/** Adds a keyframe at the present position. */
export function withKey(mark: Mark, time: number): Mark {
  const others = mark.moves ? mark.path.filter((key) => Math.abs(key.time - time) >= SAME_TIME) : [];
  return { ...mark, moves: true, path: sorted([...others, { time, ...positionAt(mark, time) }]) };
}

export function withoutKey(mark: Mark, time: number): Mark {
  const path = mark.path.filter((key) => Math.abs(key.time - time) >= SAME_TIME);
  return path.length > 0 ? { ...mark, path } : { ...mark, moves: false };
}

export const hasKey = ({ moves, path }: Mark, time: number): boolean =>
  moves && path.some((key) => Math.abs(key.time - time) < SAME_TIME);

/** Limits a box to the picture, at least four pixels wide and high. */
export function inPicture(box: Box, size: { readonly width: number; readonly height: number }): Box {
  const width = Math.round(Math.min(size.width, Math.max(4, box.width)));
  const height = Math.round(Math.min(size.height, Math.max(4, box.height)));
  return {
    width,
    height,
    x: Math.round(Math.min(size.width - width, Math.max(0, box.x))),
    y: Math.round(Math.min(size.height - height, Math.max(0, box.y))),
  };
}

/** Half a frame of the fastest videos, in seconds. */
const SAME_TIME = 0.004;
const sorted = (path: readonly Key[]): readonly Key[] => [...path].sort((a, b) => a.time - b.time);
