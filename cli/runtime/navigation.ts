import type { Message, SiteInfo } from '../contract.ts';
import { localePath } from '../lib/paths.ts';
import { type Build, createBuild } from './build.ts';
import type { NavigateOptions, SwitchOptions } from './client.ts';
import { FatalError, isFatal } from './errors.ts';
import { applyHead } from './head.ts';
import { whenIdle } from './idle.ts';
import { createLazyCatalogues } from './lazy-catalogues.ts';
import { checkPage, createLoader, isMissing, type LoadedPage, type Loader } from './loader.ts';
import { isRootPath, localeOf } from './paths.ts';
import { createRouter, isFile, isHashOnly, pagePath, type Router, withTimeout } from './router.ts';
import { createScrollPositions } from './scroll-positions.ts';
import { followTheme } from './theme.ts';
import { updateInPlace } from './update-in-place.ts';

/** Maximum number of consecutive error pages. It stops an error page that fails from replacing itself endlessly. */
const maxConsecutiveErrors = 3;

/** The React root and the page that it renders. */
export type Host = {
  readonly current: () => LoadedPage;
  /** Renders a page; `onCommit` is called when it is in the document. */
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
};

export type Navigation = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  readonly switchLocale: (code: string, options?: SwitchOptions) => Promise<void>;
  readonly loadMessages: () => Promise<void>;
  /** Returns a message that is not in the page's payload; a promise while it is loading. */
  readonly message: (locale: string, key: string) => Message | Promise<void> | undefined;
  /** Shows the error page for a fatal error, or for an error that no component caught. */
  readonly showError: (error: unknown) => Promise<void>;
  /** Loads the document of the pending navigation. Returns null if none is pending. */
  readonly loadPending: () => Promise<void> | null;
  /** Follows the theme, checks the validity of the first page, detects the language, then loads the build manifest. */
  readonly start: () => Promise<void>;
};

/** Creates client-side navigation: connects the router, loader, link events, catalogues and error page. */
export function createNavigation({ site, host }: { readonly site: SiteInfo; readonly host: Host }): Navigation {
  const { base } = site;
  const first = host.current();
  const build = createBuild(base);
  const loader = createLoader(base, build, first.payload.entry);
  const catalogues = createLazyCatalogues(base);
  const announce = createAnnouncer();
  const positions = createScrollPositions();
  const requestedPath = () => pagePath(location.pathname, base) ?? '/';
  /** Number of error pages since the last page that was shown without an error. */
  let consecutiveErrors = 0;

  const show = (page: LoadedPage, onCommit: () => void): void => {
    const { head, route } = page.payload;
    const isNewPage = route.path !== host.current().payload.route.path;
    consecutiveErrors = 0;
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
  if (import.meta.hot) updateInPlace({ site, loader, current: host.current, requestedPath, show });
  loader.add(first.payload.route.path, first);

  /** Throws a `FatalError` if the first page is not that of the requested path, or if its validity check fails. */
  const checkFirst = async (path: string): Promise<void> => {
    const { status, props } = first.payload;
    // The development server passes a failed check to the not-found page as props.
    if (status >= 400 && props.message) throw new FatalError({ status, message: String(props.message) });
    if (isMissing(first, path)) {
      if (!import.meta.hot) await build.load();
      const entry = build.find(path);
      throw new FatalError(entry.kind === 'refused' ? entry : { status: 404, message: `Page not found: ${path}` });
    }
    await checkPage(first, site);
  };

  return {
    navigate: router.navigate,
    loadPending: router.loadPending,
    message: catalogues.find,
    loadMessages: () => catalogues.load(host.current().payload.route.locale),
    async switchLocale(code, options) {
      const locale = localeOf(site, code);
      const path = host.current().payload.route.alternates[code] ?? localePath(locale, '/');
      const [{ storeLocale }] = await Promise.all([
        import('./locale-choice.ts'),
        // Loading the page loads its messages too, since the payload contains them. A page of another domain is a document.
        isRootPath(path) &&
          withTimeout(loader.load(path)).catch((error) => console.warn('Failed loading locale', code, error)),
      ]);
      await router.navigate(path, { ...options, external: true });
      storeLocale(site, locale);
    },
    async showError(error) {
      // In development the overlay shows errors of components above the last good page.
      if (consecutiveErrors === maxConsecutiveErrors || (import.meta.hot && !isFatal(error))) return;
      const count = ++consecutiveErrors;
      const failed = host.current();
      const { loadErrorPage, restoreServedPage } = await import('./error-page.ts');
      const page = await loadErrorPage({ site, loader, error, path: requestedPath() });
      const focused = document.activeElement;
      // Another page was shown meanwhile.
      if (host.current() !== failed) return;
      if (page) {
        show(page, () => positions.arrive(focused));
        consecutiveErrors = count;
      } else if (!document.getElementById('root')?.hasChildNodes()) {
        // React has emptied the page; crawlers get the served page instead of an error page.
        await restoreServedPage();
      }
    },
    async start() {
      followTheme(site.theme);
      const path = requestedPath();
      try {
        // The boot script's listener is gone: the visitor went back or forward before the router could listen.
        if (window.onpopstate === null && path !== first.payload.route.path)
          await router.go(new URL(location.href), 'pop');
        else await checkFirst(path);
      } catch (error) {
        reportError(error);
      }
      if (site.detectLocale && path === '/') {
        const locale = await (await import('./locale-choice.ts')).detectLocale(site);
        if (locale?.prefix) await router.navigate(locale.prefix + location.search + location.hash, { replace: true });
      }
      // A development server has no builds.
      if (import.meta.hot) return;
      build.poll(site.pollSeconds);
      if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done));
      if (connection().effectiveType !== 'slow-2g') whenIdle(() => void build.load().then(links.observe));
    },
  };
}

/**
 * Adds a visually hidden live region to the document. Returns the function that makes screen readers announce a text.
 */
function createAnnouncer(): (text: string) => void {
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

type LinkEventsInput = {
  readonly base: string;
  readonly build: Build;
  readonly loader: Loader;
  readonly router: Router;
  /** Saves scroll position and focus before the browser itself follows a link to a fragment of the page. */
  readonly beforeHash: () => void;
};

type LinkEvents = {
  /** Starts to observe all links in the document, to prefetch their pages when they become visible. */
  readonly observe: () => void;
};

/**
 * Turns clicks on links to pages of the site, including plain links in texts, into client-side navigation. Prefetches
 * the pages of links that are visible, hovered or focused.
 */
function createLinkEvents(input: LinkEventsInput): LinkEvents {
  document.addEventListener('click', (event) => {
    const link = linkOf(event.target);
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = pageUrl(link, input);
    if (!url) return;
    if (isHashOnly(url)) return input.beforeHash();
    event.preventDefault();
    void input.router.go(url, url.href === location.href ? 'replace' : 'push');
  });

  const prefetch = (link: HTMLAnchorElement): void => {
    const url = link.dataset.prefetch === 'off' ? null : pageUrl(link, input);
    const path = url && !isHashOnly(url) && pagePath(url.pathname, input.base);
    if (path) input.loader.prefetch(path);
  };
  const onInterest = (event: Event): void => {
    const link = linkOf(event.target);
    if (link && mayPrefetch()) prefetch(link);
  };
  document.addEventListener('pointerover', onInterest, { passive: true });
  document.addEventListener('focusin', onInterest);

  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      // Links of a closed menu may intersect the viewport without being visible. Observe them until they are.
      if (!isIntersecting || !isVisible(target)) continue;
      observer.unobserve(target);
      whenIdle(() => prefetch(target as HTMLAnchorElement));
    }
  });
  return {
    observe() {
      observer.disconnect();
      if (!mayPrefetch()) return;
      for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
    },
  };
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = (target as Element | null)?.closest?.('a[href]');
  return link instanceof HTMLAnchorElement ? link : null;
}

/**
 * Returns the URL of a link if client-side navigation can follow it, else null. It must lead to a page of this site in
 * the same window.
 */
function pageUrl(link: HTMLAnchorElement, { base, build }: LinkEventsInput): URL | null {
  if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || /\bexternal\b/.test(link.rel)) return null;
  const path = pagePath(link.pathname, base);
  if (path === null) return null;
  const { kind } = build.find(path);
  // Leave paths that end in a file extension to the browser, unless the build has such a page.
  if ((kind === 'none' || kind === 'unknown') && isFile(path)) return null;
  return new URL(link.href);
}

type Connection = { readonly saveData?: boolean; readonly effectiveType?: string };

function connection(): Connection {
  return (navigator as { readonly connection?: Connection }).connection ?? {};
}

function isVisible(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;
}

/** Returns whether links may be prefetched: not if the user saves data, nor on 2G connections. */
function mayPrefetch(): boolean {
  const { saveData, effectiveType } = connection();
  return !saveData && !effectiveType?.includes('2g');
}
