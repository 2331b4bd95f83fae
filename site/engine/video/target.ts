import { BufferTarget, StreamTarget, type StreamTargetChunk, type Target as WriteTarget } from 'mediabunny';
import { stop } from '../errors.ts';
import type { Target } from './types.ts';

/** A place that a file grows in. */
export type Place = {
  readonly target: WriteTarget;
  /** The whole file, once it is finished. */
  readonly file: () => Promise<Blob>;
  /** Takes back what was written. */
  readonly drop: () => Promise<void>;
};

/** Bytes that a file in memory may have. */
export const MEMORY_LIMIT = 700e6;

const FOLDER = 'videos';

/** Opens the place for a result of about `bytes`. */
export async function openPlace(where: Target, type: string, bytes: number): Promise<Place> {
  if (where.kind === 'file') return fileHandle(where.handle);
  const handle = await ownFile().catch(() => null);
  if (handle) {
    await roomFor(bytes);
    return ownPlace(handle, type);
  }
  if (bytes > MEMORY_LIMIT) return stop({ code: 'output.full', needed: bytes, available: MEMORY_LIMIT });
  const target = new BufferTarget();
  return {
    target,
    file: async () => new Blob(target.buffer ? [target.buffer] : [], { type }),
    drop: async () => undefined,
  };
}

async function fileHandle(handle: FileSystemFileHandle): Promise<Place> {
  const writable = await handle.createWritable().catch(() => stop({ code: 'output.denied' }));
  return {
    target: new StreamTarget(writable as unknown as WritableStream<StreamTargetChunk>, { chunked: true }),
    file: () => handle.getFile(),
    drop: () => writable.abort().catch(() => undefined),
  };
}

/** The part of a file of the origin's own that only workers have. */
type SyncAccess = {
  readonly write: (data: Uint8Array<ArrayBuffer>, options: { readonly at: number }) => number;
  readonly flush: () => void;
  readonly close: () => void;
};
type OwnFile = FileSystemFileHandle & { readonly createSyncAccessHandle?: () => Promise<SyncAccess> };

async function ownPlace(handle: OwnFile, type: string): Promise<Place> {
  if (!handle.createSyncAccessHandle) return fileHandle(handle);
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
    drop: async () => {
      close();
      await removeOwn(handle.name);
    },
  };
}

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

/** A fresh file of the origin's own. Those of earlier visits are removed, unless another tab still uses them. */
async function ownFile(): Promise<OwnFile> {
  const directory = await folder();
  for await (const name of (directory as unknown as { keys: () => AsyncIterable<string> }).keys()) {
    if (Number(name.split('-')[0]) < Date.now() - DAY_MS) await directory.removeEntry(name).catch(() => undefined);
  }
  return directory.getFileHandle(`${Date.now()}-${crypto.randomUUID()}`, { create: true });
}

const DAY_MS = 86_400_000;

/** Removes a result that nobody needs any more. */
export async function removeOwn(name: string): Promise<void> {
  await (await folder()).removeEntry(name).catch(() => undefined);
}

async function roomFor(bytes: number): Promise<void> {
  const { quota = 0, usage = 0 } = (await navigator.storage.estimate?.().catch(() => null)) ?? {};
  const available = quota - usage;
  if (quota > 0 && bytes > available) stop({ code: 'output.full', needed: bytes, available });
}
