import { setImmediate } from 'node:timers/promises';

/** Work without a pause for longer than this keeps signals waiting. */
const maxBusyMs = 30;

/**
 * Makes a function for loops that never wait: every few milliseconds it lets the event loop run, so that an interrupt is
 * heard, and throws once the signal is aborted.
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

/** Settles with the promise, or rejects as soon as the signal is aborted. What the promise stands for goes on. */
export function interruptible<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
