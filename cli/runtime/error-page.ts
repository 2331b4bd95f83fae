import type { SiteInfo, Validity } from '../contract.ts';
import type { LoadedPage, Loader } from './loader.ts';
import { localeOfPath } from './locale.ts';

export type Failure = { readonly status: number; readonly message: string };

type Check = (page: {
  readonly route: LoadedPage['payload']['route'];
  readonly site: SiteInfo;
  readonly props: LoadedPage['payload']['props'];
}) => Validity | Promise<Validity>;

export type ErrorPages = {
  /** The page, or the error page where the route's own check refuses it. */
  readonly checked: (page: LoadedPage, path: string) => Promise<LoadedPage>;
  /** As `checked`, and null where nothing is wrong. */
  readonly checkedOrNull: (page: LoadedPage, path: string) => Promise<LoadedPage | null>;
  /** For a path that no page has; null for crawlers. */
  readonly notFound: (path: string) => Promise<LoadedPage | null>;
  /** After an error that no component has caught; null for crawlers, which get the served document back. */
  readonly crash: (error: unknown, path: string) => Promise<LoadedPage | null>;
};

/** Error pages in the language of the path: the site's not-found page with another status and message. */
export function createErrorPages(site: SiteInfo, loader: Loader): ErrorPages {
  const errorPage = async ({ status, message }: Failure, path: string): Promise<LoadedPage | null> => {
    const { isCrawler } = await import('./crawler.ts');
    if (isCrawler()) return null;
    const { payload, module } = await loader.load(`${localeOfPath(site, path).prefix}/404`);
    const route = { ...payload.route, path };
    return { module, payload: { ...payload, route, status, props: { ...payload.props, status, message } } };
  };
  const checkedOrNull = async (page: LoadedPage, path: string): Promise<LoadedPage | null> => {
    const failure = await checkPage(page, site);
    return failure && errorPage(failure, path);
  };
  return {
    checkedOrNull,
    checked: async (page, path) => (await checkedOrNull(page, path)) ?? page,
    notFound: (path) => errorPage({ status: 404, message: `Page not found: ${path}` }, path),
    async crash(error, path) {
      const page = await errorPage(
        { status: 500, message: error instanceof Error ? error.message : String(error) },
        path,
      );
      if (!page) await (await import('./crawler.ts')).restoreServedPage();
      return page;
    },
  };
}

/** Runs the check that the page's route names; null where there is none or it returns true. */
export async function checkPage({ payload, module }: LoadedPage, site: SiteInfo): Promise<Failure | null> {
  const { route, props, validate } = payload;
  const check = validate === undefined ? undefined : (module as unknown as Record<string, Check>)[validate];
  const result = check ? await check({ route, site, props }) : true;
  if (result === true) return null;
  const { status = 404, message = `Page Not Found: ${route.path}` } = result || {};
  return { status, message };
}
