import type { Build } from './build.ts';
import { type NavigateOptions, navigationEvent } from './client.ts';
import type { LoadedPage } from './host.tsx';
import { ChunkError } from './loader.ts';
import { announceChunkError } from './reload.ts';
import type { EntryState, Positions } from './scroll.ts';
import { classifyTarget, pagePath } from './targets.ts';

/** How the history changes: a new entry, the current one replaced, or the browser has moved already. */
export type Move = 'push' | 'replace' | 'pop';

export type RouterInput = {
  readonly base: string;
  readonly build: Build;
  readonly positions: Positions;
  /** The page of a path, or the error page when the path is refused. */
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
  /** Leaves the document for where a navigation under way leads; false where there is none. */
  readonly giveUp: () => boolean;
};

const maxRedirects = 10;
const patienceMs = 10_000;

export function createRouter(input: RouterInput): Router {
  const { base, build, positions } = input;
  let turn = 0;
  let target: { readonly url: URL; readonly move: Move } | null = null;

  const leave = (url: URL, move: Move): void => {
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

  const stay = (url: URL, move: Move): void => {
    turn++;
    target = null;
    const onlyHash = url.pathname === location.pathname && url.search === location.search;
    if (move !== 'pop' && onlyHash && url.hash) leave(url, move);
    else {
      enter(url, move);
      arrive(move, document.activeElement);
    }
  };

  const follow = async (url: URL, move: Move): Promise<void> => {
    const mine = ++turn;
    target = { url, move };
    try {
      const page = await patient(input.load(pagePath(url.pathname, base) ?? '/'));
      if (mine !== turn) return;
      const focused = document.activeElement;
      enter(url, move);
      input.show(page, () => arrive(move, focused));
    } catch (error) {
      if (mine !== turn) return;
      console.warn('Failed loading a page, leaving it to the browser', error);
      if (error instanceof ChunkError) throw announceChunkError(error);
      leave(url, move);
    } finally {
      if (mine === turn) target = null;
    }
  };

  const go = async (from: URL, how: Move): Promise<void> => {
    const end = resolveRedirects({ url: from, move: how, hops: 0 }, input);
    if (!end) return leave(from, how);
    const { url, move } = end;
    const path = pagePath(url.pathname, base);
    if (path === null || url.origin !== location.origin || build.isNewer()) return leave(url, move);
    if (path === input.currentPath()) return stay(url, move);
    if (build.find(path).kind === 'none') return leave(url, move);
    await follow(url, move);
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
      if (target) leave(target.url, target.move);
      return target !== null;
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

type Step = { readonly url: URL; readonly move: Move; readonly hops: number };

/** Follows route rules; null when they lead in a circle or to a blocked target. */
function resolveRedirects(step: Step, input: Pick<RouterInput, 'base' | 'build'>): Step | null {
  const path = pagePath(step.url.pathname, input.base);
  const known = path === null || step.url.origin !== location.origin ? null : input.build.find(path);
  if (known?.kind !== 'redirect') return step;
  const found = classifyTarget(known.to, { href: step.url.href, base: input.base });
  if (found.kind === 'blocked' || step.hops >= maxRedirects) return null;
  const { url } = found;
  url.search ||= step.url.search;
  url.hash ||= step.url.hash;
  return resolveRedirects({ url, move: step.move === 'pop' ? 'replace' : step.move, hops: step.hops + 1 }, input);
}

/** Rejects when a page takes so long that loading the document is the better bet. */
function patient<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The page took too long.')), patienceMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
