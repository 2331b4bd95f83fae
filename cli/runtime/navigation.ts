import type { Message, SiteInfo } from '../contract.ts';
import { createAnnouncer } from './announcer.ts';
import { createBuild } from './build.ts';
import type { Catalogues } from './catalogue.ts';
import { checkPage } from './check.ts';
import type { NavigateOptions, SwitchOptions } from './client.ts';
import { localeOf } from './context.ts';
import { FatalError, failureOf, isFatal } from './fatal.ts';
import { applyHead } from './head-apply.ts';
import type { Host, LoadedPage } from './host.tsx';
import { connection, createLinks, whenIdle } from './links.ts';
import { createLoader } from './loader.ts';
import { createRouter, patient } from './router.ts';
import { createPositions } from './scroll.ts';
import { pagePath } from './targets.ts';
import { onPayloadUpdate } from './update.ts';

const maxErrorPages = 3;

export type Navigation = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string, options?: SwitchOptions) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
  /** A message that the page's payload does not hold; a promise while it is being fetched. */
  readonly message: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Shows the error page for a fatal error, or for an error that no component has caught. */
  readonly crash: (error: unknown) => Promise<void>;
  /** Loads the document that a pending navigation leads to; false if none is pending. */
  readonly leave: () => boolean;
  /** Checks of the first page, language detection, then a look at the build. */
  readonly start: () => Promise<void>;
};

/** Wires all that the runtime does after hydration; the only place that knows all of it. */
export function createNavigation({ site, host }: { readonly site: SiteInfo; readonly host: Host }): Navigation {
  const { base } = site;
  const first = host.current();
  const build = createBuild(base);
  const loader = createLoader(base, build, first.payload.entry);
  let catalogues: Catalogues | null = null;
  let opening: Promise<void> | null = null;
  const openCatalogues = (): Promise<void> => {
    opening ??= import('./catalogue.ts').then(
      ({ createCatalogues }) => {
        catalogues = createCatalogues({ base, now: Date.now, cacheable: !import.meta.hot });
      },
      (error) => console.warn('Failed loading locale', error),
    );
    return opening;
  };
  const announce = createAnnouncer(document);
  const positions = createPositions(window);
  const requestedPath = () => pagePath(location.pathname, base) ?? '/';
  /** Error pages since the last other page: one that fails itself is not replaced without end. */
  let errorPages = 0;

  const show = (page: LoadedPage, place: () => void): void => {
    const { head, route } = page.payload;
    const isNewPage = route.path !== host.current().payload.route.path;
    errorPages = 0;
    host.show(page, () => {
      applyHead(document, head, localeOf(site, route.locale));
      place();
      if (isNewPage) announce(head.title);
      links.watch();
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
  const links = createLinks({ base, build, loader, router, beforeHash: positions.save });
  onPayloadUpdate({ loader, current: host.current, show });
  loader.keep(first.payload.route.path, first);

  /** Why the server answered the requested path with the not-found page. */
  const lostError = async (path: string): Promise<FatalError> => {
    if (!import.meta.hot) await build.load();
    const known = build.find(path);
    return new FatalError(known.kind === 'refused' ? known : { status: 404, message: `Page not found: ${path}` });
  };

  return {
    navigate: router.navigate,
    leave: router.giveUp,
    message: (locale, key) => (catalogues ? catalogues.look(locale, key) : openCatalogues()),
    async loadMessages() {
      await openCatalogues();
      await catalogues?.load(host.current().payload.route.locale);
    },
    async switchLocale(code, options) {
      const locale = localeOf(site, code);
      const path = host.current().payload.route.alternates[code] ?? (locale.prefix || '/');
      const [{ keepLocale }] = await Promise.all([
        import('./locale-switch.ts'),
        // The page's payload holds its messages.
        patient(loader.load(path)).catch((error) => console.warn('Failed loading locale', code, error)),
      ]);
      await router.navigate(path, options);
      keepLocale(site, locale);
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
        if (status === 404 && path !== route.path) throw await lostError(path);
        await checkPage(first, site);
      } catch (error) {
        reportError(error);
      }
      if (site.detectLocale && path === '/') {
        const locale = await (await import('./locale-switch.ts')).detectLocale(site);
        if (locale?.prefix) await router.navigate(locale.prefix, { replace: true });
      }
      // A development server has no builds.
      if (import.meta.hot) return;
      build.poll(site.pollSeconds);
      if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
      if (connection().effectiveType !== 'slow-2g') whenIdle(() => void build.load().then(links.watch));
    },
  };
}
