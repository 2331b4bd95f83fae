import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';

/** HTTP status and message to show on the error page. */
export type Failure = { readonly status: number; readonly message: string };

/**
 * An error that replaces the page by the error page with its status and message. It can be thrown anywhere in the
 * browser, including event handlers, timers and unhandled promises; it is also logged.
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
 * Returns whether an error must replace the page although React still shows it: a `FatalError`, or any error with
 * `fatal: true`. Other errors outside of rendering (in event handlers, rejected promises, browser extensions) are only
 * logged, because the page still works.
 */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly fatal?: unknown }).fatal === true;
}

/** Returns the status and message for the error page: the status of a fatal error, 500 for any other. */
export function failureOf(error: unknown): Failure {
  const { status } = error as { readonly status?: unknown };
  return {
    status: isFatal(error) && typeof status === 'number' ? status : 500,
    message: error instanceof Error ? error.message : String(error),
  };
}

/**
 * Calls `load`, which loads a document because code is missing, unless this happened within the last 10 s. If storage
 * is not accessible, a page that is itself a reload does not load again.
 */
export function loadWithGuard(window: Window, load: () => void): void {
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
