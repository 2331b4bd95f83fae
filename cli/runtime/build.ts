import type { BuildMeta, LatestBuild, PageAssets, RefusedPage } from '../contract.ts';
import { redirectTarget } from '../lib/path-rules.ts';

/** The browser's view of the latest build on the server. */
export type Build = {
  /** Fetches the manifest of the latest build. After it, payload URLs contain hashes. Logs errors; never rejects. */
  readonly load: () => Promise<void>;
  /** Returns whether the server has a different build than at the first check. */
  readonly isNewer: () => boolean;
  readonly find: (path: string) => ManifestEntry;
  /**
   * Starts checking for a newer build every `pollSeconds`; 0 disables it. A hidden page checks once it is visible
   * again.
   */
  readonly poll: (pollSeconds: number) => void;
};

/**
 * What the manifest contains for a path. `unknown`: the manifest is not loaded. `none`: no page in this build.
 * `refused`: the page's validity check failed during the build.
 */
export type ManifestEntry =
  | { readonly kind: 'unknown' | 'none' }
  | { readonly kind: 'redirect'; readonly to: string }
  | ({ readonly kind: 'refused' } & RefusedPage)
  | { readonly kind: 'page'; readonly hash: string; readonly assets: PageAssets | undefined };

export function createBuild(base: string): Build {
  let firstId: string | null = null;
  let isNewer = false;
  let meta: BuildMeta | null = null;

  const fetchLatestId = async (): Promise<string> => {
    const { id } = (await fetchJson(`${base}/builds/latest.json?${Date.now()}`)) as LatestBuild;
    if (typeof id !== 'string') throw new Error('The description of the latest build has no id.');
    firstId ??= id;
    isNewer ||= id !== firstId;
    return id;
  };

  return {
    async load() {
      try {
        meta = checkMeta(await fetchJson(`${base}/builds/meta/${await fetchLatestId()}.json`));
      } catch (error) {
        console.warn('Failed loading the build manifest', error);
      }
    },
    isNewer: () => isNewer,
    find: (path) => (meta ? findPage(meta, path) : { kind: 'unknown' }),
    poll(pollSeconds) {
      if (pollSeconds <= 0) return;
      let isDue = false;
      const check = () => {
        if (!isDue || isNewer || document.hidden) return;
        isDue = false;
        // Ignore network errors, since another check follows.
        fetchLatestId().catch(() => {});
      };
      setInterval(() => {
        isDue = true;
        check();
      }, pollSeconds * 1000);
      document.addEventListener('visibilitychange', check);
    },
  };
}

/** Returns the page, refused page or redirect of a path in a build. Redirects come first. */
export function findPage(meta: BuildMeta, path: string): ManifestEntry {
  try {
    const to = redirectTarget(meta.matcher, path);
    if (to !== null) return { kind: 'redirect', to };
  } catch (error) {
    console.warn('Failed matching route rules', error);
  }
  const index = indexOfSorted(meta.prerendered, path);
  if (index < 0) return meta.refused?.[path] ? { kind: 'refused', ...meta.refused[path] } : { kind: 'none' };
  const key = meta.pageKeys[meta.pageOf[index] ?? -1];
  return { kind: 'page', hash: meta.hashes.slice(8 * index, 8 * index + 8), assets: meta.pages[key ?? ''] };
}

/**
 * Fetches and parses JSON. Rejects if the status is not 2xx or the content type is not JSON, as for the HTML page that
 * hosts send for missing files.
 */
export async function fetchJson(url: string, options?: RequestInit): Promise<unknown> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new Error(`${url}: ${type || 'no content type'} instead of JSON`);
  return response.json();
}

function checkMeta(value: unknown): BuildMeta {
  const meta = value as BuildMeta | null;
  if (!Array.isArray(meta?.prerendered) || !meta.matcher) throw new Error('The build manifest is malformed.');
  return meta;
}

/** Returns the index of a text in a list sorted by code units, or -1 (binary search). */
export function indexOfSorted(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const candidate = sorted[middle] ?? '';
    if (candidate === text) return middle;
    if (candidate < text) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
