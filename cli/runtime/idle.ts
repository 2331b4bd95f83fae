/**
 * Runs `work` when the browser is idle, at the latest after 5 s; after 200 ms in browsers without
 * `requestIdleCallback`.
 */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 200);
}
