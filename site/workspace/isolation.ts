import { mayIsolate, type OfflineSite, register } from './offline.ts';

/** Storage key of tabs that were reloaded for isolation: a second reload would not help. */
const RELOADED = 'isolation.reloaded';

/** Events by which a visitor begins to use the page: from then on a reload would disturb. */
const USES = ['pointerdown', 'keydown', 'wheel', 'dragenter', 'paste'];

/**
 * Makes the page cross-origin isolated where its host sends no headers, so that networks may use threads: registers the
 * service worker, which adds the headers to later loads, and reloads the page once per tab. A page that is used stays
 * as it is: its next load is isolated. Never rejects. `signal`: the page is in use, or gone.
 */
export async function isolate(site: OfflineSite, signal: AbortSignal): Promise<void> {
  if (!mayIsolate(site)) return;
  const inUse = new AbortController();
  const idle = AbortSignal.any([signal, inUse.signal]);
  for (const name of USES)
    window.addEventListener(name, () => inUse.abort(), { capture: true, passive: true, signal: idle });
  const registration = await register(site);
  // An older worker may be active and not add the headers.
  const newest = registration?.installing ?? registration?.waiting ?? registration?.active;
  if (!newest || !(await activated(newest, idle)) || idle.aborted || isChoosing()) return;
  inUse.abort();
  if (isFirstReload()) window.location.reload();
}

/** Whether the worker became active before the signal. */
function activated(worker: ServiceWorker, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'activated') resolve(true);
      if (worker.state === 'redundant') resolve(false);
    };
    worker.addEventListener('statechange', check, { signal });
    signal.addEventListener('abort', () => resolve(false));
    check();
  });
}

/** Whether a dialog of the system, such as the choice of a file, may be open: it has the focus of the page. */
const isChoosing = (): boolean => document.visibilityState === 'visible' && !document.hasFocus();

/** Records the reload; false if the tab was reloaded before or the browser cannot store it. */
function isFirstReload(): boolean {
  try {
    if (window.sessionStorage.getItem(RELOADED) !== null) return false;
    window.sessionStorage.setItem(RELOADED, '1');
    return true;
  } catch {
    return false;
  }
}
