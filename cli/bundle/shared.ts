import { existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SharedCache } from '../storage/shared-cache.ts';
import { discardFolder, loadFolder, storeFolder } from '../storage/transfer.ts';
import { type Bundle, cachedBundle, temporaryFolder } from './bundle.ts';
import { areCurrent, type BundleInput } from './inputs.ts';
import { writeRecord } from './record.ts';
import type { BundleRequest } from './request.ts';

/** The last bundles of a request, the newest first: name of the folder, and inputs. */
type Index = readonly { readonly name: string; readonly inputs: readonly BundleInput[] }[];

/** Maximum number of bundles of a request in the index: those of a few branches. */
const maxBundles = 5;

const indexKey = ({ key }: BundleRequest): string => `bundles/${key}`;
const bundleKey = (name: string): string => `bundle/${name}`;

/**
 * Loads the bundle of a request that another machine stored, if all of its inputs are the same here. The key of a request
 * holds the folders of site and generator, since server code names these.
 */
export async function loadSharedBundle(
  shared: SharedCache,
  request: BundleRequest,
  work: string,
): Promise<Bundle | null> {
  for (const { name, inputs } of await readIndex(shared, request)) {
    if (!areCurrent(inputs)) continue;
    const temporary = temporaryFolder(work);
    const folder = join(work, 'bundles', name);
    try {
      if (!(await loadFolder(shared, bundleKey(name), temporary))) continue;
      writeRecord(temporary, request.key, inputs);
      if (existsSync(folder)) discardFolder(folder);
      renameSync(temporary, folder);
      return cachedBundle(request, work);
    } finally {
      discardFolder(temporary);
    }
  }
  return null;
}

/** Stores a new bundle with its inputs. */
export async function saveSharedBundle(shared: SharedCache, request: BundleRequest, bundle: Bundle): Promise<void> {
  if (!shared.isOpen) return;
  const name = basename(bundle.folder);
  // Sizes and times of files are those of this machine.
  const inputs = bundle.inputs.map(({ stat: _stat, ...input }) => input);
  await storeFolder(shared, bundleKey(name), bundle.folder);
  const others = (await readIndex(shared, request)).filter((one) => one.name !== name);
  const index: Index = [{ name, inputs }, ...others].slice(0, maxBundles);
  await shared.set(indexKey(request), Buffer.from(JSON.stringify(index)));
}

async function readIndex(shared: SharedCache, request: BundleRequest): Promise<Index> {
  const stored = await shared.get(indexKey(request));
  return stored.kind === 'found' ? JSON.parse(Buffer.from(stored.bytes).toString('utf8')) : [];
}
