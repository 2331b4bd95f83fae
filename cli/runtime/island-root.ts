import type { PagePayload, SiteInfo } from '../contract.ts';
import { localePath } from '../lib/paths.ts';
import { provideClient } from './client.ts';
import { createMount } from './island-mount.tsx';
import type { Mount } from './islands.ts';
import { createLazyCatalogues } from './lazy-catalogues.ts';
import { createPageStates } from './page-state.ts';
import { localeOf, withBase } from './paths.ts';
import { followTheme } from './theme.ts';

/**
 * Sets up the client and the theme of a document without hydration, from the payload in it. Returns the function that
 * renders its islands.
 */
export function createDocumentMount(site: SiteInfo): Mount {
  const payload = JSON.parse(document.getElementById('sitegen-data')?.textContent ?? '') as PagePayload;
  const { find, load } = createLazyCatalogues(site.base);
  const go = (to: string, replace = false) => location[replace ? 'replace' : 'assign'](withBase(to, site.base));
  provideClient({
    navigate: async (to, options) => go(to, options?.replace),
    switchLocale: async (code) => go(payload.route.alternates[code] ?? localePath(localeOf(site, code), '/')),
    loadMessages: () => load(payload.route.locale),
  });
  followTheme(site.theme);
  return createMount(createPageStates({ site, loadMessage: find }, document)(payload));
}
