import type { PagePayload, SiteInfo } from '../contract.ts';
import { answerAs } from './client.ts';
import { isFatal } from './fatal.ts';
import { createHost, type LoadedPage } from './host.tsx';
import type { Navigation } from './navigation.ts';
import { announceChunkError, guardedLoad } from './reload.ts';
import { followTheme } from './theme.ts';
import type { Shell } from './tree.tsx';

export type BootInput = { readonly site: SiteInfo; readonly App?: Shell | undefined };

/**
 * Brings the served page to life: hydrates it, then takes over navigation. The boot entry's only call. Navigation is
 * code of its own, so that the page answers before it is there; links work as links until then.
 */
export async function boot({ site, App }: BootInput): Promise<void> {
  let navigation: Navigation | null = null;
  // Vite sends this for lazy imports that are missing; it rethrows the error unless the event is cancelled.
  addEventListener('vite:preloadError', () => {
    guardedLoad(window, () => {
      if (!navigation?.leave()) location.reload();
    });
  });
  const first = await loadFirst();
  const host = createHost({
    site,
    App,
    first,
    missing: (locale, key) => (navigation ? navigation.message(locale, key) : ready),
    onCrash(error) {
      reportError(error);
      if (!isFatal(error)) crash(error);
    },
  });
  const started = import('./navigation.ts').then(({ createNavigation }) => {
    navigation = createNavigation({ site, host });
    return navigation;
  });
  const crash = (error: unknown): void => {
    started
      .then((running) => running.crash(error))
      .catch((failure) => console.warn('Failed showing the error page', failure));
  };
  addEventListener('error', ({ error }) => {
    if (isFatal(error)) crash(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isFatal(reason)) crash(reason);
  });
  // Without the code for navigation the page still works, and its links are links.
  const ready = started.then(
    () => {},
    () => {},
  );
  answerAs({
    navigate: async (to, options) => (await started).navigate(to, options),
    switchLocale: async (code, options) => (await started).switchLocale(code, options),
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
