/** Tasks of the worker for picture tools. */
import type { RuntimeFiles } from '../models/runtime-files.ts';
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
  StoredPixels,
} from '../types.ts';

/** What a worker needs to run networks. */
export type NetworkSetup = {
  readonly backend: Backend;
  readonly threads: number;
  /** Absolute. */
  readonly manifestUrl: string;
  readonly runtime: RuntimeFiles;
};

export type ToolSetup = NetworkSetup & {
  readonly canvas: Device['canvas'];
  /** Maximum bytes of pictures and work. */
  readonly memory: number;
};

/** Tasks of the worker, one at a time. */
export type Task =
  | { readonly kind: 'open'; readonly source: Source }
  | { readonly kind: 'run'; readonly job: Job; readonly tileSide: number }
  | {
      readonly kind: 'encode';
      readonly pixels: Pixels | StoredPixels;
      readonly options: EncodeOptions;
      /** File whose metadata is copied as `options.metadata` says. */
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
  /** Releases the started networks once no task runs. */
  readonly command: 'release';
};
