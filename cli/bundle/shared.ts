import { existsSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SharedCache } from '../storage/shared-cache.ts';
import { discardFolder, loadFolder, storeFolder } from '../storage/transfer.ts';
import { type Bundle, cachedBundle, temporaryFolder } from './bundle.ts';
import { areCurrent } from './inputs.ts';
import {
  addAddresses,
  inputsBelow,
  type PortableInput,
  portableInputs,
  portableKey,
  writePortable,
} from './portable.ts';
import { writeRecord } from './record.ts';
import type { BundleRequest } from './request.ts';

/** The shared cache, and the folder `.sitegen` of the site. */
type Shared = { readonly shared: SharedCache; readonly work: string };

/** The last bundles of a key, the newest first: name of the folder, and inputs. */
type Index = readonly { readonly name: string; readonly inputs: readonly PortableInput[] }[];

/** Maximum number of bundles of a key in the index: those of a few branches. */
const maxBundles = 5;

const indexKey = (key: string): string => `bundles/${key}`;
const bundleKey = (key: string, name: string): string => `bundle/${key}/${name}`;

/**
 * Loads the bundle of a request that another machine stored, if all of its inputs are the same here: one without folders,
 * or one that names those of this machine.
 */
export async function loadSharedBundle({ shared, work }: Shared, request: BundleRequest): Promise<Bundle | null> {
  if (!shared.isOpen) return null;
  for (const key of [portableKey(request), request.key])
    for (const { name, inputs: portable } of await readIndex(shared, key)) {
      const inputs = inputsBelow(portable, request.root);
      if (!areCurrent(inputs)) continue;
      const temporary = temporaryFolder(work);
      const folder = join(work, 'bundles', name);
      try {
        if (!(await loadFolder(shared, bundleKey(key, name), temporary))) continue;
        addAddresses(temporary);
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

/** Stores a new bundle with its inputs; for machines with the same folders only if its code names these. */
export async function saveSharedBundle(
  { shared, work }: Shared,
  request: BundleRequest,
  bundle: Bundle,
): Promise<void> {
  if (!shared.isOpen) return;
  const temporary = temporaryFolder(work);
  try {
    const key = writePortable(bundle.folder, temporary, request.root) ? portableKey(request) : request.key;
    const name = basename(bundle.folder);
    await storeFolder(shared, bundleKey(key, name), key === request.key ? bundle.folder : temporary);
    const others = (await readIndex(shared, key)).filter((one) => one.name !== name);
    const index: Index = [{ name, inputs: portableInputs(bundle.inputs, request.root) }, ...others].slice(
      0,
      maxBundles,
    );
    await shared.set(indexKey(key), Buffer.from(JSON.stringify(index)));
  } finally {
    discardFolder(temporary);
  }
}

async function readIndex(shared: SharedCache, key: string): Promise<Index> {
  const stored = await shared.get(indexKey(key));
  return stored.kind === 'found' ? JSON.parse(Buffer.from(stored.bytes).toString('utf8')) : [];
}
