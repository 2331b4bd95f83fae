/** Stores bytes by name. The caller of `get` owns what it gets. `put` returns whether it succeeded: browsers refuse when the disk is full. */
export type ByteStore = {
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  put(name: string, content: Uint8Array<ArrayBuffer>): Promise<boolean>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
};

const CACHE = 'models-1';
const PREFIX = '/models/kept/';

/** Stores bytes in Cache Storage. Where the browser refuses it (private windows), stores nothing and does not fail. */
export function cacheByteStore(caches: CacheStorage): ByteStore {
  const open = () => caches.open(CACHE);
  return {
    get: async (name) => {
      // A damaged or evicted entry fails only when its content is read.
      const content = await open()
        .then((cache) => cache.match(PREFIX + name))
        .then((response) => response?.arrayBuffer())
        .catch(() => undefined);
      return content && new Uint8Array(content);
    },
    put: (name, content) =>
      open()
        .then((cache) => cache.put(PREFIX + name, new Response(content)))
        .then(
          () => true,
          () => false,
        ),
    remove: async (name) => {
      await open()
        .then((cache) => cache.delete(PREFIX + name))
        .catch(() => false);
    },
    names: () =>
      open()
        .then((cache) => cache.keys())
        .then((requests) => requests.map(({ url }) => new URL(url).pathname.slice(PREFIX.length)))
        .catch(() => []),
  };
}

/** Stores bytes in memory. */
export function memoryByteStore(): ByteStore {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    get: async (name) => kept.get(name)?.slice(),
    put: async (name, content) => {
      kept.set(name, content.slice());
      return true;
    },
    remove: async (name) => {
      kept.delete(name);
    },
    names: async () => [...kept.keys()],
  };
}

/** Stores bytes in Cache Storage, or in memory where there is none: sandboxed pages may not even look for it. */
export function openByteStore(): ByteStore {
  try {
    return 'caches' in globalThis ? cacheByteStore(globalThis.caches) : memoryByteStore();
  } catch {
    return memoryByteStore();
  }
}
