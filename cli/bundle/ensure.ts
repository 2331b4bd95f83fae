import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleBound, evict, markUsed } from '../lib/caches.ts';
import { hashOf } from '../lib/hash.ts';
import { home, ownModule } from '../lib/home.ts';
import { statOf } from '../lib/stat.ts';
import { buildOfSitegen } from '../lib/version.ts';
import { ok, type Result } from '../report/result.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import { areCurrent, environmentKey, type Input, recordInputs } from './inputs.ts';
import type { BundleManifest } from './manifest.ts';
import { runBundle } from './run.ts';

export type ReadyBundle = { readonly manifest: BundleManifest; readonly folder: string; readonly reused: boolean };

/**
 * What a bundle was made from. `request` is known before Vite runs; the inputs, which are the module graph, only
 * after it.
 */
type BundleRecord = { readonly request: string; readonly inputs: readonly Input[] };

const recordFile = 'inputs.json';

/** A bundle made before from exactly what the plan's bundle would be made from now, or null. */
export function knownBundleOf(plan: SitePlan, options: { work: string; cache: boolean }): ReadyBundle | null {
  if (!options.cache) return null;
  const request = requestKey(plan);
  for (const folder of bundleFolders(options.work)) {
    const record = read<BundleRecord>(join(folder, recordFile));
    const manifest = read<BundleManifest>(join(folder, 'manifest.json'));
    if (!record || !manifest || record.request !== request || !areCurrent(record.inputs)) continue;
    markUsed(folder);
    return { manifest, folder, reused: true };
  }
  return null;
}

/** Bundles the pages of a plan, and removes bundles that were not used lately. */
export async function makeBundle(plan: SitePlan, work: string): Promise<Result<ReadyBundle>> {
  const { tree, site } = plan;
  const request = requestKey(plan);
  const recorder = recordInputs(tree.root);
  const bundles = join(work, 'bundles');
  const made = await runBundle({ root: tree.root, site, pages: pageFiles(plan), bundles, recorder });
  if (!made.ok) return made;
  const { folder, manifest } = made.value;
  const record: BundleRecord = { request, inputs: recorder.inputs() };
  writeFileSync(join(folder, recordFile), JSON.stringify(record));
  markUsed(folder);
  evict(bundleFolders(work), bundleBound, { inUse: [folder] });
  return ok({ manifest, folder, reused: false }, made.warnings);
}

/** Fingerprint of what a bundle is requested with: everything that is known without reading the module graph. */
function requestKey(plan: SitePlan): string {
  const { tree, site } = plan;
  // A new file may come before another in the resolution of an import, or be matched by a glob.
  const paths = [...tree.files.values()].filter(({ kind }) => kind === 'site' || kind === 'template');
  return hashOf(
    JSON.stringify([
      buildOfSitegen,
      home,
      tree.root,
      (JSON.parse(readFileSync(ownModule('vite/package.json'), 'utf8')) as { version: string }).version,
      environmentKey(tree.root, 'production', process.env),
      site,
      [...pageFiles(plan)],
      paths.map(({ path }) => path),
    ]),
  );
}

/** Page key -> source file, for the pages that some route shows. */
export function pageFiles({ table, tree }: Pick<SitePlan, 'table' | 'tree'>): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const key of [...new Set(table.routes.map((route) => route.page))].sort()) {
    const base = key.startsWith('pages/') ? `site/${key}` : key;
    const file = ['.tsx', '.jsx'].map((ending) => base + ending).find((path) => tree.files.has(path));
    if (file) files.set(key, file);
  }
  return files;
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** Folders of finished bundles, the one used last first. Names with a dot are of bundles in the making. */
function bundleFolders(work: string): readonly string[] {
  try {
    return readdirSync(join(work, 'bundles'))
      .filter((name) => !name.includes('.'))
      .map((name) => join(work, 'bundles', name))
      .map((folder) => ({ folder, usedMs: statOf(folder)?.mtimeMs ?? 0 }))
      .sort((a, b) => b.usedMs - a.usedMs)
      .map(({ folder }) => folder);
  } catch {
    return [];
  }
}
