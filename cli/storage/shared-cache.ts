import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { isSealed, sealFile } from '../lib/sealed-file.ts';
import { writeFile } from '../lib/write-file.ts';
import { ok, type Result } from '../report/result.ts';
import { withoutPassword } from './drivers.ts';
import { openStore, reasonOf, type Store, type Stored } from './store.ts';

/** A sealed file of a cache and its key in the store, which says everything that the file was made from. */
export type CachedFile = { readonly key: string; readonly file: string };

/**
 * Cache entries in a store that machines share. No method rejects: a store that fails is not used again in this build, and a
 * damaged value counts as missing. The owner closes it.
 */
export type SharedCache = Pick<Store, 'get' | 'set' | 'close'> & {
  /** Loads files that are missing on this machine. */
  readonly load: (files: readonly CachedFile[]) => Promise<void>;
  /** Stores those files that `load` found neither here nor in the store. */
  readonly save: (files: readonly CachedFile[]) => Promise<void>;
  /** False: it is always empty. */
  readonly isOpen: boolean;
  /** What went wrong, at most one warning of each kind. */
  readonly warnings: () => readonly Diagnostic[];
};

/** Maximum time of one operation, in milliseconds. What takes longer is created again. */
const operationMs = 5000;

/** Maximum number of operations at a time. */
const lanes = 16;

/** Opens the shared cache at the address of a store; without an address, one that is always empty. */
export async function openSharedCache(address: string | undefined): Promise<Result<SharedCache>> {
  if (address === undefined) return ok(noSharedCache);
  const store = await openStore(address, { timeoutMs: operationMs });
  return store.ok ? ok(sharedCacheOf(store.value, withoutPassword(address))) : store;
}

/** A shared cache that is always empty. */
export const noSharedCache: SharedCache = {
  load: async () => {},
  save: async () => {},
  isOpen: false,
  get: async () => ({ kind: 'missing' }),
  set: async () => {},
  warnings: () => [],
  close: async () => {},
};

function sharedCacheOf(store: Store, name: string): SharedCache {
  const warnings = new Map<string, Diagnostic>();
  const missing = new Set<string>();
  let isOff = false;
  const warn = (code: string, message: string, hint: string) => {
    if (!warnings.has(code)) warnings.set(code, { code, severity: 'warning', message, hint });
  };
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (isOff) return null;
    try {
      return await work();
    } catch (error) {
      isOff = true;
      const hint = 'The site is built without it. Check the store.';
      warn('STORE_FAILED', `The store ${name} failed: ${reasonOf(error as Error)}.`, hint);
      return null;
    }
  };
  const get = async (key: string): Promise<Stored> => {
    const stored = (await attempt(() => store.get(key))) ?? { kind: 'missing' };
    if (stored.kind !== 'found') missing.add(key);
    if (stored.kind === 'damaged') {
      const hint = 'It is created again and replaced. If this repeats, check the storage itself.';
      warn('STORE_DAMAGED', `The store ${name} has a damaged value: ${key}.`, hint);
    }
    return stored;
  };
  const set = async (key: string, bytes: Uint8Array): Promise<void> => {
    await attempt(() => store.set(key, bytes));
  };
  return {
    isOpen: true,
    get,
    set,
    load: (files) =>
      inLanes(
        files.filter(({ file }) => !isSealed(file)),
        async ({ key, file }) => {
          const stored = await get(key);
          if (stored.kind === 'found') writeWhole(file, stored.bytes);
        },
      ),
    save: (files) =>
      inLanes(
        files.filter(({ key, file }) => missing.has(key) && isSealed(file)),
        ({ key, file }) => set(key, readFileSync(file)),
      ),
    warnings: () => [...warnings.values()],
    close: store.close,
  };
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function writeWhole(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFile(temporary, bytes);
  sealFile(temporary, file);
}
