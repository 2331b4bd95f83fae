import { BufferTarget, StreamTarget, type StreamTargetChunk, type Target as WriteTarget } from 'mediabunny';
import { stop } from '../errors.ts';
import type { Target } from './types.ts';

/** A file that is being written. */
export type OutputFile = {
  readonly target: WriteTarget;
  /** The whole file, once it is finished. */
  readonly file: () => Promise<Blob>;
  /** Deletes what was written. */
  readonly discard: () => Promise<void>;
};

/** Maximum bytes of a file in memory. */
export const MEMORY_LIMIT = 700e6;

const FOLDER = 'videos';

/** Opens the file for a result of about `bytes`. Stops with `output.full` or `output.denied`. */
export async function openOutputFile(where: Target, type: string, bytes: number): Promise<OutputFile> {
  if (where.kind === 'file') return chosenFile(where.handle);
  const handle = await newStoredHandle().catch(() => null);
  if (handle) {
    await checkQuota(bytes);
    return storedFile(handle, type);
  }
  if (bytes > MEMORY_LIMIT) return stop({ code: 'output.full', needed: bytes, available: MEMORY_LIMIT });
  const target = new BufferTarget();
  return {
    target,
    file: async () => new Blob(target.buffer ? [target.buffer] : [], { type }),
    discard: async () => undefined,
  };
}

async function chosenFile(handle: FileSystemFileHandle): Promise<OutputFile> {
  const writable = await handle.createWritable().catch(() => stop({ code: 'output.denied' }));
  return {
    target: new StreamTarget(writable as unknown as WritableStream<StreamTargetChunk>, { chunked: true }),
    file: () => handle.getFile(),
    discard: () => writable.abort().catch(() => undefined),
  };
}

/** Synchronous access to a file of the origin private file system; only workers have it. */
type SyncAccess = {
  readonly write: (data: Uint8Array<ArrayBuffer>, options: { readonly at: number }) => number;
  readonly flush: () => void;
  readonly close: () => void;
};
type StoredHandle = FileSystemFileHandle & { readonly createSyncAccessHandle?: () => Promise<SyncAccess> };

async function storedFile(handle: StoredHandle, type: string): Promise<OutputFile> {
  if (!handle.createSyncAccessHandle) return chosenFile(handle);
  const access = await handle.createSyncAccessHandle();
  let open = true;
  const close = () => {
    if (open) access.close();
    open = false;
  };
  const writable = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => {
      if (access.write(data, { at: position }) < data.byteLength)
        stop({ code: 'output.full', needed: data.byteLength, available: 0 });
    },
    close: () => {
      access.flush();
      close();
    },
    abort: close,
  });
  return {
    target: new StreamTarget(writable, { chunked: true }),
    file: async () => new File([await handle.getFile()], handle.name, { type }),
    discard: async () => {
      close();
      await removeStoredFile(handle.name);
    },
  };
}

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** A new file in the origin private file system. Removes files that are older than a day. */
async function newStoredHandle(): Promise<StoredHandle> {
  const directory = await folder();
  for await (const name of (directory as unknown as { keys: () => AsyncIterable<string> }).keys()) {
    if (Number(name.split('-')[0]) < Date.now() - DAY_MS) await directory.removeEntry(name).catch(() => undefined);
  }
  return directory.getFileHandle(`${Date.now()}-${crypto.randomUUID()}`, { create: true });
}

const DAY_MS = 86_400_000;

/** Removes a result from the origin private file system. */
export async function removeStoredFile(name: string): Promise<void> {
  await (await folder()).removeEntry(name).catch(() => undefined);
}

async function checkQuota(bytes: number): Promise<void> {
  const { quota = 0, usage = 0 } = (await navigator.storage.estimate?.().catch(() => null)) ?? {};
  const available = quota - usage;
  if (quota > 0 && bytes > available) stop({ code: 'output.full', needed: bytes, available });
}
