import { failed, type Outcome } from '../errors.ts';
import { runtimeFiles } from '../models/runtime-files.ts';
import { createHost, type HostParts } from '../workers/host.ts';
import type { VideoAnswer, VideoSetup, VideoTask, VideoTypes } from './protocol.ts';
import type { VideoProgress } from './types.ts';

export type VideoWatch = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VideoProgress) => void;
};

/** The video worker as a page sees it. Nothing rejects: errors are outcomes of the error catalogue. */
export type VideoHost = {
  readonly call: <Kind extends VideoTask['kind']>(
    task: Extract<VideoTask, { kind: Kind }>,
    watch?: VideoWatch,
  ) => Promise<Outcome<VideoAnswer[Kind]>>;
  /** Pauses the work between two frames, or resumes it. */
  readonly pause: (paused: boolean) => void;
  /** Ends the worker and its work. */
  readonly close: () => void;
};

type OpenTask = Extract<VideoTask, { kind: 'open' }>;

type RunTask = Extract<VideoTask, { kind: 'run' }>;

const isRunTask = (task: VideoTask): task is RunTask => task.kind === 'run';

const isOpenTask = (task: VideoTask): task is OpenTask => task.kind === 'open';

export type VideoHostOptions = Pick<HostParts<VideoTypes>, 'idleMs' | 'startMs' | 'silenceMs'>;

/**
 * Answers a cancel at once; the worker stops at its next frame. A worker that replaces a broken or an idle one opens the
 * video and its last result again before its first task.
 */
export function createVideoHost(
  startWorker: () => Worker,
  setup: Omit<VideoSetup, 'runtime'>,
  options: VideoHostOptions = {},
): VideoHost {
  let { backend } = setup;
  const { manifestUrl } = setup;
  const host = createHost<VideoTypes>({
    startWorker,
    setup: () => ({ ...setup, backend, runtime: runtimeFiles(manifestUrl) }),
    locks: globalThis.navigator.locks ?? null,
    onDamage: (damage) => {
      if (damage === 'graphics') backend = 'wasm';
    },
    ...options,
  });
  /** The open video with its last result, and the number of the worker that holds them. */
  let opened: { readonly task: OpenTask; readonly worker: number } | null = null;
  let reopening: Promise<Outcome<unknown>> | null = null;

  const send = <Kind extends VideoTask['kind']>(
    task: Extract<VideoTask, { kind: Kind }>,
    { signal = NEVER, onProgress = ignore }: VideoWatch = {},
  ) => host.call<Kind>(task, { signal, onProgress, patienceMs: null }).outcome;
  const open = async (task: OpenTask, watch?: VideoWatch) => {
    const outcome = send<'open'>(task, watch);
    opened = { task, worker: host.state().started };
    return outcome;
  };
  const run = async (task: RunTask, watch?: VideoWatch) => {
    const source = opened;
    const outcome = await send<'run'>(task, watch);
    if (outcome.ok && source && opened === source) {
      const { file, name } = outcome.value;
      opened = { ...source, task: { ...source.task, result: { file, name, target: task.target.kind } } };
    }
    return outcome;
  };
  const isOpen = () => {
    const { alive, started } = host.state();
    return opened === null || (alive && opened.worker === started);
  };
  return {
    pause: (paused) => host.command({ paused }),
    close: () => {
      opened = null;
      host.close();
    },
    call: async <Kind extends VideoTask['kind']>(task: Extract<VideoTask, { kind: Kind }>, watch?: VideoWatch) => {
      if (isOpenTask(task)) return open(task, watch) as Promise<Outcome<VideoAnswer[Kind]>>;
      if (opened && !isOpen() && !reopening) {
        reopening = open(opened.task).finally(() => {
          reopening = null;
        });
      }
      const reopened = await reopening;
      if (reopened && !reopened.ok) return failed(reopened.error);
      if (isRunTask(task)) return run(task, watch) as Promise<Outcome<VideoAnswer[Kind]>>;
      return send<Kind>(task, watch);
    },
  };
}

const NEVER = new AbortController().signal;

function ignore(): void {
  // Callers without a progress display.
}
