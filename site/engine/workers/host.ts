import { failed, type Outcome, type ToolError } from '../errors.ts';
import type { Progress } from '../types.ts';
import type { Request, Response, Setup, Task, TaskResult } from './protocol.ts';

export type HostParts = {
  readonly startWorker: () => Worker;
  readonly setup: Omit<Setup, 'kind' | 'lock'>;
  /** A worker without work is ended after so many milliseconds, which gives its memory back. */
  readonly idleMs: number;
  /** Learns that a worker died; null where the browser has none. */
  readonly locks: LockManager | null;
  /** Makes a name that no other lock has. */
  readonly lockName: () => string;
};

export type CallOptions = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** After a cancel, wait so many milliseconds for the work to stop by itself before the worker is ended. */
  readonly patienceMs: number;
};

/** Why a worker is gone. */
export type WorkerEnd = 'idle' | 'cancelled' | 'crashed' | 'closed';

/** Owns the worker: starts it with the first task, ends it when it rests, does not answer a cancel, or breaks. */
export type Host = {
  /** One task at a time. Never rejects. After a cancel it answers at once; `settled` says when the next may begin. */
  readonly call: <Kind extends Task['kind']>(
    task: Extract<Task, { kind: Kind }>,
    options: CallOptions,
  ) => { readonly outcome: Promise<Outcome<TaskResult[Kind]>>; readonly settled: Promise<void> };
  readonly release: () => void;
  readonly close: () => void;
  /** Whether a worker is there, and how the last one ended. */
  readonly state: () => { readonly alive: boolean; readonly lastEnd: WorkerEnd | null; readonly started: number };
};

type Pending = {
  readonly id: number;
  readonly options: CallOptions;
  readonly finish: (outcome: Outcome<never>) => void;
};

const CANCELLED = failed({ code: 'job.cancelled' });

export function createHost({ startWorker, setup, idleMs, locks, lockName }: HostParts): Host {
  let worker: Worker | null = null;
  let lastEnd: WorkerEnd | null = null;
  let started = 0;
  let nextId = 0;
  let pending: Pending | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const post = (request: Request) => worker?.postMessage(request);
  const end = (why: WorkerEnd, error?: ToolError) => {
    worker?.terminate();
    worker = null;
    lastEnd = why;
    clearTimeout(idle);
    pending?.finish(why === 'crashed' ? failed(error ?? { code: 'device.workerStopped' }) : CANCELLED);
  };
  const receive = (message: Exclude<Response, { kind: 'alive' }>) => {
    if (message.kind === 'fault') return end('crashed', message.error);
    if (message.id !== pending?.id) return;
    if (message.kind === 'progress') {
      if (!pending.options.signal.aborted) pending.options.onProgress(message.progress);
    } else pending.finish(message.outcome as Outcome<never>);
  };
  const start = () => {
    const own = startWorker();
    worker = own;
    started += 1;
    const broke = (details: string) => {
      if (worker === own) end('crashed', { code: 'device.workerStopped', details });
    };
    const lock = lockName();
    own.onmessage = ({ data }: MessageEvent<Response>) => {
      if (worker !== own) return;
      if (data.kind === 'alive') watch(lock, broke);
      else receive(data);
    };
    own.onerror = (event) => broke(event.message ?? 'The worker could not be started.');
    own.onmessageerror = () => broke('A message could not be read.');
    post({ kind: 'setup', ...setup, lock });
  };
  // Once the worker holds its lock, getting the same lock means that it is gone.
  const watch = (lock: string, broke: (details: string) => void) =>
    void locks?.request(lock, () => broke('The worker ended by itself.')).catch(() => undefined);

  return {
    state: () => ({ alive: worker !== null, lastEnd, started }),
    release: () => post({ kind: 'release' }),
    close: () => end('closed'),
    call: (task, options) => {
      const { signal, patienceMs } = options;
      clearTimeout(idle);
      if (!worker) start();
      const id = nextId++;
      let answer: (outcome: Outcome<never>) => void = () => undefined;
      let settle: () => void = () => undefined;
      const outcome = new Promise<Outcome<never>>((resolve) => {
        answer = resolve;
      });
      const settled = new Promise<void>((resolve) => {
        settle = resolve;
      });
      let patience: ReturnType<typeof setTimeout> | undefined;
      const cancel = () => {
        post({ kind: 'cancel', id });
        answer(CANCELLED);
        patience = setTimeout(() => end('cancelled'), patienceMs);
      };
      const finish = (result: Outcome<never>) => {
        pending = null;
        clearTimeout(patience);
        signal.removeEventListener('abort', cancel);
        if (worker) idle = setTimeout(() => end('idle'), idleMs);
        answer(result);
        settle();
      };
      pending = { id, options, finish };
      signal.addEventListener('abort', cancel, { once: true });
      post({ kind: 'task', id, task });
      if (signal.aborted) cancel();
      return { outcome, settled };
    },
  };
}
