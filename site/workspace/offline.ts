/** How long a tool waits for the service worker, in milliseconds: what is loaded before it controls the page is requested twice. */
const PATIENCE_MS = 1000;

/**
 * Lets the browser keep this page and what it loads, for a visit without a network. Never rejects; does nothing where
 * the browser cannot, or where there is no build.
 */
export async function keepForOffline(base: string): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const root = base.replace(/\/$/, '');
  try {
    const latest: unknown = await (await fetch(`${root}/builds/latest.json`)).json();
    const { id } = latest as { readonly id?: unknown };
    if (typeof id !== 'string') return;
    await workers.register(`${root}/offline.js?build=${encodeURIComponent(id)}`, { scope: `${root}/` });
    await controlled(workers);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    workers.controller?.postMessage([window.location.href.replace(/#.*$/, ''), ...loaded]);
  } catch {
    // Without a network it is here already, or it is not to be had.
  }
}

async function controlled(workers: ServiceWorkerContainer): Promise<void> {
  if (workers.controller) return;
  await new Promise<void>((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(), { once: true });
    window.setTimeout(resolve, PATIENCE_MS);
  });
}
