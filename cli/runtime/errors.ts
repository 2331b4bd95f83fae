import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';

/** HTTP status and message that the error page shows. */
export type Failure = { readonly status: number; readonly message: string };

/**
 * An error that ends the page: it is logged, and the error page with its status and message replaces the page.
 * Throw it anywhere in the browser, also in event handlers, timers and promises that nobody awaits.
 */
export class FatalError extends Error {
  override readonly name = 'FatalError';
  readonly fatal = true;
  readonly status: number;

  constructor({ status, message }: Failure, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * True for errors that end the page although React has not removed it: `FatalError`s, and any error that carries
 * `fatal: true`. Other errors outside of rendering (a handler that throws, a rejected request, a browser extension's
 * script) are only logged, because the page is still there and still works.
 */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly fatal?: unknown }).fatal === true;
}

/** Returns what the error page shows of an error: the status of a fatal error, 500 for any other. */
export function failureOf(error: unknown): Failure {
  const { status } = error as { readonly status?: unknown };
  return {
    status: isFatal(error) && typeof status === 'number' ? status : 500,
    message: error instanceof Error ? error.message : String(error),
  };
}

/** Announces missing code by the event that Vite dispatches for its own imports. Returns the error, to be thrown. */
export function announceChunkError(error: unknown): unknown {
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  return error;
}

/**
 * Calls `load`, which loads a document because code is missing, unless this happened less than 10 s ago. Without access
 * to storage, a page that is itself the result of a reload is not loaded again.
 */
export function guardedLoad(window: Window, load: () => void): void {
  if (mayReload(window)) load();
}

function mayReload(window: Window): boolean {
  try {
    const { sessionStorage } = window;
    if (Number(sessionStorage.getItem(reloadGuardKey)) > Date.now()) return false;
    sessionStorage.setItem(reloadGuardKey, String(Date.now() + reloadGuardMs));
    return true;
  } catch {
    const entry = window.performance.getEntriesByType('navigation')[0];
    return (entry as PerformanceNavigationTiming | undefined)?.type !== 'reload';
  }
}
