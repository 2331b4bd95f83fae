/**
 * Returns a signal that the first SIGINT or SIGTERM aborts. The second one ends the process at once: code of the site may
 * wait for what never comes.
 */
export function interruptSignal(): AbortSignal {
  const abort = new AbortController();
  const interrupt = (): void => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);
  return abort.signal;
}
