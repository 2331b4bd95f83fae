import { failed, type Outcome, type ToolError } from '../errors.ts';
import type { Request, Response, ResultOf, WorkerDamage, WorkerTypes } from './messages.ts';

export type HostParts<Types extends WorkerTypes> = {
  readonly startWorker: () => Worker;
  /** Called for each worker that is started. */
  readonly setup: () => Types['setup'];
  /** A worker without tasks ends after this time, which frees its memory. */
  readonly idleMs?: number;
  /** Reports that a worker died; null where the browser has no locks. */
  readonly locks: LockManager | null;
  /**
   * A worker that has not posted `ready` after this time, or says nothing for so long while it starts a network, is ended,
   * and started once more for the tasks that wait.
   */
  readonly startMs?: number;
  /** Without locks, a worker with tasks that has posted nothing for this time is ended. */
  readonly silenceMs?: number;
  /** Whether a task needs nothing of earlier ones, so that another worker can repeat it; false by default. */
  readonly independentTasks?: boolean;
  /** Called when a worker has to be replaced although it answered. */
  readonly onDamage?: (damage: WorkerDamage) => void;
};

export type CallOptions<Types extends WorkerTypes> = {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Types['progress']) => void;
  /** Time that a cancelled task has to stop by itself before its worker is ended; null: the worker stays. */
  readonly patienceMs: number | null;
};

/** Why a worker is gone. `damaged`: it answered that it cannot be used again. */
export type WorkerEnd = 'idle' | 'cancelled' | 'crashed' | 'damaged' | 'closed';

export type HostState = {
  readonly alive: boolean;
  /** How the last worker ended. */
  readonly lastEnd: WorkerEnd | null;
  /** Number of workers started so far. */
  readonly started: number;
};

/**
 * Owns one worker: starts it when it is prepared or with the first task, and ends it when it is idle, ignores a cancel, or breaks. The next
 * task starts another.
 */
export type Host<Types extends WorkerTypes> = {
  /** Starts the worker before its first task. What fails here fails again, and is reported, with that task. */
  readonly prepare: () => void;
  /** Never rejects. A cancel is answered at once; `settled` resolves when the worker has stopped working on the task. */
  readonly call: <Kind extends Types['task']['kind']>(
    task: Extract<Types['task'], { kind: Kind }>,
    options: CallOptions<Types>,
  ) => { readonly outcome: Promise<Outcome<ResultOf<Types, Kind>>>; readonly settled: Promise<void> };
  /** Does nothing without a worker. */
  readonly command: (command: Types['command']) => void;
  readonly close: () => void;
  readonly state: () => HostState;
};

type Pending<Types extends WorkerTypes> = {
  readonly options: CallOptions<Types>;
  readonly finish: (outcome: Outcome<never>) => void;
  /** Posts the task to another worker; finishes with the outcome if it has been repeated, or cancelled. */
  readonly repeat: (outcome: Outcome<never>) => void;
};

const CANCELLED = failed({ code: 'job.cancelled' });
const IDLE_MS = 60_000;
const START_MS = 40_000;
/** Attempts at a task whose worker or program cannot be loaded: a server that does not answer may answer the next request. */
const MAX_LOADS = 2;
const SILENCE_MS = 600_000;

export function createHost<Types extends WorkerTypes>(parts: HostParts<Types>): Host<Types> {
  const { startWorker, setup, locks, onDamage, independentTasks = false } = parts;
  const { idleMs = IDLE_MS, startMs = START_MS, silenceMs = SILENCE_MS } = parts;
  const pending = new Map<number, Pending<Types>>();
  let worker: Worker | null = null;
  /** Requests that wait for the worker to be ready; null once it is. */
  let outbox: Request<Types>[] | null = null;
  let isLoading = false;
  let lastEnd: WorkerEnd | null = null;
  let started = 0;
  let nextId = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  const post = (request: Request<Types>) => (outbox ? outbox.push(request) : worker?.postMessage(request));
  const end = (reason: WorkerEnd, error: ToolError = { code: 'device.workerStopped' }) => {
    // A worker that was never ready holds nothing that another one lacks.
    const isRepeatable = independentTasks || outbox !== null;
    worker?.terminate();
    worker = null;
    outbox = null;
    isLoading = false;
    lastEnd = reason;
    clearTimeout(idle);
    clearTimeout(watchdog);
    const outcome = reason === 'crashed' || reason === 'damaged' ? failed(error) : CANCELLED;
    for (const { finish, repeat } of [...pending.values()])
      (isRepeatable && isNotLoaded(outcome) ? repeat : finish)(outcome);
  };
  const expectMessage = (ms: number, error: ToolError) => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => end('crashed', error), ms);
  };
  const listen = () => {
    if (isLoading)
      expectMessage(startMs, {
        code: 'job.notLoaded',
        details: `The worker has not answered for ${Math.round(startMs / 1000)} seconds while it started a network.`,
      });
    else if (locks === null && pending.size > 0)
      expectMessage(silenceMs, {
        code: 'device.workerStopped',
        details: `The worker has not answered for ${Math.round(silenceMs / 1000)} seconds.`,
      });
    else clearTimeout(watchdog);
  };
  const receive = (message: Response<Types>, lock: string, onBroken: (details: string) => void) => {
    switch (message.kind) {
      case 'ready': {
        const waiting = outbox ?? [];
        outbox = null;
        for (const request of waiting) post(request);
        return;
      }
      case 'locked':
        // The worker holds this lock until it ends, so getting the lock means that the worker is gone.
        return void locks?.request(lock, () => onBroken('The worker ended by itself.')).catch(() => undefined);
      case 'loading':
        isLoading = message.on;
        return;
      case 'progress': {
        const call = pending.get(message.id);
        if (!call?.options.signal.aborted) call?.options.onProgress(message.progress);
        return;
      }
      case 'done': {
        const call = pending.get(message.id);
        if (message.damage !== null) {
          pending.delete(message.id);
          onDamage?.(message.damage);
          end('damaged');
        }
        const outcome = message.outcome as Outcome<never>;
        return independentTasks && isNotLoaded(outcome) ? call?.repeat(outcome) : call?.finish(outcome);
      }
      case 'fault':
        return end('crashed', message.error);
    }
  };
  const start = () => {
    const startedWorker = startWorker();
    worker = startedWorker;
    started += 1;
    const lock = `worker-${started}-${Math.random().toString(36).slice(2)}`;
    outbox = [{ kind: 'setup', setup: setup(), lock: locks ? lock : null }];
    const onBroken = (details: string) => {
      if (worker !== startedWorker) return;
      end('crashed', { code: outbox === null ? 'device.workerStopped' : 'job.notLoaded', details });
    };
    startedWorker.onmessage = ({ data }: MessageEvent<Response<Types>>) => {
      if (worker !== startedWorker) return;
      receive(data, lock, onBroken);
      if (worker === startedWorker && outbox === null) listen();
    };
    startedWorker.onerror = (event) => onBroken(event.message || 'The worker could not be started.');
    startedWorker.onmessageerror = () => onBroken('A message could not be read.');
    expectMessage(startMs, {
      code: 'job.notLoaded',
      details: `The worker did not start within ${Math.round(startMs / 1000)} seconds.`,
    });
  };

  const endWhenIdle = () => {
    clearTimeout(idle);
    if (worker && pending.size === 0) idle = setTimeout(() => end('idle'), idleMs);
  };

  return {
    prepare: () => {
      if (worker) return;
      try {
        start();
        endWhenIdle();
      } catch {
        // The browser cannot start a worker.
      }
    },
    state: () => ({ alive: worker !== null, lastEnd, started }),
    command: (command) => post({ kind: 'command', command }),
    close: () => end('closed'),
    call: (task, options) => {
      const { signal, patienceMs } = options;
      const id = nextId++;
      const answer = deferred<Outcome<never>>();
      const settled = deferred<void>();
      let patience: ReturnType<typeof setTimeout> | undefined;
      let loads = 1;
      const postTask = () => {
        pending.set(id, { options, finish, repeat });
        try {
          if (!worker) start();
          post({ kind: 'task', id, task });
          if (outbox === null) listen();
        } catch (error) {
          // The browser cannot start a worker, or cannot clone the task.
          finish(failed({ code: 'device.workerStopped', details: String(error) }));
        }
      };
      const repeat = (outcome: Outcome<never>) => {
        if (loads >= MAX_LOADS || signal.aborted) return finish(outcome);
        loads += 1;
        postTask();
      };
      const cancel = () => {
        post({ kind: 'cancel', id });
        answer.resolve(CANCELLED);
        if (patienceMs !== null) patience = setTimeout(() => end('cancelled'), patienceMs);
      };
      const finish = (outcome: Outcome<never>) => {
        pending.delete(id);
        clearTimeout(patience);
        signal.removeEventListener('abort', cancel);
        endWhenIdle();
        answer.resolve(outcome);
        settled.resolve();
      };
      clearTimeout(idle);
      signal.addEventListener('abort', cancel, { once: true });
      postTask();
      if (signal.aborted) cancel();
      return { outcome: answer.promise, settled: settled.promise };
    },
  };
}

const isNotLoaded = (outcome: Outcome<never>): boolean => !outcome.ok && outcome.error.code === 'job.notLoaded';

type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void };

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
