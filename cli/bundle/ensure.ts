import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import { buildOfSitegen } from '../lib/version.ts';
import type { SitePlan } from '../plan.ts';
import { ok, type Result } from '../report/result.ts';
import type { BundleManifest } from './manifest.ts';
import { knownBundle, runBundle } from './run.ts';

export type ReadyBundle = { readonly manifest: BundleManifest; readonly folder: string; readonly reused: boolean };

/** The bundle of a plan: one made before where everything that goes into it is as it was, else a new one. */
export async function ensureBundle(plan: SitePlan, options: { work: string; cache: boolean }): Promise<Result<ReadyBundle>> {
  const folders = join(options.work, 'bundles');
  const folder = join(folders, bundleKey(plan));
  const known = options.cache ? knownBundle(folder) : null;
  if (known) return ok({ manifest: known, folder, reused: true });
  const { tree, site } = plan;
  const made = await runBundle({ root: tree.root, site, pages: pageFiles(plan), folder });
  if (!made.ok) return made;
  forgetOthers(folders, folder);
  return ok({ manifest: made.value, folder, reused: false }, made.warnings);
}

/** Fingerprint of all that goes into a bundle. */
function bundleKey(plan: SitePlan): string {
  const { tree, site } = plan;
  const sources = [...tree.files.values()]
    .filter((file) => file.kind === 'site' || file.kind === 'template')
    .map((file) => `${file.path} ${file.hash}`);
  return hashOf([buildOfSitegen, JSON.stringify(site), ...pageFiles(plan).keys(), ...sources].join('\n'));
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

/** Bundles kept besides the one in use: going back and forth between two states of the site costs nothing. */
const keep = 2;

function forgetOthers(folders: string, current: string): void {
  const others = readdirSync(folders).filter((name) => join(folders, name) !== current && !name.includes('.'));
  for (const name of others.slice(0, Math.max(0, others.length - keep))) {
    rmSync(join(folders, name), { recursive: true, force: true });
  }
}
