import type { PagePayload, SiteInfo } from '../contract.ts';
import { provideClient } from './client.ts';
import type { Shell } from './context.tsx';
import { isFatal, loadWithGuard } from './errors.ts';
import { createHost, type LoadedPage } from './host.tsx';
import type { Navigation } from './navigation.ts';
import { dispatchPreloadError } from './preload.ts';
import { readHeadTags } from './read-head.ts';

export type BootInput = { readonly site: SiteInfo; readonly App?: Shell | undefined };

/**
 * Hydrates the served page, then starts client-side navigation. The boot entry calls only this function. The
 * navigation's code is a separate chunk, so that the page is interactive before it has loaded; until then the browser
 * follows links.
 */
export async function boot({ site, App }: BootInput): Promise<void> {
  let navigation: Navigation | null = null;
  // Dispatched if a lazy import fails.
  addEventListener('vite:preloadError', () => {
    loadWithGuard(window, () => {
      if (!navigation?.loadPending()) void reloadIfServed();
    });
  });
  const first = await loadFirst();
  const host = createHost({
    site,
    App,
    first,
    loadMessage: (locale, key) => (navigation ? navigation.message(locale, key) : ready),
    onUncaught(error) {
      reportError(error);
      if (!isFatal(error)) showError(error);
    },
  });
  const starting = import('./navigation.ts').then(({ createNavigation }) => {
    navigation = createNavigation({ site, host });
    return navigation;
  });
  const showError = (error: unknown): void => {
    starting
      .then((running) => running.showError(error))
      .catch((failure) => console.warn('Failed showing the error page', failure));
  };
  addEventListener('error', ({ error }) => {
    if (isFatal(error)) showError(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isFatal(reason)) showError(reason);
  });
  // The page works even if the navigation's code cannot be loaded: the browser follows its links.
  const ready = starting.then(
    () => {},
    () => {},
  );
  provideClient({
    navigate: async (to, options) => (await starting).navigate(to, options),
    switchLocale: async (code, options) => (await starting).switchLocale(code, options),
    loadMessages: async () => (await starting).loadMessages(),
  });
  await (await starting).start();
}

/** Loads the document again where its host answers: without a network that would only lose what the visitor did. */
async function reloadIfServed(): Promise<void> {
  const isServed = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) location.reload();
}

async function loadFirst(): Promise<LoadedPage> {
  const data = JSON.parse(document.getElementById('sitegen-data')?.textContent ?? '') as PagePayload;
  const payload = { ...data, head: { ...data.head, tags: readHeadTags(document) } };
  try {
    return { payload, module: await import(/* @vite-ignore */ payload.assets.chunk) };
  } catch (error) {
    dispatchPreloadError(error);
    throw error;
  }
}
