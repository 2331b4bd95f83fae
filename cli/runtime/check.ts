import type { RouteInfo, SiteInfo, Validity } from '../contract.ts';
import type { LoadedPage } from './host.tsx';

/** Why a path has no page, or the page cannot be shown. */
export type Failure = { readonly status: number; readonly message: string };

type Check = (page: {
  readonly route: RouteInfo;
  readonly site: SiteInfo;
  readonly props: { readonly [name: string]: unknown };
}) => Validity | Promise<Validity>;

/** Runs the check that the page's payload names; null where there is none or it returns true. */
export async function checkPage({ payload, module }: LoadedPage, site: SiteInfo): Promise<Failure | null> {
  const { route, props, validate } = payload;
  if (validate === undefined) return null;
  const result = await (module as unknown as Record<string, Check>)[validate]?.({ route, site, props });
  if (result === true) return null;
  const { status = 404, message = `Page Not Found: ${route.path}` } = result || {};
  return { status, message };
}
