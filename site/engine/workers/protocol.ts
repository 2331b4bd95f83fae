/** Messages between the page and the worker. Plain data; big buffers are moved where it says so. */
import type { Outcome, ToolError } from '../errors.ts';
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

/** The first message to a worker. */
export type Setup = {
  readonly kind: 'setup';
  readonly backend: Backend;
  readonly threads: number;
  /** Absolute. */
  readonly manifestUrl: string;
  readonly canvas: Device['canvas'];
  /** Bytes that pictures and work may take. */
  readonly memory: number;
  /** A lock that the worker holds as long as it lives, so that its owner learns of a silent death. */
  readonly lock: string;
};

/** What a worker can be asked for; one at a time. */
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
  /** Buffers are moved. */
  readonly run: JobResult;
  readonly encode: Blob;
};

export type Request =
  | Setup
  | { readonly kind: 'task'; readonly id: number; readonly task: Task }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Ends networks that are started, but keeps the worker. */
  | { readonly kind: 'release' };

export type Response =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome<TaskResult[Task['kind']]> }
  /** The worker holds its lock. */
  | { readonly kind: 'alive' }
  /** Something broke outside any task. */
  | { readonly kind: 'fault'; readonly error: ToolError };
