import { hash } from 'node:crypto';
import type { Storage } from 'unstorage';
import { fail, ok, type Result } from '../report/result.ts';
import { missingPackages, openDriver } from './drivers.ts';

/** The value of a key in a store. `damaged`: its bytes differ from what was written. */
export type Stored = { readonly kind: 'found'; readonly bytes: Uint8Array } | { readonly kind: 'missing' | 'damaged' };

/**
 * Values by key, which several machines share. Each value carries a checksum of its key and bytes. Methods reject if the
 * store fails or does not answer in time. The owner closes it.
 */
export type Store = {
  readonly get: (key: string) => Promise<Stored>;
  readonly set: (key: string, bytes: Uint8Array) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type StoreOptions = {
  /** Maximum time of one operation, in milliseconds. */
  readonly timeoutMs: number;
};

const checksumBytes = 32;

/**
 * Opens the store at an address: a folder, `redis://host:port`, or `s3://bucket?endpoint=…`. Connects with the first
 * operation.
 */
export async function openStore(address: string, { timeoutMs }: StoreOptions): Promise<Result<Store>> {
  const driver = await openDriver(address);
  if (!driver.ok) return driver;
  let storage: Storage;
  try {
    const { createStorage } = await import('unstorage');
    storage = createStorage({ driver: driver.value });
  } catch {
    return fail([missingPackages(['unstorage'])]);
  }
  const timed = <T>(work: Promise<T>): Promise<T> => withTimeout(work, timeoutMs);
  return ok({
    get: async (key) => {
      const value = await timed(storage.getItemRaw<Uint8Array | ArrayBuffer>(key));
      if (value === null || value === undefined) return { kind: 'missing' };
      const stored = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
      if (!(stored instanceof Uint8Array)) return { kind: 'damaged' };
      const bytes = stored.subarray(checksumBytes);
      const isIntact = checksum(key, bytes).equals(stored.subarray(0, checksumBytes));
      return isIntact ? { kind: 'found', bytes } : { kind: 'damaged' };
    },
    set: (key, bytes) => timed(storage.setItemRaw(key, Buffer.concat([checksum(key, bytes), bytes]))),
    remove: (key) => timed(storage.removeItem(key)),
    close: async () => {
      await timed(storage.dispose()).catch(() => {});
    },
  });
}

const checksum = (key: string, bytes: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${key}\n`), bytes]), 'buffer');

/** Returns a promise that settles with `work`, or rejects after the time. The work goes on. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Returns the message of an error of a library without the full stop at its end, which some have and others have not. */
export const reasonOf = ({ message }: Error): string => message.replace(/\.$/, '');
