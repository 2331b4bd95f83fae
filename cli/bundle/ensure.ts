import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../lib/hash.ts';
import { buildOfSitegen } from '../lib/version.ts';
import type { SitePlan } from '../plan.ts';
import { ok, type Result } from '../report/result.ts';
import type { BundleManifest } from './manifest.ts';
import { knownBundle, runBundle } from './run.ts';

export type ReadyBundle = { readonly manifest: BundleManifest; readonly folder: string; readonly reused: boolean };

/** The bundle made before from exactly what the plan's bundle would be made from, or null. */
export function knownBundleOf(plan: SitePlan, options: { work: string; cache: boolean }): ReadyBundle | null {
  const folder = folderOf(plan, options.work);
  const manifest = options.cache ? knownBundle(folder) : null;
  return manifest && { manifest, folder, reused: true };
}

/** Bundles the pages of a plan, and forgets bundles of long ago. */
export async function makeBundle(plan: SitePlan, work: string): Promise<Result<ReadyBundle>> {
  const { tree, site } = plan;
  const folder = folderOf(plan, work);
  const made = await runBundle({ root: tree.root, site, pages: pageFiles(plan), folder });
  if (!made.ok) return made;
  forgetOthers(join(work, 'bundles'), folder);
  return ok({ manifest: made.value, folder, reused: false }, made.warnings);
}

const folderOf = (plan: SitePlan, work: string): string => join(work, 'bundles', bundleKey(plan));

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
