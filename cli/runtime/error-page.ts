import type { SiteInfo } from '../contract.ts';
import { isCrawler } from './crawler.ts';
import type { Failure } from './fatal.ts';
import type { LoadedPage } from './host.tsx';
import type { Loader } from './loader.ts';
import { localeOfPath } from './locale-match.ts';

export type ErrorPageInput = {
  readonly site: SiteInfo;
  readonly loader: Loader;
  readonly failure: Failure;
  /** The requested path: its locale prefix selects the language. */
  readonly path: string;
};

/** The site's not-found page with the failure's status and message; null for crawlers. Rejects if it cannot be loaded. */
export async function errorPage({ site, loader, failure, path }: ErrorPageInput): Promise<LoadedPage | null> {
  if (isCrawler()) return null;
  const { payload, module } = await loader.load(`${localeOfPath(site, path).prefix}/404`);
  const route = { ...payload.route, path };
  return { module, payload: { ...payload, route, status: failure.status, props: { ...payload.props, ...failure } } };
}

/** Puts the page back as the server sent it. */
export async function restoreServedPage(): Promise<void> {
  const response = await fetch(location.href);
  const served = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('root');
  if (served) document.getElementById('root')?.replaceChildren(...served.childNodes);
}
