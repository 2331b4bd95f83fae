import type { SiteInfo } from '@safelight/sitegen/types';

/** Part of the site that decides about its service worker: `custom.offline` of `config/site.yaml`. */
export type OfflineSite = Pick<SiteInfo, 'base' | 'custom'>;

/** Milliseconds that a tool waits for the service worker: what is loaded before it controls the page is requested twice. */
const PATIENCE_MS = 1000;

/** Whether the service worker adds the headers of cross-origin isolation if the host sends none. */
export function mayIsolate({ custom }: Pick<OfflineSite, 'custom'>): boolean {
  const { offline } = custom;
  return typeof offline === 'object' && offline !== null && 'isolate' in offline && offline.isolate === true;
}

/**
 * Caches this page and what it loads, for a visit without a network. Resolves when the service worker
 * controls the page, or after `PATIENCE_MS`: what follows late is kept all the same. Never rejects; does nothing where
 * the browser cannot, or where there is no build.
 */
export async function keepForOffline(site: OfflineSite): Promise<void> {
  await Promise.race([keep(site), new Promise<void>((resolve) => window.setTimeout(resolve, PATIENCE_MS))]);
}

async function keep(site: OfflineSite): Promise<void> {
  if (!(await register(site))) return;
  const workers = navigator.serviceWorker;
  if (!workers.controller)
    await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  workers.controller?.postMessage([window.location.href.replace(/#.*$/, ''), ...loaded]);
}

/** Registers the service worker of the latest build; null without browser support, build or network. */
export async function register(site: OfflineSite): Promise<ServiceWorkerRegistration | null> {
  const root = site.base.replace(/\/$/, '');
  try {
    // Sandboxed pages may not even look for it.
    if (!navigator.serviceWorker) return null;
    const latest: unknown = await (await fetch(`${root}/builds/latest.json`)).json();
    const { id } = latest as { readonly id?: unknown };
    if (typeof id !== 'string') return null;
    const query = new URLSearchParams({ build: id, ...(mayIsolate(site) && { isolate: '1' }) });
    return await navigator.serviceWorker.register(`${root}/offline.js?${query}`, { scope: `${root}/` });
  } catch {
    return null;
  }
}
