import { type Bundle, cachedBundle } from '../../bundle/bundle.ts';
import { areCurrent } from '../../bundle/inputs.ts';
import { type BundleRequest, bundleRequest } from '../../bundle/request.ts';
import type { SiteConfig } from '../../config/types.ts';
import { componentKeys, mdxFiles } from '../../content/components.ts';
import type { Diagnostic } from '../../contract.ts';
import { hashOf } from '../../lib/hash.ts';
import { findPlugins, noPlugins } from '../../plugins/load.ts';
import type { SourceTree } from '../../sources/tree.ts';

/**
 * The bundle of the site's code. It is requested again when the code changes; the last good one stays in use while the
 * code has errors.
 */
export type SiteCode = {
  /** Requests a bundle unless the current one matches the code or a cached one does. */
  readonly update: (config: SiteConfig, tree: SourceTree) => void;
  /** Returns whether a requested bundle has not arrived yet. */
  readonly isWaiting: () => boolean;
  /**
   * Uses a finished bundle. Returns false if its request is superseded; it is then used only until the next bundle.
   */
  readonly accept: (id: number, bundle: Bundle) => boolean;
  /** Receives the errors of a failed bundle. Returns false if its request is superseded. */
  readonly reject: (id: number, problems: readonly Diagnostic[]) => boolean;
  /**
   * Resolves to a bundle of the code as of this call or newer; to the last good bundle if that code has errors; to null
   * if there is none yet.
   */
  readonly ready: () => Promise<Bundle | null>;
  readonly current: () => Bundle | null;
  readonly problems: () => readonly Diagnostic[];
};

export type SiteCodeInput = {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  readonly request: (id: number, request: BundleRequest) => void;
};

/** A page request that waits for the result of bundle request `id` or a later one. */
type WaitingPage = { readonly id: number; readonly resume: () => void };

export function createSiteCode({ work, request: send }: SiteCodeInput): SiteCode {
  let bundle: Bundle | null = null;
  let problems: readonly Diagnostic[] = [];
  let waitingPages: readonly WaitingPage[] = [];
  /**
   * Ids of the last bundle request and of the last one with a result. They begin with the time, so that those of a thread
   * that this one replaces are smaller.
   */
  let lastRequestId = Date.now();
  let lastSettledId = lastRequestId;
  /** Request key and code hash that `bundle` or `problems` result from. */
  let requestedKey = '';
  let requestedHash = '';
  /** Handles the last edit that arrived while a bundle was being built. */
  let pendingUpdate: (() => void) | null = null;

  const isWaiting = (): boolean => lastSettledId < lastRequestId;
  /**
   * Resumes the page requests that a result satisfies. Earlier bundle requests are superseded and get no result of
   * their own.
   */
  const settle = (id: number): void => {
    lastSettledId = Math.max(lastSettledId, id);
    const ready = waitingPages.filter((page) => page.id <= lastSettledId);
    waitingPages = waitingPages.filter((page) => page.id > lastSettledId);
    for (const { resume } of ready) resume();
    if (isWaiting()) return;
    const update = pendingUpdate;
    pendingUpdate = null;
    update?.();
  };
  const setBundle = (next: Bundle): void => {
    bundle = next;
    problems = [];
  };
  const update: SiteCode['update'] = (config, tree) => {
    const { base } = config.site;
    const result = findPlugins(tree, config);
    const plugins = result.ok ? result.value : noPlugins;
    const components = componentKeys(config, mdxFiles(config, tree));
    const shared = { mode: 'development', base, site: null, plugins, components } as const;
    const request = bundleRequest({ ...shared, tree, pages: pageKeys(config) });
    const currentHash = codeHash(tree);
    const isUnchanged = request.key === requestedKey && currentHash === requestedHash;
    if (isWaiting() && isUnchanged) {
      pendingUpdate = () => update(config, tree);
      return;
    }
    if (!isWaiting() && isUnchanged && problems.length === 0 && bundle && areCurrent(bundle.inputs)) return;
    requestedKey = request.key;
    requestedHash = currentHash;
    pendingUpdate = null;
    const cached = cachedBundle(request, work);
    if (cached) {
      setBundle(cached);
      // Count it as a request with a result, so that pending ones are superseded.
      lastRequestId += 1;
      return settle(lastRequestId);
    }
    lastRequestId += 1;
    send(lastRequestId, request);
  };
  return {
    update,
    isWaiting,
    current: () => bundle,
    problems: () => problems,
    // A page request waits for the code as of its arrival. Waiting for the newest code would delay it as long as edits
    // arrive faster than the bundler finishes.
    ready: async () => {
      if (isWaiting())
        await new Promise<void>((resume) => (waitingPages = [...waitingPages, { id: lastRequestId, resume }]));
      return bundle;
    },
    accept(id, finished) {
      const isLatest = id === lastRequestId;
      if (isLatest) setBundle(finished);
      else if (id > lastSettledId) bundle = finished;
      settle(id);
      return isLatest;
    },
    reject(id, errors) {
      const isLatest = id === lastRequestId;
      if (isLatest) problems = errors;
      settle(id);
      return isLatest;
    },
  };
}

/**
 * Returns the keys of all pages and templates that the configuration names, including those that no content uses yet.
 */
function pageKeys(config: SiteConfig): readonly string[] {
  const pages = [...config.routes, ...(config.notFound ? [config.notFound] : [])].flatMap(({ page }) => page ?? []);
  const templates = Object.values(config.content.collections).flatMap(({ template, list, tags, taxonomies }) => [
    template,
    ...(list ? [list.template] : []),
    ...(tags ? [tags.template] : []),
    ...Object.values(taxonomies).map((taxonomy) => taxonomy.template),
  ]);
  return [...pages.map((page) => `pages/${page}`), ...templates.map((template) => `templates/${template}`)];
}

/**
 * Returns a fingerprint of the source files that are probably code. It detects edits before the inputs of the first
 * bundle are known.
 */
function codeHash(tree: SourceTree): string {
  const lines: string[] = [];
  for (const { kind, path, hash } of tree.files.values()) {
    if (kind === 'site' || kind === 'template' || kind === 'data') lines.push(`${path} ${hash}`);
  }
  return hashOf(lines.join('\n'));
}
