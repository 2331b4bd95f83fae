import type { Response, WorkerTypes } from './messages.ts';

/**
 * Loads a worker's program from its entry file. The entry must hold nothing else: WebKit evaluates an entry a second
 * time when a lazily loaded chunk imports it, which would start a second program without a setup in the same worker.
 * Only entries import this file, so that the bundler keeps it in the entry and no other chunk depends on it.
 */
export function loadWorker(program: () => Promise<unknown>): void {
  program().catch((error: unknown) => {
    const details = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const message: Response<WorkerTypes> = { kind: 'fault', error: { code: 'job.notLoaded', details } };
    globalThis.postMessage(message);
  });
}
