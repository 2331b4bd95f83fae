import type { Build } from './build.ts';
import { type NavigateOptions, navigationEvent } from './client.ts';
import { type Failure, FatalError, isFatal } from './fatal.ts';
import type { LoadedPage } from './host.tsx';
import { ChunkError } from './loader.ts';
import { isRootPath } from './paths.ts';
import { announceChunkError } from './reload.ts';
import type { EntryState, Positions } from './scroll.ts';
import { classifyTarget, pagePath } from './targets.ts';

/** How the history changes: a new entry, the current one replaced, or the browser has moved already. */
export type Move = 'push' | 'replace' | 'pop';

export type RouterInput = {
  readonly base: string;
  readonly build: Build;
  readonly positions: Positions;
  /** The page of a path. Rejects with a `FatalError` if its validity check fails. */
  readonly load: (path: string) => Promise<LoadedPage>;
  /** Renders a page; `place` scrolls and focuses, once the page stands. */
  readonly show: (page: LoadedPage, place: () => void) => void;
  /** Path of the page on show. */
  readonly currentPath: () => string;
};

export type Router = {
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<void>;
  /** Goes to a URL of this origin. */
  readonly go: (url: URL, move: Move) => Promise<void>;
  /** Loads the document that a pending navigation leads to; false if none is pending. */
  readonly giveUp: () => boolean;
};

const maxRedirects = 10;
const patienceMs = 10_000;

export function createRouter(input: RouterInput): Router {
  const { base, build, positions } = input;
  let turn = 0;
  let target: { readonly url: URL; readonly move: Move } | null = null;

  const leave = (url: URL, move: Move): void => {
    target = null;
    if (move === 'pop') location.reload();
    else if (move === 'replace') location.replace(url);
    else location.assign(url);
  };

  const enter = (url: URL, move: Move): void => {
    if (move === 'pop') return;
    if (move === 'push') positions.save();
    history[move === 'push' ? 'pushState' : 'replaceState'](positions.enter(), '', url);
  };

  const arrive = (move: Move, focused: Element | null): void => {
    if (move === 'pop') positions.restore();
    else positions.arrive(focused);
    document.dispatchEvent(new CustomEvent(navigationEvent, { detail: { path: input.currentPath() } }));
  };

  /** Starts a navigation, which makes a pending one void. Returns its number. */
  const begin = (next: typeof target): number => {
    target = next;
    return ++turn;
  };

  const stay = (url: URL, move: Move): void => {
    begin(null);
    const onlyHash = url.pathname === location.pathname && url.search === location.search;
    if (move !== 'pop' && onlyHash && url.hash) leave(url, move);
    else {
      enter(url, move);
      arrive(move, document.activeElement);
    }
  };

  const follow = async (url: URL, move: Move): Promise<void> => {
    const mine = begin({ url, move });
    try {
      const page = await patient(input.load(pagePath(url.pathname, base) ?? '/'));
      if (mine !== turn) return;
      target = null;
      const focused = document.activeElement;
      enter(url, move);
      await new Promise<void>((done) =>
        input.show(page, () => {
          arrive(move, focused);
          done();
        }),
      );
    } catch (error) {
      if (mine !== turn) return;
      if (isFatal(error)) return raise(error, url, move);
      console.warn(`Failed loading the page ${url.pathname.slice(base.length)}, leaving it to the browser`, error);
      if (!(error instanceof ChunkError)) return leave(url, move);
      announceChunkError(error);
      // The listener has left for the target unless the 10 s guard forbade it: then no document is loaded.
      throw target ? new FatalError({ status: 500, message: error.message }, { cause: error }) : error;
    } finally {
      if (mine === turn) target = null;
    }
  };

  /** Puts the address of a page that cannot be shown into the history and reports why; the error page follows. */
  const raise = (error: unknown, url: URL, move: Move): void => {
    enter(url, move);
    reportError(error);
  };

  /** Goes to a path that this build has no page for. The server may know it: a newer build, or another program. */
  const miss = async (url: URL, move: Move, failure: Failure): Promise<void> => {
    const mine = begin(null);
    const response = await patient(fetch(url, { method: 'HEAD' })).catch(() => null);
    if (mine !== turn) return;
    if (response?.status === 404) raise(new FatalError(failure), url, move);
    else leave(url, move);
  };

  const go = async (from: URL, how: Move): Promise<void> => {
    const end = resolveRedirects({ url: from, move: how, hops: 0, isAbsolute: false }, input);
    if (!end) return leave(from, how);
    const { url, move } = end;
    const path = pagePath(url.pathname, base);
    if (path === null || end.isAbsolute || build.isNewer()) return leave(url, move);
    if (path === input.currentPath()) return stay(url, move);
    const known = build.find(path);
    if (known.kind === 'refused') {
      begin(null);
      return raise(new FatalError(known), url, move);
    }
    if (known.kind !== 'none') return follow(url, move);
    if (isFile(path)) return leave(url, move);
    await miss(url, move, { status: 404, message: `Page not found: ${path}` });
  };

  addEventListener('popstate', (event) => {
    positions.leave(event.state as EntryState | null);
    // A jump to a hash of the same page comes here too; the browser scrolls it itself.
    const isNew = !event.state && pagePath(location.pathname, base) === input.currentPath();
    if (!isNew) void go(new URL(location.href), 'pop');
  });

  return {
    go,
    giveUp() {
      if (!target) return false;
      leave(target.url, target.move);
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
      if (found.kind !== 'internal' || reload) leave(found.url, move);
      else await go(found.url, move);
    },
  };
}

type Step = {
  readonly url: URL;
  readonly move: Move;
  readonly hops: number;
  /** The last rule named a URL with its host: the browser loads it, also if it is of this site. */
  readonly isAbsolute: boolean;
};

/** Follows route rules up to the first absolute target; null if they lead in a circle or to a blocked target. */
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

/** True for paths that end like the name of a file. */
export function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

/** Rejects after 10 s, when loading the document is the better choice. */
export function patient<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page took too long.')), patienceMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
