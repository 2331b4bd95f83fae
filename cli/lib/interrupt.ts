const signals = ['SIGINT', 'SIGTERM'] as const;

/** The handler of this process, and how many pieces of the site's code it is removed for. */
let handler: (() => void) | null = null;
let suspensions = 0;

/**
 * Returns a signal that the first SIGINT or SIGTERM aborts. The second one ends the process at once: code of the site may
 * wait for what never comes.
 */
export function interruptSignal(): AbortSignal {
  const abort = new AbortController();
  handler = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  for (const signal of signals) process.on(signal, handler);
  return abort.signal;
}

/**
 * Lets SIGINT and SIGTERM end the process until the returned function is called: while code of the site is in an endless
 * loop in this thread, Node calls no handler. The system ends no process with the id 1, as in a container, unless it has a
 * handler.
 */
export function suspendHandler(): () => void {
  const suspended = process.pid === 1 ? null : handler;
  if (!suspended) return () => {};
  if (suspensions++ === 0) for (const signal of signals) process.off(signal, suspended);
  return () => {
    if (--suspensions === 0) for (const signal of signals) process.on(signal, suspended);
  };
}

/** Calls a function of the site. SIGINT and SIGTERM end the process until it returns. */
export function callEndable<T>(run: () => T): T {
  const resume = suspendHandler();
  try {
    return run();
  } finally {
    resume();
  }
}
