import type { Page } from 'playwright';

/** A stored part of unfinished work; `name` and `type` are empty for what is no file. */
type StoredPart = { readonly key: string; readonly name: string; readonly type: string };

/** Reads the stored parts of all unfinished work by the browser's own API. */
export const storedParts = (page: Page): Promise<readonly StoredPart[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'drafts')) return [];
    const open = indexedDB.open('drafts');
    await new Promise((done) => {
      open.onsuccess = done;
    });
    const store = open.result.transaction('parts').objectStore('parts');
    const [keys, values] = [store.getAllKeys(), store.getAll()];
    await new Promise((done) => {
      values.onsuccess = done;
    });
    open.result.close();
    return values.result.map((value: unknown, index) => ({
      key: String(keys.result[index]),
      name: value instanceof File ? value.name : '',
      type: value instanceof Blob ? value.type : '',
    }));
  });
