import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';

/**
 * Reloads the page unless it was reloaded this way less than 10 s ago. Where storage is out of reach, a page that is
 * itself the result of a reload is not reloaded again.
 */
export function guardedReload(window: Window & typeof globalThis): boolean {
  if (!mayReload(window)) return false;
  window.location.reload();
  return true;
}

function mayReload(window: Window & typeof globalThis): boolean {
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
