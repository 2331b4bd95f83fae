import { isbot } from 'isbot';
import type { Locale, SiteInfo } from '../contract.ts';
import { type Failure, isFatal } from './errors.ts';
import type { LoadedPage, Loader } from './loader.ts';
import { localeOf } from './paths.ts';

export type ErrorPageInput = {
  readonly site: SiteInfo;
  readonly loader: Loader;
  /** The error that replaces the page. */
  readonly error: unknown;
  /** The requested path, whose locale prefix selects the language. */
  readonly path: string;
};

/**
 * Loads the site's not-found page with the error's status and message as props. Returns null for crawlers. Rejects if
 * the page cannot be loaded.
 */
export async function loadErrorPage({ site, loader, error, path }: ErrorPageInput): Promise<LoadedPage | null> {
  if (isbot(navigator.userAgent)) return null;
  const failure = failureOf(error);
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

/** Returns the status and message for the error page: the status of a fatal error, 500 for any other. */
function failureOf(error: unknown): Failure {
  const { status } = error as { readonly status?: unknown };
  return {
    status: isFatal(error) && typeof status === 'number' ? status : 500,
    message: error instanceof Error ? error.message : String(error),
  };
}

/** Returns the locale whose prefix a path has, or else the locale without prefix, or else the default locale. */
export function localeOfPath(site: SiteInfo, path: string): Locale {
  return (
    site.locales.find(({ prefix }) => prefix && (path === prefix || path.startsWith(`${prefix}/`))) ??
    site.locales.find(({ prefix }) => !prefix) ??
    localeOf(site, site.defaultLocale)
  );
}
