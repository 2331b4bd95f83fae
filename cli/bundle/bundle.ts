import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleBound, type CacheBound, evict, markUsed } from '../lib/caches.ts';
import { hashOf } from '../lib/hash.ts';
import { isAlive } from '../lib/process.ts';
import { moveIntoCache } from '../lib/write-file.ts';
import { loadPlugins, vitePlugins } from '../plugins/load.ts';
import { ok, type Result } from '../report/result.ts';
import { runBuilds } from './build.ts';
import { bundleProblems } from './errors.ts';
import { type BundleInput, recordInputs } from './inputs.ts';
import type { BundleManifest } from './manifest.ts';
import { bundleFiles, bundleFolders, currentRecord, writeRecord } from './record.ts';
import type { BundleRequest } from './request.ts';
import type { Mode } from './vite.ts';

/** A finished bundle. `inputs` are the files, folders, globs and packages that it was built from. */
export type Bundle = {
  readonly manifest: BundleManifest;
  readonly folder: string;
  readonly inputs: readonly BundleInput[];
};

/**
 * Bounds of the bundle cache by mode. Keeping several makes switching between recent states of a site quick; in
 * development, pages that opened a moment ago may still import from an earlier bundle.
 */
const cacheBounds: Readonly<Record<Mode, CacheBound & { readonly maxEntries: number }>> = {
  production: bundleBound,
  development: { ...bundleBound, maxEntries: 7 },
};

/** Each domain of a site has bundles of its own. */
function boundOf({ mode, site }: BundleRequest): CacheBound {
  const domains = Math.max(1, new Set(site?.locales.map(({ url }) => url)).size);
  return { ...cacheBounds[mode], maxEntries: cacheBounds[mode].maxEntries * domains };
}

/**
 * Returns the cached bundle of a request if all its inputs are unchanged, else null. `work` is the site's `.sitegen`
 * folder.
 */
export function cachedBundle(request: BundleRequest, work: string): Bundle | null {
  for (const folder of bundleFolders(work, request.mode)) {
    const record = currentRecord(folder);
    const manifest = readJson<BundleManifest>(join(folder, 'manifest.json'));
    if (!manifest || record?.request !== request.key) continue;
    markUsed(folder);
    return { manifest, folder, inputs: record.inputs };
  }
  return null;
}

/**
 * Bundles with Vite and caches the result, with its manifest and inputs, in a folder that is named by the hash of its
 * content. The folder is renamed into place when it is complete. A production bundle contains client and server code, a
 * development bundle server code only. Then evicts the least recently used bundles. Returns the errors of the code as
 * problems.
 */
export async function buildBundle(request: BundleRequest, work: string): Promise<Result<Bundle>> {
  const folders = join(work, 'bundles');
  removeTemporaryFolders(folders);
  const temporary = temporaryFolder(work);
  const plugins = await loadPlugins(request.plugins);
  if (!plugins.ok) return plugins;
  const recorder = recordInputs(request.root);
  try {
    const { manifest, files } = await runBuilds[request.mode](request, temporary, {
      recorder,
      createSitePlugins: () => vitePlugins(plugins.value),
    });
    const text = JSON.stringify(manifest);
    writeFileSync(join(temporary, 'manifest.json'), text);
    const contents = files.map(({ path, hash }) => `${path} ${hash}`);
    const folder = join(folders, `${request.mode}-${hashOf([text, ...contents].join('\n'))}`);
    moveBundle(temporary, folder);
    const inputs = recorder.inputs();
    writeRecord(folder, request.key, inputs);
    markUsed(folder);
    evict(bundleFolders(work, request.mode), boundOf(request), { inUse: [folder] });
    return ok({ manifest, folder, inputs });
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    return bundleProblems(error, request.root);
  }
}

/**
 * Moves a bundle to the folder of its content. If there is one already, another process may be using it: then its files
 * are replaced one by one, since one of them may be damaged.
 */
function moveBundle(from: string, to: string): void {
  if (existsSync(to)) {
    for (const path of bundleFiles(from)) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      moveIntoCache(join(from, path), join(to, path));
    }
    rmSync(from, { recursive: true, force: true });
  } else renameSync(from, to);
}

/** Prefix of the temporary folder of a bundle; the id of its process follows. */
const temporaryPrefix = 'new.';

/** Returns the path of this process's folder for a bundle that is not complete. */
export const temporaryFolder = (work: string): string => join(work, 'bundles', `${temporaryPrefix}${process.pid}`);

/** Removes the temporary folders of processes that have ended, and of this process. */
function removeTemporaryFolders(folders: string): void {
  if (!existsSync(folders)) return;
  for (const name of readdirSync(folders)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    if (!isAlive(Number(name.slice(temporaryPrefix.length))))
      rmSync(join(folders, name), { recursive: true, force: true });
  }
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}
