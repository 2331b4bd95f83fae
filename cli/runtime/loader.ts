import type { PageAssets, PageModule, PagePayload } from '../contract.ts';
import { type Build, fetchJson } from './build.ts';
import type { LoadedPage } from './host.tsx';
import { payloadUrl } from './targets.ts';

export type Loader = {
  /** Payload, code and styles of a page. Rejects when any of them is not what it should be. */
  readonly load: (path: string) => Promise<LoadedPage>;
  /** Makes a later `load` quick; only for pages that are known to exist. */
  readonly prefetch: (path: string) => void;
  /** Puts a page into the store that `load` takes from. */
  readonly keep: (path: string, page: LoadedPage) => void;
  /** Empties the store. */
  readonly forget: () => void;
};

/** Rejection of `load` when code or styles of a page cannot be had. */
export class ChunkError extends Error {}

const keptPages = 30;

export function createLoader(base: string, build: Build, entry: string): Loader {
  const pages = new Map<string, Promise<LoadedPage>>();
  const payloads = new Map<string, Promise<PagePayload>>();

  const fetchPayload = (path: string, priority?: RequestPriority): Promise<PagePayload> => {
    const known = build.find(path);
    const url = payloadUrl(path, base, known.kind === 'page' ? known.hash : String(Date.now()));
    const payload = fetchJson(url, { cache: 'force-cache', ...(priority && { priority }) }) as Promise<PagePayload>;
    return remember(payloads, path, payload);
  };

  const loadNow = async (path: string): Promise<LoadedPage> => {
    const known = build.find(path);
    const early = known.kind === 'page' && known.assets;
    // Side by side with the payload; what goes wrong is reported by the second look at the same chunk.
    if (early) loadCode(early).catch(() => {});
    const payload = await (payloads.get(path) ?? fetchPayload(path));
    // Code of two builds must never meet.
    if (payload.entry !== entry) throw new Error(`${path} belongs to another build.`);
    return { payload, module: await loadCode(payload.assets) };
  };

  return {
    load: (path) => pages.get(path) ?? remember(pages, path, loadNow(path)),
    keep: (path, page) => void remember(pages, path, Promise.resolve(page)),
    forget() {
      pages.clear();
      payloads.clear();
    },
    prefetch(path) {
      const known = build.find(path);
      if (known.kind !== 'page' || pages.has(path) || payloads.has(path)) return;
      fetchPayload(path, 'low').catch(() => {});
      if (!known.assets) return;
      for (const url of [known.assets.chunk, ...known.assets.imports]) addLink('modulepreload', url);
      for (const url of known.assets.css) if (!findLink('stylesheet', url)) addLink('prefetch', url, 'style');
    },
  };
}

/** Remembers the last promises; a rejected one is dropped, so that the next try starts anew. */
function remember<T>(store: Map<string, Promise<T>>, key: string, promise: Promise<T>): Promise<T> {
  store.delete(key);
  store.set(key, promise);
  promise.catch(() => {
    if (store.get(key) === promise) store.delete(key);
  });
  const oldest = store.keys().next().value;
  if (store.size > keptPages && oldest !== undefined) store.delete(oldest);
  return promise;
}

/** Imports a page's chunk while its styles and the chunk's own imports are fetched. */
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

function findLink(rel: string, url: string): HTMLLinkElement | null {
  return document.querySelector(`link[rel="${rel}"][href="${CSS.escape(url)}"]`);
}

function addLink(rel: string, url: string, as?: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  if (as) link.as = as;
  link.href = url;
  if (!findLink(rel, url)) document.head.append(link);
  return link;
}

function addStylesheet(url: string): Promise<void> {
  if (findLink('stylesheet', url)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = addLink('stylesheet', url);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Failed loading ${url}`));
    };
  });
}
