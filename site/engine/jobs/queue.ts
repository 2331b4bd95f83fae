/** Runs tasks one after the other, in the order in which they came. */
export type Queue = {
  /** Resolves with what the task gives. Rejects with an AbortError when the signal fires while it still waits. */
  readonly add: <T>(task: () => Promise<T>, signal: AbortSignal, onWait?: () => void) => Promise<T>;
};

const WAIT_MS = 30;

export function createQueue(): Queue {
  const waiting: (() => Promise<void>)[] = [];
  let running = false;
  const next = async (): Promise<void> => {
    const start = waiting.shift();
    running = start !== undefined;
    if (!start) return;
    await start();
    return next();
  };
  return {
    add: (task, signal, onWait) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortError());
        const leave = () => {
          const place = waiting.indexOf(start);
          if (place >= 0) waiting.splice(place, 1);
          reject(abortError());
        };
        const start = async () => {
          signal.removeEventListener('abort', leave);
          await task().then(resolve, reject);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(start);
        if (!running) return void next();
        // The one before may be just about to end: who waits no longer than this need not hear of it.
        setTimeout(() => waiting.includes(start) && onWait?.(), WAIT_MS);
      }),
  };
}

export const abortError = (): DOMException => new DOMException('The work was cancelled.', 'AbortError');
