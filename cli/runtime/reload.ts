import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';

/**
 * Loads a document again because code is missing: calls `load` unless it was called this way less than 10 s ago.
 * Without access to storage, a page that is itself the result of a reload is not loaded again.
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

/** Announces missing code by the event that Vite sends for its own imports. Returns the error, to be thrown. */
export function announceChunkError(error: unknown): unknown {
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  return error;
}
