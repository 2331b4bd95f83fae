import type { PagePayload, SiteInfo } from '../contract.ts';
import { answerAs } from './client.ts';
import { createHost, type LoadedPage } from './host.tsx';
import type { Navigation } from './navigation.ts';
import { announceChunkError, guardedReload } from './reload.ts';
import { followTheme } from './theme.ts';
import type { Shell } from './tree.tsx';

export type BootInput = { readonly site: SiteInfo; readonly App?: Shell | undefined };

/**
 * Brings the served page to life: hydrates it, then takes over navigation. The boot entry's only call. Navigation is
 * code of its own, so that the page answers before it is there; links work as links until then.
 */
export async function boot({ site, App }: BootInput): Promise<void> {
  let navigation: Navigation | null = null;
  // Vite tells so of lazy imports that are gone; it throws the error on unless the event is cancelled.
  addEventListener('vite:preloadError', () => {
    if (!navigation?.takeOverFailure()) guardedReload(window);
  });
  const first = await loadFirst();
  const host = createHost({
    site,
    App,
    first,
    missing: (locale, key) => (navigation ? navigation.message(locale, key) : ready),
    onCrash(error) {
      reportError(error);
      void started.then(({ crash }) => crash(error));
    },
  });
  const started = import('./navigation.ts').then(({ createNavigation }) => {
    navigation = createNavigation({ site, host });
    return navigation;
  });
  // A page whose navigation cannot be had is still a page.
  const ready = started.then(
    () => {},
    () => {},
  );
  answerAs({
    navigate: async (to, options) => (await started).navigate(to, options),
    switchLocale: async (code) => (await started).switchLocale(code),
    loadMessages: async () => (await started).loadMessages(),
  });
  followTheme(site.theme);
  await (await started).start();
}

async function loadFirst(): Promise<LoadedPage> {
  const payload = JSON.parse(document.getElementById('sitegen-data')?.textContent ?? '') as PagePayload;
  try {
    return { payload, module: await import(/* @vite-ignore */ payload.assets.chunk) };
  } catch (error) {
    throw announceChunkError(error);
  }
}
