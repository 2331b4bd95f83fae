import type { LoadedPage } from './host.tsx';
import type { Loader } from './loader.ts';

export type UpdateInput = {
  readonly loader: Loader;
  readonly current: () => LoadedPage;
  readonly show: (page: LoadedPage, place: () => void) => void;
};

/** In development: fetches the page's data again when its sources change, and renders them in place. */
export function onPayloadUpdate({ loader, current, show }: UpdateInput): void {
  if (!import.meta.hot) return;
  import.meta.hot.on('sitegen:reload', () => location.reload());
  import.meta.hot.on('sitegen:update', async ({ paths }: { readonly paths: readonly string[] | 'all' }) => {
    const { path } = current().payload.route;
    loader.forget();
    if (paths !== 'all' && !paths.includes(path)) return;
    try {
      const { payload } = await loader.load(path);
      // The code is updated by Vite; a page that has navigated meanwhile has fresh data already.
      if (current().payload.route.path === path) show({ payload, module: current().module }, () => {});
    } catch (error) {
      // The page stays as it was until its sources are mended.
      console.warn('Failed updating the page', error);
    }
  });
  // An edit between the page's request and now was told to nobody.
  import.meta.hot.send('sitegen:ready');
}
