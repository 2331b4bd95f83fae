import type { PagePayload, SiteInfo } from '../contract.ts';
import { createApp } from './app.tsx';
import { createBuild } from './build.ts';
import { connection, whenIdle } from './links.ts';
import { createLoader, loadCode } from './loader.ts';
import { guardedReload } from './reload.ts';
import { announceChunkError } from './router.ts';
import { followTheme } from './theme.ts';
import type { Shell } from './tree.tsx';

export type BootInput = { readonly site: SiteInfo; readonly App?: Shell | undefined };

/** Id of the element that React renders into. */
export const rootId = 'root';
/** Id of the data block with the first page's payload. */
export const dataId = 'sitegen-data';

/** Brings the served page to life: hydrates it, then takes over navigation. The boot entry's only call. */
export async function boot({ site, App }: BootInput): Promise<void> {
  const payload = JSON.parse(document.getElementById(dataId)?.textContent ?? '') as PagePayload;
  const build = createBuild(site.base);
  const loader = createLoader(site.base, build, payload.entry);
  // Vite tells so of lazy imports that are gone; it throws the error on unless the event is cancelled.
  addEventListener('vite:preloadError', () => {
    if (!app?.isNavigating()) guardedReload(window);
  });
  let app: ReturnType<typeof createApp> | undefined;
  try {
    const module = await loadCode(payload.assets);
    app = createApp({ site, App, build, loader, first: { payload, module } });
  } catch (error) {
    throw announceChunkError(error);
  }
  followTheme(site.theme);
  await app.start();
  build.poll(site.pollSeconds);
  await documentLoaded();
  if (connection().effectiveType !== 'slow-2g') whenIdle(() => void build.load().then(app.watchLinks));
}

function documentLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', () => resolve(), { once: true }));
}
