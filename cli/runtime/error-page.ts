import { isbot } from 'isbot';
import type { SiteInfo } from '../contract.ts';
import type { Failure } from './fatal-error.ts';
import type { LoadedPage } from './host.tsx';
import type { Loader } from './loader.ts';
import { localeOfPath } from './targets.ts';

export type ErrorPageInput = {
  readonly site: SiteInfo;
  readonly loader: Loader;
  readonly failure: Failure;
  /** The requested path, whose locale prefix selects the language. */
  readonly path: string;
};

/**
 * Loads the site's not-found page with the failure's status and message as props. Returns null for crawlers. Rejects if
 * the page cannot be loaded.
 */
export async function loadErrorPage({ site, loader, failure, path }: ErrorPageInput): Promise<LoadedPage | null> {
  if (isbot(navigator.userAgent)) return null;
  const { payload, module } = await loader.load(`${localeOfPath(site, path).prefix}/404`);
  const route = { ...payload.route, path };
  return { module, payload: { ...payload, route, status: failure.status, props: { ...payload.props, ...failure } } };
}

/** Fetches the document again and restores the page as the server rendered it. */
export async function restoreServedPage(): Promise<void> {
  const response = await fetch(location.href);
  const served = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('root');
  if (served) document.getElementById('root')?.replaceChildren(...served.childNodes);
}
