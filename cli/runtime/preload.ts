/**
 * Loads the module of a dynamic import. Preloads the scripts and loads the styles that it needs in parallel; `files` are
 * their paths below `base`, which ends with a slash. Rejects if one of them cannot be loaded, after the event by which
 * Vite reports that, unless a listener cancelled the event. It replaces Vite's helper, which is several times as large.
 */
export async function preload<T>(
  load: () => Promise<T>,
  files: readonly string[] | undefined,
  base: string,
): Promise<T | undefined> {
  try {
    const added = (files ?? []).map((file) =>
      file.endsWith('.css') ? addStylesheet(base + file) : addLink('modulepreload', base + file),
    );
    const [module] = await Promise.all([load(), ...added]);
    return module;
  } catch (error) {
    if (dispatchPreloadError(error)) throw error;
    return undefined;
  }
}

/**
 * Dispatches the event by which Vite reports failed imports. Returns whether no listener cancelled it. It bubbles from the
 * document to the window, so that a capturing listener of the window precedes that of the runtime in every browser.
 */
export function dispatchPreloadError(error: unknown): boolean {
  const event = new Event('vite:preloadError', { bubbles: true, cancelable: true });
  return document.dispatchEvent(Object.assign(event, { payload: error }));
}

export function findLink(rel: string, url: string): HTMLLinkElement | null {
  return document.querySelector(`link[rel="${rel}"][href="${CSS.escape(url)}"]`);
}

/** Adds a link to the head, unless there is one for this URL. Returns it. */
export function addLink(rel: string, url: string, as?: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  if (as) link.as = as;
  link.href = url;
  if (!findLink(rel, url)) document.head.append(link);
  return link;
}

/** Styles that are being loaded, by URL. */
const loadingStyles = new Map<string, Promise<void>>();

/** Adds a style sheet to the document, unless it is there. Resolves when its styles apply. */
export function addStylesheet(url: string): Promise<void> {
  const loading = loadingStyles.get(url);
  if (loading || findLink('stylesheet', url)) return loading ?? Promise.resolve();
  const promise = new Promise<void>((resolve, reject) => {
    const link = addLink('stylesheet', url);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Failed loading ${url}`));
    };
  }).finally(() => loadingStyles.delete(url));
  loadingStyles.set(url, promise);
  return promise;
}
