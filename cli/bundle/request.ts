import type { SiteInfo } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { home } from '../lib/home.ts';
import type { IslandKey } from '../lib/islands.ts';
import { sitegenHash } from '../lib/version.ts';
import type { PluginList } from '../plugins/load.ts';
import type { SourceTree } from '../sources/tree.ts';
import { environmentKey, viteVersion } from './environment.ts';
import type { Mode } from './vite.ts';

/**
 * Everything that determines a bundle before Vite reads the module graph. Plain data, as it is posted between
 * processes.
 */
export type BundleRequest = {
  /** Fingerprint of the request. Bundles with the same key and the same inputs are identical. */
  readonly key: string;
  /** Fingerprint without the folders of site and generator, which differ between machines. */
  readonly sharedKey: string;
  readonly mode: Mode;
  readonly root: string;
  readonly base: string;
  /** Settings that are compiled into the code; null in development, where they are passed with each page. */
  readonly site: SiteInfo | null;
  readonly plugins: PluginList;
  /** Components that Markdown texts show by directives. */
  readonly components: readonly IslandKey[];
  /** Page key -> source file below the root. */
  readonly pages: readonly (readonly [key: string, file: string])[];
};

export type BundleRequestInput = Pick<BundleRequest, 'mode' | 'base' | 'site' | 'plugins' | 'components'> & {
  readonly tree: Pick<SourceTree, 'root' | 'files'>;
  /** Page keys such as `pages/Home` and `templates/Post`, in any order. Keys without a source file are ignored. */
  readonly pages: Iterable<string>;
};

/** Returns the request for a bundle of the pages, with its key. */
export function bundleRequest({ tree, pages, ...request }: BundleRequestInput): BundleRequest {
  const { root } = tree;
  const files = [...pageFiles(pages, tree)];
  // The paths are part of the key: a new file may take precedence when an import is resolved, or match a glob.
  const code = [...tree.files.values()].filter(({ kind }) => kind === 'site' || kind === 'template');
  const sharedKey = hashOf(
    JSON.stringify([
      sitegenHash,
      viteVersion(),
      environmentKey(root, request.mode, process.env),
      { ...request, plugins: request.plugins.key },
      files,
      code.map(({ path }) => path),
    ]),
  );
  return { ...request, key: hashOf(JSON.stringify([sharedKey, home, root])), sharedKey, root, pages: files };
}

/** Returns the source file of each page key, sorted by key. Leaves out keys without a source file. */
export function pageFiles(keys: Iterable<string>, { files }: Pick<SourceTree, 'files'>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const key of [...new Set(keys)].sort()) {
    const base = key.startsWith('pages/') ? `site/${key}` : key;
    const file = ['.tsx', '.jsx'].map((ending) => base + ending).find((path) => files.has(path));
    if (file) found.set(key, file);
  }
  return found;
}
