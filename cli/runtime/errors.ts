import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';

/**
 * Returns whether an error must replace the page although React still shows it: a `FatalError`, or any error with
 * `fatal: true`. Other errors outside of rendering (in event handlers, rejected promises, browser extensions) are only
 * logged, because the page still works.
 */
export function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { readonly fatal?: unknown }).fatal === true;
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
