import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { SiteInfo } from '../contract.ts';
import { createAnnouncer } from './announcer.ts';
import type { Build } from './build.ts';
import { createCatalogues } from './catalogue.ts';
import { answerAs } from './client.ts';
import { localeOf } from './context.ts';
import { writeCookie } from './cookie.ts';
import { createDescriber } from './describe.ts';
import { detectLocale } from './detect.ts';
import { createErrorPages } from './error-page.ts';
import { applyHead } from './head.ts';
import { createLinks } from './links.ts';
import type { LoadedPage, Loader } from './loader.ts';
import { localeCookie, localeCookieSeconds } from './locale.ts';
import { pagePath } from './paths.ts';
import { createRouter } from './router.ts';
import { createPositions } from './scroll.ts';
import { PageTree, type Shell } from './tree.tsx';
import { onPayloadUpdate } from './update.ts';

export type AppInput = {
  readonly site: SiteInfo;
  readonly App: Shell | undefined;
  readonly build: Build;
  readonly loader: Loader;
  readonly first: LoadedPage;
};

export type RunningApp = {
  /** What waits until the page is hydrated: checks, language detection, development updates. */
  readonly start: () => Promise<void>;
  readonly isNavigating: () => boolean;
  /** Starts fetching pages ahead; called again when more is known of them. */
  readonly watchLinks: () => void;
};

/** Hydrates the first page and wires what the runtime is made of; the only place that knows all of it. */
export function createApp({ site, App, build, loader, first }: AppInput): RunningApp {
  const container = document.getElementById('root') as HTMLElement;
  const catalogues = createCatalogues({ base: site.base, now: Date.now, cacheable: !import.meta.hot });
  const describe = createDescriber({ site, catalogues, root: container });
  const errors = createErrorPages(site, loader);
  const announce = createAnnouncer(document);
  const positions = createPositions(window);
  let current = first;
  let root: Root | null = null;

  const tree = (page: LoadedPage, onCommit?: () => void) => (
    <PageTree state={describe(page.payload)} module={page.module} App={App} {...(onCommit && { onCommit })} />
  );

  const show = (page: LoadedPage, place: () => void): void => {
    const { payload } = page;
    const isNewPage = payload.route.path !== current.payload.route.path || payload.status !== current.payload.status;
    current = page;
    const onCommit = () => {
      applyHead(document, payload.head, localeOf(site, payload.route.locale));
      place();
      if (isNewPage) announce(payload.head.title);
      links.watch();
    };
    const render = () => root?.render(tree(page, onCommit));
    if (isNewPage && mayAnimate()) animate(() => flushSync(render));
    else startTransition(render);
  };

  const router = createRouter({
    base: site.base,
    build,
    positions,
    show,
    currentPath: () => current.payload.route.path,
    load: async (path) => errors.checked(await loader.load(path), path),
  });
  const links = createLinks({ base: site.base, build, loader, router, beforeHash: positions.save });

  const showError = async (failure: Promise<LoadedPage | null>): Promise<void> => {
    const page = await failure;
    if (page) show(page, () => {});
  };

  answerAs({
    navigate: router.navigate,
    loadMessages: () => catalogues.load(current.payload.route.locale),
    async switchLocale(code) {
      const { prefix } = localeOf(site, code);
      const path = current.payload.route.alternates[code] ?? (prefix || '/');
      await loader.load(path).catch((error) => console.warn('Failed loading locale', code, error));
      writeCookie(localeCookie, code, { maxAge: localeCookieSeconds, path: site.base || '/' });
      await router.navigate(path);
    },
  });

  root = hydrateRoot(container, tree(first), {
    onUncaughtError(error) {
      reportError(error);
      if (current.payload.status >= 400) return;
      void showError(errors.crash(error, current.payload.route.path));
    },
  });
  loader.keep(first.payload.route.path, first);

  return {
    isNavigating: () => router.target() !== null,
    watchLinks: links.watch,
    async start() {
      history.scrollRestoration = 'manual';
      // The browser itself restores a document that is left and come back to.
      addEventListener('pagehide', () => {
        history.scrollRestoration = 'auto';
      });
      addEventListener('pageshow', () => {
        history.scrollRestoration = 'manual';
      });
      onPayloadUpdate({ loader, current: () => current, show });
      const path = pagePath(location.pathname, site.base) ?? '/';
      if (first.payload.status === 404 && path !== first.payload.route.path) await showError(errors.notFound(path));
      else await showError(errors.checkedOrNull(first, path));
      if (site.detectLocale && path === '/') await detectLocale(site, router.navigate);
    },
  };
}

function mayAnimate(): boolean {
  return (
    'startViewTransition' in document && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}

function animate(change: () => void): void {
  const transition = document.startViewTransition(change);
  // A transition that is cut short rejects; the page has changed all the same.
  for (const promise of [transition.ready, transition.finished]) promise.catch(() => {});
}
