import { setImmediate } from 'node:timers/promises';

/** Maximum time of work without a pause: signals wait for as long. */
const maxBusyMs = 30;

/**
 * Creates a function to await in long synchronous loops: every 30 ms it lets the event loop run, so that interrupts are
 * handled, and rejects once the signal is aborted.
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

/** Settles with the promise, or rejects as soon as the signal is aborted. It does not stop the work of the promise. */
export function interruptible<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
