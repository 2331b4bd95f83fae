import type { SiteInfo } from '../contract.ts';
import { FatalError } from './errors.ts';
import { isMissing, type LoadedPage, type Loader } from './loader.ts';

type UpdateInput = {
  readonly site: SiteInfo;
  readonly loader: Loader;
  readonly current: () => LoadedPage;
  readonly requestedPath: () => string;
  readonly show: (page: LoadedPage, onCommit: () => void) => void;
};

/** In development: reloads the payload and renders the page in place when its sources change. */
export function updateInPlace({ site, loader, current, requestedPath, show }: UpdateInput): void {
  if (!import.meta.hot) return;
  const wantedPath = () => {
    const path = requestedPath();
    return isMissing(current(), path) ? path : current().payload.route.path;
  };
  import.meta.hot.on('sitegen:reload', () => location.reload());
  let latest = 0;
  const update = async (revision: number): Promise<void> => {
    latest = revision;
    const path = wantedPath();
    // After a navigation or a newer update meanwhile, the new page already has current data.
    const isSuperseded = () => latest !== revision || wantedPath() !== path;
    const showUpdated = (loaded: LoadedPage): void => {
      if (isSuperseded()) return;
      const { payload, module } = current();
      // Vite updates the code of a module. The page has another one if it was missing before, or has another template.
      const isSame = loaded.payload.assets.chunk === payload.assets.chunk;
      show(isSame ? { ...loaded, module } : loaded, () =>
        dispatchEvent(new CustomEvent('sitegen:updated', { detail: revision })),
      );
    };
    loader.clear();
    try {
      showUpdated(await loader.load(path));
    } catch (error) {
      const served = await fetch(location.href, { method: 'HEAD' }).catch(() => null);
      if (served?.status === 404 && !isSuperseded()) {
        const failed = current();
        const { status, props } = failed.payload;
        // Its entry or route was removed, renamed or hidden.
        if (status !== 404) return location.reload();
        const { loadErrorPage } = await import('./error-page.ts');
        const missing = new FatalError({ status, message: String(props.message ?? `Page not found: ${path}`) });
        const page = await loadErrorPage({ site, loader, error: missing, path });
        // Another page was shown meanwhile.
        return page === null || current() !== failed ? undefined : showUpdated(page);
      }
      // Keep the page until its sources are fixed.
      console.warn('Failed updating the page', error);
    }
  };
  // Returns no promise: Vite passes on the next event only once it has settled.
  import.meta.hot.on('sitegen:update', ({ revision }: { readonly revision: number }) => void update(revision));
  // The server replies with an update if sources changed shortly before this page listened.
  import.meta.hot.send('sitegen:ready');
}
