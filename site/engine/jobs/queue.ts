/** Runs tasks one after the other, in the order of `add`. */
export type Queue = {
  /** Resolves with the task's result. Rejects with an AbortError if the signal aborts while the task waits. */
  readonly add: <T>(task: () => Promise<T>, signal: AbortSignal, onWait?: () => void) => Promise<T>;
};

/** Shorter waits are not reported to `onWait`. */
const MIN_REPORTED_WAIT_MS = 30;

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
          const index = waiting.indexOf(start);
          if (index >= 0) waiting.splice(index, 1);
          reject(abortError());
        };
        const start = async () => {
          signal.removeEventListener('abort', leave);
          await task().then(resolve, reject);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(start);
        if (!running) return void next();
        setTimeout(() => waiting.includes(start) && onWait?.(), MIN_REPORTED_WAIT_MS);
      }),
  };
}

export const abortError = (): DOMException => new DOMException('The work was cancelled.', 'AbortError');
