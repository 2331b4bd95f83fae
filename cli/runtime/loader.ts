import type { PageAssets, PageModule, PagePayload, RouteCheck, SiteInfo } from '../contract.ts';
import { type Build, fetchJson } from './build.ts';
import { FatalError } from './errors.ts';
import { isRootPath, normalizePath, splitPath } from './paths.ts';
import { addLink, addStylesheet, findLink } from './preload.ts';

/** A page with its loaded payload and code. */
export type LoadedPage = { readonly payload: PagePayload; readonly module: PageModule };

export type Loader = {
  /**
   * Loads the payload, code and styles of a page. Rejects if one of them cannot be loaded or belongs to another build.
   */
  readonly load: (path: string) => Promise<LoadedPage>;
  /** Prefetches a page for a later `load`. Does nothing if the build manifest does not contain it or is not loaded. */
  readonly prefetch: (path: string) => void;
  /** Adds a page to the cache of `load`. */
  readonly add: (path: string, page: LoadedPage) => void;
  /** Empties the cache. */
  readonly clear: () => void;
};

/** Error of `load` if the code or styles of a page cannot be loaded. */
export class ChunkError extends Error {}

const maxCachedPages = 30;

/** Creates the loader of a document that loaded the boot module `bootUrl`. */
export function createLoader(base: string, build: Build, bootUrl: string): Loader {
  const pages = new Map<string, Promise<LoadedPage>>();
  const payloads = new Map<string, Promise<PagePayload>>();

  const fetchPayload = (path: string, priority?: RequestPriority): Promise<PagePayload> => {
    const entry = build.find(path);
    const url = payloadUrl(path, base, entry.kind === 'page' ? entry.hash : String(Date.now()));
    const payload = fetchJson(url, { cache: 'force-cache', ...(priority && { priority }) }) as Promise<PagePayload>;
    return cachePromise(payloads, path, payload);
  };

  const loadPage = async (path: string): Promise<LoadedPage> => {
    const entry = build.find(path);
    const assets = entry.kind === 'page' && entry.assets;
    // Load code and payload in parallel. Errors are reported when the same chunk is awaited below.
    if (assets) loadCode(assets).catch(() => {});
    const payload = await (payloads.get(path) ?? fetchPayload(path));
    // Code of two builds must not run in one document.
    if (payload.entry !== bootUrl) throw new Error(`${path} belongs to another build.`);
    return { payload, module: await loadCode(payload.assets) };
  };

  return {
    load: (path) => pages.get(path) ?? cachePromise(pages, path, loadPage(path)),
    add: (path, page) => void cachePromise(pages, path, Promise.resolve(page)),
    clear() {
      pages.clear();
      payloads.clear();
    },
    prefetch(path) {
      const entry = build.find(path);
      if (entry.kind !== 'page' || pages.has(path) || payloads.has(path)) return;
      fetchPayload(path, 'low').catch(() => {});
      if (!entry.assets) return;
      for (const url of [entry.assets.chunk, ...entry.assets.imports]) addLink('modulepreload', url);
      for (const url of entry.assets.css) if (!findLink('stylesheet', url)) addLink('prefetch', url, 'style');
    },
  };
}

/** Returns whether a page is the not-found page that the server sent for a path, not one requested by its path or file name. */
export const isMissing = ({ payload: { status, route } }: LoadedPage, path: string): boolean =>
  status === 404 && path !== route.path && path !== `${route.path}.html`;

/**
 * Runs the validity check that the page's payload names, if any. Throws a `FatalError` unless the result is true, with
 * the result's status and message; the defaults are 404 and `Page Not Found: {path}`.
 */
export async function checkPage({ payload, module }: LoadedPage, site: SiteInfo): Promise<void> {
  const { route, props, validate } = payload;
  if (validate === undefined) return;
  const result = await (module as unknown as Record<string, RouteCheck>)[validate]?.({ route, site, props });
  if (result === true) return;
  const { status = 404, message = `Page Not Found: ${route.path}` } = result || {};
  throw new FatalError({ status, message });
}

/**
 * Adds a promise to a cache, which keeps the newest `maxCachedPages`, and returns it. Removes it if it rejects, so that
 * the next call tries again.
 */
function cachePromise<T>(cache: Map<string, Promise<T>>, key: string, promise: Promise<T>): Promise<T> {
  cache.delete(key);
  cache.set(key, promise);
  promise.catch(() => {
    if (cache.get(key) === promise) cache.delete(key);
  });
  const oldest = cache.keys().next().value;
  if (cache.size > maxCachedPages && oldest !== undefined) cache.delete(oldest);
  return promise;
}

/** Imports a page's chunk; preloads its imports and loads its styles in parallel. Rejects with a `ChunkError`. */
async function loadCode(assets: PageAssets): Promise<PageModule> {
  try {
    for (const url of assets.imports) addLink('modulepreload', url);
    const [module] = await Promise.all([
      import(/* @vite-ignore */ assets.chunk) as Promise<PageModule>,
      ...assets.css.map(addStylesheet),
    ]);
    return module;
  } catch (cause) {
    throw new ChunkError(`Failed loading the code of a page: ${assets.chunk}`, { cause });
  }
}

/**
 * Returns the URL of a page's payload. The query and fragment of `path` are dropped, and `version` (a hash or time)
 * becomes the query. Throws if `path` contains a host.
 */
export function payloadUrl(path: string, base: string, version: string): string {
  if (!isRootPath(path)) throw new Error('Payload URL must not include hostname');
  const page = normalizePath(splitPath(path)[0]);
  return `${base}${encodeURI(page === '/' ? '' : page)}/_payload.json?${version}`;
}
