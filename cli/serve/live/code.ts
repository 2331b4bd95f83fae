import { type Bundle, type BundleRequest, bundleRequest, cachedBundle } from '../../bundle/bundle.ts';
import { areCurrent } from '../../bundle/inputs.ts';
import { componentKeys } from '../../config/components.ts';
import type { SiteConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../contract.ts';
import { hashOf } from '../../lib/hash.ts';
import { findPlugins, noPlugins } from '../../plugins/load.ts';
import type { SourceTree } from '../../sources/tree.ts';

/** The site's code: requests a bundle whenever the code changes, and keeps the last good one. */
export type Code = {
  /** Requests a bundle if the current one is not made from the code as it is now, and none that fits is cached. */
  readonly follow: (config: SiteConfig, tree: SourceTree) => void;
  /** True while a bundle is being made. */
  readonly isWaiting: () => boolean;
  /** Uses a requested bundle. Returns false for a superseded one, which is only used until the next. */
  readonly accept: (id: number, bundle: Bundle) => boolean;
  /** Keeps the errors of a failed bundle. Returns false if it is superseded. */
  readonly reject: (id: number, problems: readonly Diagnostic[]) => boolean;
  /**
   * The bundle for the code as it is now or later, or the last good one if the code has errors; null if there is none
   * yet.
   */
  readonly ready: () => Promise<Bundle | null>;
  readonly current: () => Bundle | null;
  readonly problems: () => readonly Diagnostic[];
};

export type CodeInput = {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  readonly request: (id: number, request: BundleRequest) => void;
};

/** A page request that waits for the result of a bundle request, or of a later one. */
type Waiter = { readonly id: number; readonly resume: () => void };

export function createCode({ work, request: send }: CodeInput): Code {
  let bundle: Bundle | null = null;
  let problems: readonly Diagnostic[] = [];
  let waiters: readonly Waiter[] = [];
  /** Number of the last bundle request, and of the last one with a result. */
  let requested = 0;
  let settled = 0;
  /** Key of the request that `bundle` or `problems` are the result of, and the code it was made for. */
  let key = '';
  let code = '';
  /** The last edit that came while a bundle was being made. */
  let unseen: (() => void) | null = null;

  const isWaiting = (): boolean => settled < requested;
  /** Resumes the page requests that a result satisfies. Requests before it are superseded and get no other. */
  const settle = (id: number): void => {
    settled = Math.max(settled, id);
    const ready = waiters.filter((one) => one.id <= settled);
    waiters = waiters.filter((one) => one.id > settled);
    for (const { resume } of ready) resume();
    if (isWaiting()) return;
    const follow = unseen;
    unseen = null;
    follow?.();
  };
  const use = (next: Bundle): void => {
    bundle = next;
    problems = [];
  };
  const follow: Code['follow'] = (config, tree) => {
    const { base } = config.site;
    const found = findPlugins(tree, config);
    const plugins = found.ok ? found.value : noPlugins;
    const components = componentKeys(config);
    const shared = { mode: 'development', base, site: null, plugins, components } as const;
    const request = bundleRequest({ ...shared, tree, pages: pageKeys(config) });
    const edited = codeHash(tree);
    const isSame = request.key === key && edited === code;
    if (isWaiting() && isSame) {
      unseen = () => follow(config, tree);
      return;
    }
    if (!isWaiting() && isSame && problems.length === 0 && bundle && areCurrent(bundle.inputs)) return;
    key = request.key;
    code = edited;
    unseen = null;
    const cached = cachedBundle(request, work);
    if (cached) {
      use(cached);
      // Counts as a request with a result, so that those before it are superseded.
      requested += 1;
      return settle(requested);
    }
    requested += 1;
    send(requested, request);
  };
  return {
    follow,
    isWaiting,
    current: () => bundle,
    problems: () => problems,
    // A page request waits for the code as of its arrival. If it waited for the newest code, a series of edits that are
    // quicker than the bundler would hold it back for as long as they go on.
    ready: async () => {
      if (isWaiting()) await new Promise<void>((resume) => (waiters = [...waiters, { id: requested, resume }]));
      return bundle;
    },
    accept(id, made) {
      const isLatest = id === requested;
      if (isLatest) use(made);
      else if (id > settled) bundle = made;
      settle(id);
      return isLatest;
    },
    reject(id, found) {
      const isLatest = id === requested;
      if (isLatest) problems = found;
      settle(id);
      return isLatest;
    },
  };
}

/** The keys of every page that the configuration names, whether or not the content has anything to show with it yet. */
function pageKeys(config: SiteConfig): readonly string[] {
  const pages = [...config.routes, ...(config.notFound ? [config.notFound] : [])].flatMap(({ page }) => page ?? []);
  const templates = Object.values(config.content.collections).flatMap(({ template, list, tags }) => [
    template,
    ...(list ? [list.template] : []),
    ...(tags ? [tags.template] : []),
  ]);
  return [...pages.map((page) => `pages/${page}`), ...templates.map((template) => `templates/${template}`)];
}

/** Fingerprint of the files that are most likely code, to notice their edits before a bundle's inputs are known. */
function codeHash(tree: SourceTree): string {
  const lines: string[] = [];
  for (const { kind, path, hash } of tree.files.values()) {
    if (kind === 'site' || kind === 'template' || kind === 'data') lines.push(`${path} ${hash}`);
  }
  return hashOf(lines.join('\n'));
}
