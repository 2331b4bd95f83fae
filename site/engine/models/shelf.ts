/** Keeps bytes by name beyond the page. `put` answers whether it could: browsers refuse when the disk is full. */
export type Shelf = {
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  put(name: string, content: Uint8Array<ArrayBuffer>): Promise<boolean>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
};

const CACHE = 'models-1';
const PREFIX = '/models/kept/';

/** A shelf in Cache Storage. Where the browser refuses it (private windows), nothing is kept and nothing fails. */
export function cacheShelf(caches: CacheStorage): Shelf {
  const open = () => caches.open(CACHE);
  return {
    get: async (name) => {
      const response = await open()
        .then((cache) => cache.match(PREFIX + name))
        .catch(() => undefined);
      return response ? new Uint8Array(await response.arrayBuffer()) : undefined;
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

/** A shelf that lasts as long as the page. */
export function memoryShelf(): Shelf {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    get: async (name) => kept.get(name),
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
