/** Tasks of the worker that all picture tools share. */
import type {
  Backend,
  Device,
  EncodeOptions,
  Job,
  JobResult,
  PictureInfo,
  Pixels,
  Progress,
  Source,
} from '../types.ts';

export type ToolSetup = {
  readonly backend: Backend;
  readonly threads: number;
  /** Absolute. */
  readonly manifestUrl: string;
  readonly canvas: Device['canvas'];
  /** Bytes that pictures and work may take. */
  readonly memory: number;
};

/** What the worker does; one at a time. */
export type Task =
  | { readonly kind: 'open'; readonly source: Source }
  | { readonly kind: 'run'; readonly job: Job; readonly tileSide: number }
  | {
      readonly kind: 'encode';
      readonly pixels: Pixels;
      readonly options: EncodeOptions;
      /** File whose metadata is to be carried over. */
      readonly original: Blob | null;
    };

export type TaskResult = {
  readonly open: PictureInfo;
  /** Buffers are transferred. */
  readonly run: JobResult;
  readonly encode: Blob;
};

export type ToolTypes = {
  readonly setup: ToolSetup;
  readonly task: Task;
  readonly results: TaskResult;
  readonly progress: Progress;
  /** Ends networks that are started once no task runs, but keeps the worker. */
  readonly command: 'release';
};
