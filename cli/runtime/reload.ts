import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';

/**
 * Reloads the page unless it was reloaded this way less than 10 s ago. Where storage is out of reach, a page that is
 * itself the result of a reload is not reloaded again.
 */
export function guardedReload(window: Window): boolean {
  if (!mayReload(window)) return false;
  window.location.reload();
  return true;
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

/** Tells of code that is gone, in the way that Vite does for its own imports. Returns the error, to be thrown. */
export function announceChunkError(error: unknown): unknown {
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
  return error;
}
