import type { RouteCheck, SiteInfo } from '../contract.ts';
import { FatalError } from './fatal.ts';
import type { LoadedPage } from './host.tsx';

/**
 * Runs the validity check that the page's payload names, if any. Throws a `FatalError` for any result other than true,
 * with the result's status and message, by default 404 and `Page Not Found: {path}`.
 */
export async function checkPage({ payload, module }: LoadedPage, site: SiteInfo): Promise<void> {
  const { route, props, validate } = payload;
  if (validate === undefined) return;
  const result = await (module as unknown as Record<string, RouteCheck>)[validate]?.({ route, site, props });
  if (result === true) return;
  const { status = 404, message = `Page Not Found: ${route.path}` } = result || {};
  throw new FatalError({ status, message });
}
