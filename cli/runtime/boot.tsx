import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { type HydrationOptions, hydrateRoot, type Root } from 'react-dom/client';
import type { HeadTag, Message, PagePayload, SiteInfo } from '../contract.ts';
import { reloadGuardKey, reloadGuardMs } from './boot-script.ts';
import { provideClient } from './client.ts';
import { PageTree, type Shell } from './context.tsx';
import { isFatal, reportRecovered } from './errors.ts';
import type { LoadedPage } from './loader.ts';
import type { Host, Navigation } from './navigation.ts';
import { createPageStates } from './page-state.ts';
import { dispatchPreloadError } from './preload.ts';

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
    loadWithGuard(() => {
      if (!navigation?.loadPending()) reloadIfServed();
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
function reloadIfServed(): void {
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  );
}

async function loadFirst(): Promise<LoadedPage> {
  const data = JSON.parse(document.getElementById('sitegen-data')?.textContent ?? '') as PagePayload;
  const payload = { ...data, head: { ...data.head, tags: readHeadTags() } };
  try {
    return { payload, module: await import(/* @vite-ignore */ payload.assets.chunk) };
  } catch (error) {
    dispatchPreloadError(error);
    throw error;
  }
}

/** Returns the elements of the first page's head from its document, whose data does not repeat them. */
function readHeadTags(): readonly HeadTag[] {
  return Array.from(document.head.querySelectorAll('[data-h]'), (element) => {
    const all = Array.from(element.attributes, ({ name, value }) => [name, value]);
    const { 'data-h': _, ...attributes } = Object.fromEntries(all);
    return [element.localName, attributes, element.textContent || undefined] as unknown as HeadTag;
  });
}

/**
 * Calls `load`, which loads a document because code is missing, unless this happened within the last 10 s. If storage
 * is not accessible, a page that is itself a reload does not load again.
 */
function loadWithGuard(load: () => void): void {
  try {
    if (Number(sessionStorage.getItem(reloadGuardKey)) > Date.now()) return;
    sessionStorage.setItem(reloadGuardKey, String(Date.now() + reloadGuardMs));
  } catch {
    const [entry] = performance.getEntriesByType('navigation');
    if ((entry as PerformanceNavigationTiming | undefined)?.type === 'reload') return;
  }
  load();
}

type HostInput = {
  readonly site: SiteInfo;
  readonly App: Shell | undefined;
  readonly first: LoadedPage;
  /**
   * Returns a message that is not in the payload; while it is loading, a promise, which must be the same for every
   * call.
   */
  readonly loadMessage: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Called with errors that no component caught; React has already emptied the page. */
  readonly onUncaught: (error: unknown) => void;
};

/** Hydrates the first page and returns the host that renders later ones. */
function createHost(input: HostInput): Host {
  const { App, first, onUncaught } = input;
  const container = document.getElementById('root') as HTMLElement;
  const stateOf = createPageStates(input, container);
  let current = first;

  const tree = ({ payload, module }: LoadedPage, onCommit?: () => void) => (
    <PageTree state={stateOf(payload)} module={module} App={App} onCommit={onCommit} />
  );
  // A transition makes hydration interruptible, so that slow devices stay responsive.
  let root!: Root;
  const options: HydrationOptions = { onUncaughtError: onUncaught };
  if (import.meta.hot) options.onRecoverableError = reportRecovered;
  startTransition(() => {
    root = hydrateRoot(container, tree(first), options);
  });

  return {
    current: () => current,
    show(page, onCommit) {
      const isUpdate = page.payload.route.path === current.payload.route.path;
      current = page;
      const render = () => root.render(tree(page, onCommit));
      if (isUpdate || !mayAnimate()) startTransition(render);
      else animate(() => flushSync(render));
    },
  };
}

function mayAnimate(): boolean {
  return (
    'startViewTransition' in document && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

function animate(change: () => void): void {
  const { ready, finished } = document.startViewTransition(change);
  // An interrupted view transition rejects, although the page has changed.
  Promise.all([ready, finished]).catch(() => {});
}
