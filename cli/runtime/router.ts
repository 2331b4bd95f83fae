import type { Build } from './build.ts';
import { type NavigateOptions, navigationEvent } from './client.ts';
import { type Failure, FatalError, isFatal } from './errors.ts';
import { ChunkError, type LoadedPage } from './loader.ts';
import { isRootPath, normalizePath, scriptProtocols } from './paths.ts';
import { dispatchPreloadError } from './preload.ts';
import type { EntryState, ScrollPositions } from './scroll-positions.ts';

/**
 * How a navigation changes the history: add an entry, replace the current one, or nothing because the browser has
 * already moved (`pop`).
 */
export type HistoryAction = 'push' | 'replace' | 'pop';

export type RouterInput = {
  readonly base: string;
  readonly build: Build;
  readonly positions: ScrollPositions;
  /** Loads the page of a path. Rejects with a `FatalError` if its validity check fails. */
  readonly load: (path: string) => Promise<LoadedPage>;
  /** Renders a page; `onCommit` is called when it is in the document. */
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
  /** Path of the current page. */
  readonly currentPath: () => string;
};

export type Router = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  /** Navigates to a URL of this origin, following redirect rules. */
  readonly go: (url: URL, action: HistoryAction) => Promise<void>;
  /** Loads the document of the pending navigation. Returns null if none is pending. */
  readonly loadPending: () => Promise<void> | null;
};

const maxRedirects = 10;
/** Time limit for loading a page. After it the browser loads the document instead. */
const pageTimeoutMs = 10_000;

export function createRouter(input: RouterInput): Router {
  const { base, build, positions } = input;
  /** Number of the latest navigation. It supersedes earlier ones that are still pending. */
  let latest = 0;
  let pending: { readonly url: URL; readonly action: HistoryAction } | null = null;

  const loadDocument = async (url: URL, action: HistoryAction): Promise<void> => {
    pending = null;
    const detail: DocumentEventMap['sitegen:load']['detail'] = [];
    document.dispatchEvent(new CustomEvent('sitegen:load', { detail }));
    await Promise.all(detail);
    if (action === 'pop') location.reload();
    else location[action === 'push' ? 'assign' : 'replace'](url);
  };

  const updateHistory = (url: URL, action: HistoryAction): void => {
    if (action === 'pop') return;
    if (action === 'push') positions.save();
    history[`${action}State`](positions.enter(), '', url);
  };

  const finish = (action: HistoryAction, focused: Element | null): void => {
    if (action === 'pop') positions.restore();
    else positions.arrive(focused);
    document.dispatchEvent(new CustomEvent(navigationEvent, { detail: { path: input.currentPath() } }));
  };

  /** Starts a navigation, which supersedes a pending one, and returns its number. */
  const begin = (next: typeof pending): number => {
    pending = next;
    return ++latest;
  };

  const stayOnPage = (url: URL, action: HistoryAction): void => {
    begin(null);
    if (action !== 'pop' && isHashOnly(url)) void loadDocument(url, action);
    else {
      updateHistory(url, action);
      finish(action, document.activeElement);
    }
  };

  const showPage = async (url: URL, action: HistoryAction): Promise<void> => {
    const number = begin({ url, action });
    try {
      const page = await withTimeout(input.load(pagePath(url.pathname, base) ?? '/'));
      if (number !== latest) return;
      pending = null;
      const focused = document.activeElement;
      updateHistory(url, action);
      await new Promise<void>((done) =>
        input.show(page, () => {
          finish(action, focused);
          done();
        }),
      );
    } catch (error) {
      if (number !== latest) return;
      if (isFatal(error)) return showFailure(error, url, action);
      console.warn(`Failed loading the page ${url.pathname.slice(base.length)}, leaving it to the browser`, error);
      if (!(error instanceof ChunkError)) return loadDocument(url, action);
      dispatchPreloadError(error);
      // The event's listener has loaded the document, unless the 10 s guard prevented it: then `target` is still set.
      throw pending ? new FatalError({ status: 500, message: error.message }, { cause: error }) : error;
    } finally {
      if (number === latest) pending = null;
    }
  };

  /** Adds the URL of a page that cannot be shown to the history, then reports the error, which shows the error page. */
  const showFailure = (error: unknown, url: URL, action: HistoryAction): void => {
    updateHistory(url, action);
    reportError(error);
  };

  /**
   * Navigates to a path that this build does not contain. The server may still have it, from a newer build or another
   * program, so its status decides between the error page and loading the document.
   */
  const showMissing = async (url: URL, action: HistoryAction, failure: Failure): Promise<void> => {
    const number = begin(null);
    const response = await withTimeout(fetch(url, { method: 'HEAD' })).catch(() => null);
    if (number !== latest) return;
    if (response?.status === 404) showFailure(new FatalError(failure), url, action);
    else await loadDocument(url, action);
  };

  const go = async (from: URL, requestedAction: HistoryAction): Promise<void> => {
    const resolved = resolveRedirects({ url: from, action: requestedAction, hops: 0, isAbsolute: false }, input);
    if (!resolved) return loadDocument(from, requestedAction);
    const { url, action } = resolved;
    const path = pagePath(url.pathname, base);
    if (path === null || resolved.isAbsolute || build.isNewer()) return loadDocument(url, action);
    if (path === input.currentPath()) return stayOnPage(url, action);
    const entry = build.find(path);
    if (entry.kind === 'refused') {
      begin(null);
      return showFailure(new FatalError(entry), url, action);
    }
    if (entry.kind !== 'none') return showPage(url, action);
    if (isFile(path)) return loadDocument(url, action);
    await showMissing(url, action, { status: 404, message: `Page not found: ${path}` });
  };

  addEventListener('popstate', (event) => {
    positions.leave(event.state as EntryState | null);
    // Links to a fragment of the same page also cause this event; the browser scrolls by itself.
    const isHashJump = !event.state && pagePath(location.pathname, base) === input.currentPath();
    if (!isHashJump) void go(new URL(location.href), 'pop');
  });

  return {
    go,
    loadPending: () => pending && loadDocument(pending.url, pending.action),
    async navigate(to, { replace = false, external = false, reload = false } = {}) {
      const target = classifyTarget(to, { href: location.href, base });
      if (target.kind === 'blocked') throw new Error(`Cannot navigate to a URL with '${target.protocol}' protocol.`);
      if (target.kind === 'external' && !external)
        throw new Error(
          'Navigating to an external URL is not allowed by default. Use navigateTo(url, { external: true }).',
        );
      const action = replace ? 'replace' : 'push';
      await (target.kind !== 'internal' || reload ? loadDocument : go)(target.url, action);
    },
  };
}

type RedirectStep = {
  readonly url: URL;
  readonly action: HistoryAction;
  readonly hops: number;
  /**
   * Whether the last redirect target is an absolute URL. The browser then loads the document, even if it is a page of
   * this site.
   */
  readonly isAbsolute: boolean;
};

/**
 * Follows redirect rules up to the first absolute target. Returns null for a loop (more than `maxRedirects`) or a
 * blocked target.
 */
function resolveRedirects(step: RedirectStep, input: Pick<RouterInput, 'base' | 'build'>): RedirectStep | null {
  const path = pagePath(step.url.pathname, input.base);
  const entry = path === null || step.isAbsolute ? null : input.build.find(path);
  if (entry?.kind !== 'redirect') return step;
  const target = classifyTarget(entry.to, { href: step.url.href, base: input.base });
  if (target.kind === 'blocked' || step.hops >= maxRedirects) return null;
  const { url } = target;
  url.search ||= step.url.search;
  url.hash ||= step.url.hash;
  const action = step.action === 'pop' ? 'replace' : step.action;
  return resolveRedirects({ url, action, hops: step.hops + 1, isAbsolute: !isRootPath(entry.to) }, input);
}

/** Returns a promise that settles with `promise`, or rejects after 10 s. */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page took too long.')), pageTimeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Returns whether a URL differs from that of the page at most in its fragment, and has one. */
export function isHashOnly(url: URL): boolean {
  return url.hash !== '' && url.pathname === location.pathname && url.search === location.search;
}

/** Returns whether a path ends in a file extension. */
export function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

/**
 * Returns the path of a page as in the route table: decoded, without base and trailing slash; null outside the base.
 */
export function pagePath(pathname: string, base: string): string | null {
  const below = stripBase(pathname, base);
  return below === null ? null : normalizePath(below);
}

function stripBase(pathname: string, base: string): string | null {
  if (pathname === base) return '/';
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

/** The target of a navigation, resolved by the browser's URL parser. */
export type Target =
  | { readonly kind: 'internal' | 'outside' | 'external'; readonly url: URL }
  | { readonly kind: 'blocked'; readonly protocol: string };

/**
 * Classifies a navigation target: `internal` (below the base), `outside` (same origin but not below the base),
 * `external` (another origin or protocol) or `blocked` (can run scripts). A target with a single leading slash is a
 * path without base; any other is relative to `at.href`. Throws a `TypeError` if the target is not a valid URL.
 */
export function classifyTarget(to: string, page: { readonly href: string; readonly base: string }): Target {
  const url = new URL(isRootPath(to) ? page.base + to : to, page.href);
  if (scriptProtocols.includes(url.protocol)) return { kind: 'blocked', protocol: url.protocol };
  if (url.origin !== new URL(page.href).origin || !/^https?:$/.test(url.protocol)) return { kind: 'external', url };
  return { kind: stripBase(url.pathname, page.base) === null ? 'outside' : 'internal', url };
}
