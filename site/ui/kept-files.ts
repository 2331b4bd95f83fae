/** Name of the cache, and key in `sessionStorage` of whether the files in it are of this tab. */
const KEPT = 'kept-files';

/** Stores files for the next load of the page in this tab. Rejects where the browser cannot, such as files that are too large. */
export async function keepFiles(files: readonly File[]): Promise<void> {
  await caches.delete(KEPT);
  const cache = await caches.open(KEPT);
  for (const [index, file] of files.entries())
    await cache.put(`/${index}/${encodeURIComponent(file.name)}`, new Response(file));
  window.sessionStorage.setItem(KEPT, '1');
}

/** Returns the files that were stored before the page was loaded in this tab, and deletes all that are stored. Never rejects. */
export async function takeKeptFiles(): Promise<readonly File[]> {
  try {
    const isOwn = window.sessionStorage.getItem(KEPT) !== null;
    window.sessionStorage.removeItem(KEPT);
    const cache = await caches.open(KEPT);
    const requests = isOwn ? await cache.keys() : [];
    const files = await Promise.all(
      requests.map(async ({ url }) => {
        const blob = (await (await cache.match(url))?.blob()) ?? new Blob();
        return new File([blob], decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)), { type: blob.type });
      }),
    );
    await caches.delete(KEPT);
    return files;
  } catch {
    return [];
  }
}
