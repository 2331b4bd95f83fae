import { failed, type ToolError, toolErrorOf } from '../errors.ts';
import type { AnyResult, Request, Response, WorkerDamage, WorkerTypes } from './messages.ts';

/** The used part of a worker's global scope. */
export type WorkerScope<Types extends WorkerTypes> = {
  readonly postMessage: (message: Response<Types>, transfer: Transferable[]) => void;
  onmessage: ((event: MessageEvent<Request<Types>>) => unknown) | null;
};

export type TaskControls<Types extends WorkerTypes> = {
  readonly signal: AbortSignal;
  readonly progress: (progress: Types['progress']) => void;
  /** Starts a network. Firefox can leave the thread hanging then; the host replaces a worker that says nothing for long. */
  readonly loading: Loading;
};

export type Loading = <T>(work: () => Promise<T>) => Promise<T>;

/** Milliseconds between two messages that the thread does not hang. */
const BEAT_MS = 250;

export type Handlers<Types extends WorkerTypes> = {
  /** Called once, before any task. */
  readonly setUp: (setup: Types['setup']) => void;
  /** Runs a task. Throws errors that `toolErrorOf` understands. */
  readonly perform: (task: Types['task'], controls: TaskControls<Types>) => Promise<AnyResult<Types>>;
  /** Buffers and bitmaps of a result that are transferred to the page. */
  readonly transfersOf?: (result: AnyResult<Types>) => readonly Transferable[];
  readonly command?: (command: Types['command']) => void;
  /** Called when a task is cancelled, to wake code that waits for something else. */
  readonly cancelled?: () => void;
  /** Whether networks of this worker can no longer be trusted. */
  readonly damage?: () => WorkerDamage | null;
};

/**
 * Makes a worker that answers a host. Posts `ready` once messages are handled. Whatever a handler throws reaches the
 * host with its cause.
 */
export function serveHost<Types extends WorkerTypes>(scope: WorkerScope<Types>, handlers: Handlers<Types>): void {
  const running = new Map<number, AbortController>();
  const post = (message: Response<Types>, transfer: readonly Transferable[] = []) =>
    scope.postMessage(message, [...transfer]);

  const loading: Loading = async (work) => {
    const beat = () => post({ kind: 'loading', on: true });
    const timer = setInterval(beat, BEAT_MS);
    beat();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      post({ kind: 'loading', on: false });
    }
  };
  const work = async (id: number, task: Types['task']): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const progress = (value: Types['progress']) => post({ kind: 'progress', id, progress: value });
    try {
      const value = await handlers.perform(task, { signal: controller.signal, progress, loading });
      const transfer = handlers.transfersOf?.(value) ?? [];
      post({ kind: 'done', id, outcome: { ok: true, value }, damage: handlers.damage?.() ?? null }, transfer);
    } catch (thrown) {
      const error = toolErrorOf(thrown);
      post({ kind: 'done', id, outcome: failed(error), damage: damageOf(error) ?? handlers.damage?.() ?? null });
    } finally {
      running.delete(id);
    }
  };

  const handle = (message: Request<Types>): void => {
    switch (message.kind) {
      case 'setup':
        if (message.lock !== null) holdLock(message.lock, () => post({ kind: 'locked' }));
        handlers.setUp(message.setup);
        break;
      case 'task':
        void work(message.id, message.task);
        break;
      case 'cancel':
        running.get(message.id)?.abort();
        handlers.cancelled?.();
        break;
      case 'command':
        handlers.command?.(message.command);
        break;
    }
  };

  scope.onmessage = ({ data }) => {
    try {
      handle(data);
    } catch (error) {
      post({ kind: 'fault', error: toolErrorOf(error) });
    }
  };
  post({ kind: 'ready' });
}

function damageOf({ code }: ToolError): WorkerDamage | null {
  switch (code) {
    case 'device.outOfMemory':
      return 'memory';
    case 'job.notLoaded':
      return 'program';
    default:
      return null;
  }
}

function holdLock(name: string, onHeld: () => void): void {
  navigator.locks
    ?.request(name, () => {
      onHeld();
      // Never resolves: the browser releases the lock when this worker ends, however it ends.
      return new Promise<never>(() => undefined);
    })
    // A worker without a lock works too.
    .catch(() => undefined);
}
