import type { Message, SiteInfo } from '../contract.ts';
import { createAnnouncer } from './announcer.ts';
import { createBuild } from './build.ts';
import type { Catalogues } from './catalogue.ts';
import { checkPage, type Failure } from './check.ts';
import type { NavigateOptions } from './client.ts';
import { localeOf } from './context.ts';
import { applyHead } from './head-apply.ts';
import type { Host, LoadedPage } from './host.tsx';
import { connection, createLinks, whenIdle } from './links.ts';
import { createLoader } from './loader.ts';
import { createRouter } from './router.ts';
import { createPositions } from './scroll.ts';
import { pagePath } from './targets.ts';
import { onPayloadUpdate } from './update.ts';

export type Navigation = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
  /** A message that the page's payload does not hold; a promise while it is being fetched. */
  readonly message: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Shows the error page after an error that no component has caught. */
  readonly crash: (error: unknown) => Promise<void>;
  /** When code turns out to be gone: goes on to where a navigation leads; false where there is none. */
  readonly takeOverFailure: () => boolean;
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

  const show = (page: LoadedPage, place: () => void): void => {
    const { head, route } = page.payload;
    const isNewPage = route.path !== host.current().payload.route.path;
    host.show(page, () => {
      applyHead(document, head, localeOf(site, route.locale));
      place();
      if (isNewPage) announce(head.title);
      links.watch();
    });
  };
  const errorPage = async (failure: Failure, path: string): Promise<LoadedPage | null> =>
    (await import('./error-page.ts')).errorPage({ site, loader, failure, path });
  const showError = async (failure: Failure, path: string): Promise<boolean> => {
    const page = await errorPage(failure, path);
    if (page) show(page, () => {});
    return page !== null;
  };

  const router = createRouter({
    base,
    build,
    positions,
    show,
    currentPath: () => host.current().payload.route.path,
    async load(path) {
      const page = await loader.load(path);
      const failure = await checkPage(page, site);
      return (failure && (await errorPage(failure, path))) ?? page;
    },
  });
  const links = createLinks({ base, build, loader, router, beforeHash: positions.save });
  onPayloadUpdate({ loader, current: host.current, show });
  loader.keep(first.payload.route.path, first);

  return {
    navigate: router.navigate,
    takeOverFailure: router.giveUp,
    message: (locale, key) => (catalogues ? catalogues.look(locale, key) : openCatalogues()),
    async loadMessages() {
      await openCatalogues();
      await catalogues?.load(host.current().payload.route.locale);
    },
    async switchLocale(code) {
      const locale = localeOf(site, code);
      const path = host.current().payload.route.alternates[code] ?? (locale.prefix || '/');
      const [{ keepLocale }] = await Promise.all([
        import('./locale-switch.ts'),
        loader.load(path).catch((error) => console.warn('Failed loading locale', code, error)),
      ]);
      keepLocale(site, locale);
      await router.navigate(path);
    },
    async crash(error) {
      const { route, status } = host.current().payload;
      // The error page itself has failed; and in development the report stands above the last good page.
      if (status >= 400 || import.meta.hot) return;
      const message = error instanceof Error ? error.message : String(error);
      // Crawlers read what the server sent, rather than nothing.
      if (!(await showError({ status: 500, message }, route.path)))
        await (await import('./error-page.ts')).restoreServedPage();
    },
    async start() {
      const path = pagePath(location.pathname, base) ?? '/';
      const isLost = first.payload.status === 404 && path !== first.payload.route.path;
      const failure = isLost ? { status: 404, message: `Page not found: ${path}` } : await checkPage(first, site);
      if (failure) await showError(failure, path);
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
