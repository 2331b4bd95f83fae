import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../contract.ts';
import { hashOf } from '../../lib/hash.ts';
import { home } from '../../lib/home.ts';
import { statOf } from '../../lib/stat.ts';
import { buildOfSitegen } from '../../lib/version.ts';
import type { SourceTree } from '../../sources/tree.ts';
import type { BundleOrder, DevBundle } from '../protocol.ts';

/** Follows the code of the site: orders a bundle for each state of it, and keeps the last good one. */
export type Code = {
  /** Looks whether the code that a configuration asks for is at hand, and orders it where it is not. */
  readonly follow: (config: SiteConfig, tree: SourceTree) => void;
  /** True while a bundle is being made. */
  readonly waits: () => boolean;
  /** Takes a bundle that was ordered. False for one of a superseded order, which only serves until the next. */
  readonly take: (key: string, bundle: DevBundle, tree: SourceTree) => boolean;
  /** Takes what is wrong with the code; false where it is no longer the code as it is. */
  readonly refuse: (key: string, problems: readonly Diagnostic[]) => boolean;
  /** The bundle for the code as it is now or later, or the last good one if that has errors; null before there is any. */
  readonly ready: () => Promise<DevBundle | null>;
  readonly current: () => DevBundle | null;
  readonly problems: () => readonly Diagnostic[];
};

export type CodeInput = {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  readonly order: (order: BundleOrder) => void;
};

/** A request that needs a bundle of an order at least this late. */
type Waiter = { readonly order: number; readonly resume: () => void };

export function createCode({ work, order }: CodeInput): Code {
  const folder = join(work, 'serve');
  let bundle: DevBundle | null = null;
  let wanted = '';
  let problems: readonly Diagnostic[] = [];
  let isWaiting = false;
  let waiters: readonly Waiter[] = [];
  /** Numbers of the orders whose result is still to come, by key. */
  const pending = new Map<string, number>();
  let orders = 0;

  /** Lets requests go on that an order satisfies. */
  const settle = (until: number): void => {
    const ready = waiters.filter((one) => one.order <= until);
    waiters = waiters.filter((one) => one.order > until);
    for (const { resume } of ready) resume();
  };
  const finish = (): void => {
    isWaiting = false;
    settle(orders);
  };
  /** Notes the result of an order: those before it are superseded and will have none. */
  const arrived = (key: string): number => {
    const number = pending.get(key) ?? 0;
    for (const [other, its] of pending) if (its <= number) pending.delete(other);
    return number;
  };
  return {
    current: () => bundle,
    problems: () => problems,
    // A request waits for the code as it was when the request came, or later. If it waited for the newest, a series
    // of edits that are quicker than the bundler would hold it back for as long as they go on.
    ready: async () => {
      if (isWaiting) await new Promise<void>((resume) => (waiters = [...waiters, { order: orders, resume }]));
      return bundle;
    },
    waits: () => isWaiting,
    follow(config, tree) {
      const pages = pageFiles(config, tree);
      const key = bundleKey(config.site.base, tree, pages);
      if (key === wanted) return;
      wanted = key;
      const known = load(join(folder, `${key}.json`));
      if (known) {
        bundle = known;
        problems = [];
        return finish();
      }
      isWaiting = true;
      orders += 1;
      pending.set(key, orders);
      order({ key, base: config.site.base, pages });
    },
    take(key, made, tree) {
      const number = arrived(key);
      if (key !== wanted) {
        if (isWaiting) bundle = made;
        settle(number);
        return false;
      }
      bundle = made;
      problems = [];
      finish();
      try {
        // Files that were edited while they were bundled would put the wrong code under this key.
        if (untouched(tree)) save(join(folder, `${key}.json`), made);
      } catch {
        // The next start bundles again.
      }
      return true;
    },
    refuse(key, found) {
      const number = arrived(key);
      if (key !== wanted) {
        settle(number);
        return false;
      }
      problems = found;
      finish();
      return true;
    },
  };
}

type Pages = BundleOrder['pages'];

/** Every page that the configuration names, whether or not the content has anything to show with it yet. */
function pageFiles(config: SiteConfig, tree: SourceTree): Pages {
  const pages = [...config.routes, ...(config.notFound ? [config.notFound] : [])].flatMap(({ page }) => page ?? []);
  const templates = Object.values(config.content.collections).flatMap(({ template, list, tags }) => [
    template,
    ...(list ? [list.template] : []),
    ...(tags ? [tags.template] : []),
  ]);
  const keys = [...pages.map((page) => `pages/${page}`), ...templates.map((template) => `templates/${template}`)];
  return [...new Set(keys)].sort().flatMap((key): Pages => {
    const base = key.startsWith('pages/') ? `site/${key}` : key;
    const file = ['.tsx', '.jsx'].map((ending) => base + ending).find((path) => tree.files.has(path));
    return file ? [[key, file]] : [];
  });
}

/** Names all that the server code is made from. What the site's settings say comes with each page, not in its code. */
function bundleKey(base: string, tree: SourceTree, pages: Pages): string {
  const sources: string[] = [];
  for (const file of tree.files.values()) {
    if (file.kind === 'site' || file.kind === 'template') sources.push(`${file.path} ${file.hash}`);
  }
  return hashOf([buildOfSitegen, base, ...pages.map(([key]) => key), ...sources].join('\n'));
}

/** Whether each file of the code is still as large as it was read, and not younger than the last moment. */
function untouched(tree: SourceTree): boolean {
  for (const file of tree.files.values()) {
    if (file.kind !== 'site' && file.kind !== 'template') continue;
    const stat = statOf(join(tree.root, file.path));
    if (!stat || stat.size !== file.size || Date.now() - stat.mtimeMs < youngMs) return false;
  }
  return true;
}

/** A file changed this lately may have changed between being hashed and being bundled. */
const youngMs = 10_000;

function load(file: string): DevBundle | null {
  try {
    const { home: made, ...bundle } = JSON.parse(readFileSync(file, 'utf8')) as DevBundle & { readonly home: string };
    // A bundle of another installation would bring a second React along.
    if (made !== home) return null;
    statSync(join(bundle.folder, bundle.server));
    // The bundler removes the folders that have not been used for longest.
    const now = new Date();
    utimesSync(bundle.folder, now, now);
    return bundle;
  } catch {
    return null;
  }
}

function save(file: string, bundle: DevBundle): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ ...bundle, home }));
  renameSync(`${file}.${process.pid}`, file);
}
