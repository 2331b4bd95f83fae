import type { Message, SiteInfo } from '../contract.ts';
import { createBuild } from './build.ts';
import type { NavigateOptions, SwitchOptions } from './client.ts';
import { FatalError, failureOf, isFatal } from './errors.ts';
import { applyHead } from './head.ts';
import type { Host, LoadedPage } from './host.tsx';
import { whenIdle } from './idle.ts';
import { lazyCatalogues } from './lazy-catalogues.ts';
import { connection, createLinkEvents } from './link-events.ts';
import { checkPage, createLoader, type Loader } from './loader.ts';
import { localeOf, pagePath } from './paths.ts';
import { createRouter, withTimeout } from './router.ts';
import { createScrollPositions } from './scroll.ts';

/** Error pages in a row after which a further error shows nothing: an error page that fails must not replace itself. */
const maxErrorPages = 3;

export type Navigation = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string, options?: SwitchOptions) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
  /** Returns a message that the page's payload does not contain; a promise while it is loading. */
  readonly message: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Shows the error page for a fatal error, or for an error that no component has caught. */
  readonly crash: (error: unknown) => Promise<void>;
  /** Loads the document of a pending navigation; returns false if none is pending. */
  readonly loadPending: () => boolean;
  /** Runs the check of the first page and the language detection, then loads the build manifest. */
  readonly start: () => Promise<void>;
};

/** Connects all parts of the runtime that work after hydration. */
export function createNavigation({ site, host }: { readonly site: SiteInfo; readonly host: Host }): Navigation {
  const { base } = site;
  const first = host.current();
  const build = createBuild(base);
  const loader = createLoader(base, build, first.payload.entry);
  const catalogues = lazyCatalogues(base);
  const announce = createAnnouncer(document);
  const positions = createScrollPositions(window);
  const requestedPath = () => pagePath(location.pathname, base) ?? '/';
  /** Number of error pages since the last other page. */
  let errorPages = 0;

  const show = (page: LoadedPage, onCommit: () => void): void => {
    const { head, route } = page.payload;
    const isNewPage = route.path !== host.current().payload.route.path;
    errorPages = 0;
    host.show(page, () => {
      applyHead(document, head, localeOf(site, route.locale));
      onCommit();
      if (isNewPage) announce(head.title);
      links.observe();
    });
  };
  const router = createRouter({
    base,
    build,
    positions,
    show,
    currentPath: () => host.current().payload.route.path,
    async load(path) {
      const page = await loader.load(path);
      await checkPage(page, site);
      return page;
    },
  });
  const links = createLinkEvents({ base, build, loader, router, beforeHash: positions.save });
  if (import.meta.hot) updateInPlace({ loader, current: host.current, show });
  loader.add(first.payload.route.path, first);

  /** Returns why the server answered the requested path with the not-found page. */
  const notFoundError = async (path: string): Promise<FatalError> => {
    if (!import.meta.hot) await build.load();
    const known = build.find(path);
    return new FatalError(known.kind === 'refused' ? known : { status: 404, message: `Page not found: ${path}` });
  };

  return {
    navigate: router.navigate,
    loadPending: router.loadPending,
    message: catalogues.find,
    loadMessages: () => catalogues.load(host.current().payload.route.locale),
    async switchLocale(code, options) {
      const locale = localeOf(site, code);
      const path = host.current().payload.route.alternates[code] ?? (locale.prefix || '/');
      const [{ storeLocale }] = await Promise.all([
        import('./locale-choice.ts'),
        // The page's payload contains its messages.
        withTimeout(loader.load(path)).catch((error) => console.warn('Failed loading locale', code, error)),
      ]);
      await router.navigate(path, options);
      storeLocale(site, locale);
    },
    async crash(error) {
      // In development the overlay reports errors of components above the last good page.
      if (errorPages === maxErrorPages || (import.meta.hot && !isFatal(error))) return;
      const count = ++errorPages;
      const { errorPage, restoreServedPage } = await import('./error-page.ts');
      const page = await errorPage({ site, loader, failure: failureOf(error), path: requestedPath() });
      const focused = document.activeElement;
      if (page) {
        show(page, () => positions.arrive(focused));
        errorPages = count;
      } else if (!document.getElementById('root')?.hasChildNodes()) {
        // React removes the page after an error that no component caught; crawlers read what the server sent instead.
        await restoreServedPage();
      }
    },
    async start() {
      const path = requestedPath();
      const { status, route, props } = first.payload;
      try {
        // The development server renders the failure of a check into the not-found page.
        if (status >= 400 && props.message) throw new FatalError({ status, message: String(props.message) });
        // The not-found page may be opened by its own address, as hosts name its file.
        if (status === 404 && path !== route.path && path !== `${route.path}.html`) throw await notFoundError(path);
        await checkPage(first, site);
      } catch (error) {
        reportError(error);
      }
      if (site.detectLocale && path === '/') {
        const locale = await (await import('./locale-choice.ts')).detectLocale(site);
        if (locale?.prefix) await router.navigate(locale.prefix, { replace: true });
      }
      // A development server has no builds.
      if (import.meta.hot) return;
      build.poll(site.pollSeconds);
      if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
      if (connection().effectiveType !== 'slow-2g') whenIdle(() => void build.load().then(links.observe));
    },
  };
}

/** Adds an invisible live region. The returned function makes screen readers speak a text. */
function createAnnouncer(document: Document): (text: string) => void {
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.style.cssText =
    'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
  document.body.append(region);
  return (text) => {
    region.textContent = text;
  };
}

type UpdateInput = {
  readonly loader: Loader;
  readonly current: () => LoadedPage;
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
};

/** In development: fetches the page's payload again when its sources change, and renders it in place. */
function updateInPlace({ loader, current, show }: UpdateInput): void {
  if (!import.meta.hot) return;
  import.meta.hot.on('sitegen:reload', () => location.reload());
  import.meta.hot.on('sitegen:update', async ({ paths }: { readonly paths: readonly string[] | 'all' }) => {
    const { path } = current().payload.route;
    loader.clear();
    if (paths !== 'all' && !paths.includes(path)) return;
    try {
      const { payload } = await loader.load(path);
      // Vite updates the code. If the visitor has navigated meanwhile, the new page has fresh data already.
      if (current().payload.route.path === path) show({ payload, module: current().module }, () => {});
    } catch (error) {
      // The page stays unchanged until its sources are fixed.
      console.warn('Failed updating the page', error);
    }
  });
  // The server answers with an update if sources changed shortly before this page was listening.
  import.meta.hot.send('sitegen:ready');
}
