/** Prefix of the names of caches, and key in `sessionStorage` of the name of the one that belongs to this tab. */
const KEPT = 'kept-files';

/** Files of a tab that was closed before it loaded the page again are deleted by the next tool page after this time. */
const EXPIRY_MS = 3600 * 1000;

/** Stores files for the next load of the page in this tab. Never rejects: the next load has none of those that are too large for the browser. */
export async function keepFiles(files: readonly File[]): Promise<void> {
  const name = `${KEPT} ${Date.now()} ${crypto.randomUUID()}`;
  try {
    window.sessionStorage.setItem(KEPT, name);
    const cache = await caches.open(name);
    for (const [index, file] of files.entries())
      await cache.put(`/${index}/${encodeURIComponent(file.name)}`, new Response(file));
  } catch (error) {
    console.warn('Failed keeping the files', error);
  }
}

/** Returns the files that were stored before the page was loaded in this tab, and deletes them. Never rejects. */
export async function takeKeptFiles(): Promise<readonly File[]> {
  try {
    const own = window.sessionStorage.getItem(KEPT);
    window.sessionStorage.removeItem(KEPT);
    const files = own === null ? [] : await filesIn(await caches.open(own));
    const kept = (await caches.keys()).filter((name) => name.startsWith(KEPT));
    const isOver = (name: string) => name === own || Date.now() - Number(name.split(' ')[1]) > EXPIRY_MS;
    await Promise.all(kept.filter(isOver).map((name) => caches.delete(name)));
    return files;
  } catch {
    return [];
  }
}

async function filesIn(cache: Cache): Promise<readonly File[]> {
  return Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const blob = (await (await cache.match(url))?.blob()) ?? new Blob();
      return new File([blob], decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)), { type: blob.type });
    }),
  );
}
