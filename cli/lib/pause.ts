import { setImmediate } from 'node:timers/promises';

/** Maximum time of work without a pause, which delays the handling of signals. */
const maxBusyMs = 30;

/**
 * Returns a function to await in long synchronous loops. Every 30 ms it lets the event loop run, so that interrupts are
 * handled; it rejects once the signal is aborted.
 */
export function createPause(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxBusyMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
      signal?.throwIfAborted();
    });
  };
}

/**
 * Returns a promise that settles with `promise`, or rejects as soon as the signal is aborted. The work of `promise`
 * goes on.
 */
export function interruptible<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
