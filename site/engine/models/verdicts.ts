/** Whether a graphics chip gave a network's known answer, by keys that name both. Nothing here rejects. */
export type Verdicts = {
  /** Null if this chip was not checked yet. */
  readonly get: (key: string) => Promise<boolean | null>;
  readonly set: (key: string, right: boolean) => Promise<void>;
};

const DATABASE = 'safelight-graphics';
const STORE = 'verdicts';

/** Keeps verdicts in IndexedDB; where the browser refuses it, as long as the worker lives. */
export function storedVerdicts(factory: IDBFactory | undefined): Verdicts {
  const memory = new Map<string, boolean>();
  let opening: Promise<IDBDatabase | null> | undefined;
  const open = () => {
    opening ??= openDatabase(factory).catch(() => null);
    return opening;
  };
  return {
    get: async (key) => {
      const database = await open();
      const stored = database && (await answer(() => database.transaction(STORE).objectStore(STORE).get(key)));
      return typeof stored === 'boolean' ? stored : (memory.get(key) ?? null);
    },
    set: async (key, right) => {
      memory.set(key, right);
      const database = await open();
      if (database) await answer(() => database.transaction(STORE, 'readwrite').objectStore(STORE).put(right, key));
    },
  };
}

function openDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase | null> {
  if (!factory) return Promise.resolve(null);
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

/** The result of a request; null if it fails. */
const answer = async <T>(start: () => IDBRequest<T>): Promise<T | null> => {
  try {
    return await settled(start());
  } catch {
    return null;
  }
};

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
