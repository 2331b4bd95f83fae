import type { Build } from './build.ts';
import { type NavigateOptions, navigationEvent } from './client.ts';
import { announceChunkError, type Failure, FatalError, isFatal } from './errors.ts';
import type { LoadedPage } from './host.tsx';
import { ChunkError } from './loader.ts';
import { classifyTarget, isFile, isRootPath, pagePath } from './paths.ts';
import type { EntryState, ScrollPositions } from './scroll.ts';

/**
 * How a navigation changes the history: add an entry, replace the current one, or nothing because the browser has
 * already moved (`pop`).
 */
export type Move = 'push' | 'replace' | 'pop';

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
  readonly go: (url: URL, move: Move) => Promise<void>;
  /** Loads the document of the pending navigation. Returns false if none is pending. */
  readonly loadPending: () => boolean;
};

const maxRedirects = 10;
/** Time limit for loading a page. After it the browser loads the document instead. */
const pageTimeoutMs = 10_000;

export function createRouter(input: RouterInput): Router {
  const { base, build, positions } = input;
  /** Number of the latest navigation. It supersedes earlier ones that are still pending. */
  let latest = 0;
  let target: { readonly url: URL; readonly move: Move } | null = null;

  const loadDocument = (url: URL, move: Move): void => {
    target = null;
    if (move === 'pop') location.reload();
    else if (move === 'replace') location.replace(url);
    else location.assign(url);
  };

  const updateHistory = (url: URL, move: Move): void => {
    if (move === 'pop') return;
    if (move === 'push') positions.save();
    history[move === 'push' ? 'pushState' : 'replaceState'](positions.enter(), '', url);
  };

  const finish = (move: Move, focused: Element | null): void => {
    if (move === 'pop') positions.restore();
    else positions.arrive(focused);
    document.dispatchEvent(new CustomEvent(navigationEvent, { detail: { path: input.currentPath() } }));
  };

  /** Starts a navigation, which supersedes a pending one, and returns its number. */
  const begin = (next: typeof target): number => {
    target = next;
    return ++latest;
  };

  const stayOnPage = (url: URL, move: Move): void => {
    begin(null);
    const onlyHash = url.pathname === location.pathname && url.search === location.search;
    if (move !== 'pop' && onlyHash && url.hash) loadDocument(url, move);
    else {
      updateHistory(url, move);
      finish(move, document.activeElement);
    }
  };

  const showPage = async (url: URL, move: Move): Promise<void> => {
    const number = begin({ url, move });
    try {
      const page = await withTimeout(input.load(pagePath(url.pathname, base) ?? '/'));
      if (number !== latest) return;
      target = null;
      const focused = document.activeElement;
      updateHistory(url, move);
      await new Promise<void>((done) =>
        input.show(page, () => {
          finish(move, focused);
          done();
        }),
      );
    } catch (error) {
      if (number !== latest) return;
      if (isFatal(error)) return raise(error, url, move);
      console.warn(`Failed loading the page ${url.pathname.slice(base.length)}, leaving it to the browser`, error);
      if (!(error instanceof ChunkError)) return loadDocument(url, move);
      announceChunkError(error);
      // The event's listener has loaded the document, unless the 10 s guard prevented it: then `target` is still set.
      throw target ? new FatalError({ status: 500, message: error.message }, { cause: error }) : error;
    } finally {
      if (number === latest) target = null;
    }
  };

  /** Adds the URL of a page that cannot be shown to the history, then reports the error, which shows the error page. */
  const raise = (error: unknown, url: URL, move: Move): void => {
    updateHistory(url, move);
    reportError(error);
  };

  /**
   * Navigates to a path that this build does not contain. The server may still have it, from a newer build or another
   * program, so its status decides between the error page and loading the document.
   */
  const showMissing = async (url: URL, move: Move, failure: Failure): Promise<void> => {
    const number = begin(null);
    const response = await withTimeout(fetch(url, { method: 'HEAD' })).catch(() => null);
    if (number !== latest) return;
    if (response?.status === 404) raise(new FatalError(failure), url, move);
    else loadDocument(url, move);
  };

  const go = async (from: URL, how: Move): Promise<void> => {
    const end = resolveRedirects({ url: from, move: how, hops: 0, isAbsolute: false }, input);
    if (!end) return loadDocument(from, how);
    const { url, move } = end;
    const path = pagePath(url.pathname, base);
    if (path === null || end.isAbsolute || build.isNewer()) return loadDocument(url, move);
    if (path === input.currentPath()) return stayOnPage(url, move);
    const known = build.find(path);
    if (known.kind === 'refused') {
      begin(null);
      return raise(new FatalError(known), url, move);
    }
    if (known.kind !== 'none') return showPage(url, move);
    if (isFile(path)) return loadDocument(url, move);
    await showMissing(url, move, { status: 404, message: `Page not found: ${path}` });
  };

  addEventListener('popstate', (event) => {
    positions.leave(event.state as EntryState | null);
    // Links to a fragment of the same page also cause this event; the browser scrolls by itself.
    const isHashJump = !event.state && pagePath(location.pathname, base) === input.currentPath();
    if (!isHashJump) void go(new URL(location.href), 'pop');
  });

  return {
    go,
    loadPending() {
      if (!target) return false;
      loadDocument(target.url, target.move);
      return true;
    },
    async navigate(to, { replace = false, external = false, reload = false } = {}) {
      const found = classifyTarget(to, { href: location.href, base });
      if (found.kind === 'blocked') throw new Error(`Cannot navigate to a URL with '${found.protocol}' protocol.`);
      if (found.kind === 'external' && !external)
        throw new Error(
          'Navigating to an external URL is not allowed by default. Use navigateTo(url, { external: true }).',
        );
      const move = replace ? 'replace' : 'push';
      if (found.kind !== 'internal' || reload) loadDocument(found.url, move);
      else await go(found.url, move);
    },
  };
}

type Step = {
  readonly url: URL;
  readonly move: Move;
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
function resolveRedirects(step: Step, input: Pick<RouterInput, 'base' | 'build'>): Step | null {
  const path = pagePath(step.url.pathname, input.base);
  const known = path === null || step.isAbsolute ? null : input.build.find(path);
  if (known?.kind !== 'redirect') return step;
  const found = classifyTarget(known.to, { href: step.url.href, base: input.base });
  if (found.kind === 'blocked' || step.hops >= maxRedirects) return null;
  const { url } = found;
  url.search ||= step.url.search;
  url.hash ||= step.url.hash;
  const move = step.move === 'pop' ? 'replace' : step.move;
  return resolveRedirects({ url, move, hops: step.hops + 1, isAbsolute: !isRootPath(known.to) }, input);
}

/** Returns a promise that settles with `promise`, or rejects after 10 s. */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page took too long.')), pageTimeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
