import { availableBytes, planBackend } from '../capability/choose.ts';
import { failed, type Outcome, toolErrorOf } from '../errors.ts';
import { createQueue } from '../jobs/queue.ts';
import { runtimeFiles } from '../models/runtime-files.ts';
import type {
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
import { createHost, type Host } from './host.ts';
import type { Task, TaskResult, ToolTypes } from './protocol.ts';

export type Watch = {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
};

/** What the workspace drives. Nothing here rejects: problems are outcomes of the error catalogue. */
export type Engine = {
  /** Starts the worker before the first call, so that it has loaded by then. */
  readonly prepare: () => void;
  /** Reads a file and says what it is. Its pixels stay in the worker for the job that follows. */
  readonly open: (source: Extract<Source, { kind: 'file' }>, watch: Watch) => Promise<Outcome<PictureInfo>>;
  /** Runs a plan. `tileSide` comes from `capability/choose.ts`. */
  readonly run: (request: RunRequest, watch: Watch) => Promise<Outcome<JobResult>>;
  /**
   * Encodes pixels that the page has, or a result in another format. A job encodes its own result: `Job.encode`. A cancel
   * lets it end by itself.
   */
  readonly encode: (request: EncodeRequest, watch: Watch) => Promise<Outcome<Blob>>;
  /** Ends networks that are started; the next job starts them again. */
  readonly release: () => void;
  /** Ends the worker and whatever it does. */
  readonly close: () => void;
  readonly state: Host<ToolTypes>['state'];
  /** Ids of the networks that are started in the worker, as its last job left them. */
  readonly started: () => readonly string[];
};

export type RunRequest = {
  readonly job: Job;
  readonly tileSide: number;
  /**
   * A preview that the next one replaces: a cancel lets it end by itself, up to two seconds, so that the worker with
   * its pictures and networks stays.
   */
  readonly preview?: boolean;
};

export type EncodeRequest = {
  readonly pixels: Pixels | StoredPixels;
  readonly options: EncodeOptions;
  /** File whose metadata is carried over as `options.metadata` says. */
  readonly original: Blob | null;
};

export type EngineOptions = {
  readonly device: Device;
  /** Where the site serves `models/manifest.json`, absolute. */
  readonly manifestUrl: string;
  /** `startToolWorker` of `workers/start.ts`; tests have their own. */
  readonly startWorker: () => Worker;
  readonly idleMs?: number;
};

/** A cancel is answered at once; this is how long the worker has to stop by itself. */
const PATIENCE_MS = 150;
const PREVIEW_PATIENCE_MS = 2000;
/** A browser's encoder cannot be interrupted; ending the worker would cost its networks and pictures. */
const ENCODE_PATIENCE_MS = 20_000;

/** Starts nothing yet: the worker comes with `prepare` or the first call. */
export function createEngine({ device, manifestUrl, startWorker, idleMs }: EngineOptions): Engine {
  const planned = planBackend(device);
  let { backend } = planned;
  const host = createHost<ToolTypes>({
    startWorker,
    setup: () => ({
      ...planned,
      backend,
      manifestUrl,
      runtime: runtimeFiles(manifestUrl),
      canvas: device.canvas,
      memory: availableBytes(device),
    }),
    ...(idleMs !== undefined && { idleMs }),
    locks: globalThis.navigator.locks ?? null,
    independentTasks: true,
    onDamage: (damage) => {
      if (damage === 'graphics') backend = 'wasm';
    },
  });
  const queue = createQueue();
  let last = { worker: 0, names: [] as readonly string[] };
  const call = async <Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    { signal, onProgress = ignore }: Watch,
    patienceMs = PATIENCE_MS,
  ): Promise<Outcome<TaskResult[Kind]>> => {
    const onWait = () => onProgress({ stage: 'waiting', done: 0, etaMs: null });
    return new Promise((resolve) => {
      const start = async () => {
        const { outcome, settled } = host.call<Kind>(task, { signal, onProgress, patienceMs });
        resolve(await outcome);
        await settled;
      };
      queue.add(start, signal, onWait).catch((error: unknown) => resolve(failed(toolErrorOf(error))));
    });
  };
  return {
    prepare: host.prepare,
    open: (source, watch) => call<'open'>({ kind: 'open', source }, watch),
    run: async ({ job, tileSide, preview }, watch) => {
      const patienceMs = preview ? PREVIEW_PATIENCE_MS : PATIENCE_MS;
      const outcome = await call<'run'>({ kind: 'run', job, tileSide }, watch, patienceMs);
      if (outcome.ok && outcome.value.notes.some(({ code }) => code === 'device.lostGraphics')) backend = 'wasm';
      if (outcome.ok) last = { worker: host.state().started, names: outcome.value.started };
      return outcome;
    },
    encode: (request, watch) => call<'encode'>({ kind: 'encode', ...request }, watch, ENCODE_PATIENCE_MS),
    release: () => {
      last = { worker: 0, names: [] };
      host.command('release');
    },
    close: host.close,
    state: host.state,
    started: () => {
      const { alive, started } = host.state();
      return alive && started === last.worker ? last.names : [];
    },
  };
}

function ignore(): void {
  // Progress that nobody watches.
}
