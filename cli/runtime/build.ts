import type { BuildMeta, LatestBuild, PageAssets, RefusedPage } from '../contract.ts';
import { redirectTarget } from '../lib/path-rules.ts';

/** What is known of the build on the server. */
export type Build = {
  /** Fetches the newest build's description; once it is there, payload URLs carry hashes. Never rejects. */
  readonly load: () => Promise<void>;
  /** True once the server has another build than at first. */
  readonly isNewer: () => boolean;
  readonly find: (path: string) => KnownPage;
  /** Looks for a newer build every `pollSeconds`; while the page is hidden, not before it is seen again. */
  readonly poll: (pollSeconds: number) => void;
};

/** `unknown`: no description yet. `none`: no page of this build. `refused`: its validity check failed in the build. */
export type KnownPage =
  | { readonly kind: 'unknown' | 'none' }
  | { readonly kind: 'redirect'; readonly to: string }
  | ({ readonly kind: 'refused' } & RefusedPage)
  | { readonly kind: 'page'; readonly hash: string; readonly assets: PageAssets | undefined };

export function createBuild(base: string): Build {
  let first: string | null = null;
  let newer = false;
  let meta: BuildMeta | null = null;

  const look = async (): Promise<string> => {
    const latest = (await fetchJson(`${base}/builds/latest.json?${Date.now()}`)) as LatestBuild;
    if (typeof latest.id !== 'string') throw new Error('The description of the latest build has no id.');
    first ??= latest.id;
    newer ||= latest.id !== first;
    return latest.id;
  };

  return {
    async load() {
      try {
        meta = checkMeta(await fetchJson(`${base}/builds/meta/${await look()}.json`));
      } catch (error) {
        console.warn('Failed loading the build manifest', error);
      }
    },
    isNewer: () => newer,
    find: (path) => (meta ? findPage(meta, path) : { kind: 'unknown' }),
    poll(pollSeconds) {
      if (pollSeconds <= 0) return;
      let due = false;
      // Network errors are silent, as another look follows anyway.
      const visit = () => {
        if (!due || newer || document.hidden) return;
        due = false;
        look().catch(() => {});
      };
      setInterval(() => {
        due = true;
        visit();
      }, pollSeconds * 1000);
      document.addEventListener('visibilitychange', visit);
    },
  };
}

/** Page or redirect of a path in a build. */
export function findPage(meta: BuildMeta, path: string): KnownPage {
  try {
    const to = redirectTarget(meta.matcher, path);
    if (to !== null) return { kind: 'redirect', to };
  } catch (error) {
    console.warn('Failed matching route rules', error);
  }
  const at = indexOfSorted(meta.prerendered, path);
  if (at < 0) return meta.refused?.[path] ? { kind: 'refused', ...meta.refused[path] } : { kind: 'none' };
  const key = meta.pageKeys[meta.pageOf[at] ?? -1];
  return { kind: 'page', hash: meta.hashes.slice(8 * at, 8 * at + 8), assets: meta.pages[key ?? ''] };
}

/** A response that is not JSON (such as a host's HTML for unknown files) rejects, as does a status other than 2xx. */
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

/** Index of a text in a list sorted by code units, or -1. */
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
