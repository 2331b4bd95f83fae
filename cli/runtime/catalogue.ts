import type { Message, Messages } from '../contract.ts';
import { fetchJson } from './build.ts';

/** Messages by locale: those of the requested locale first, then those of its fallbacks. */
type Catalogue = { readonly [locale: string]: Messages };

type CacheEntry = {
  readonly loading: Promise<void>;
  readonly startedMs: number;
  readonly isSettled: boolean;
  readonly catalogue: Catalogue | null;
};

export type Catalogues = {
  /**
   * Returns a message; a promise while the catalogue is loading; undefined if there is none or the catalogue cannot be
   * loaded.
   */
  readonly find: (locale: string, key: string) => Message | Promise<void> | undefined;
  /**
   * Fetches all messages of a locale. Reuses a successful result for 24 h. Logs failures as warnings; never rejects.
   */
  readonly load: (locale: string) => Promise<void>;
};

export const catalogueMaxAgeMs = 24 * 60 * 60 * 1000;

/** Creates a store of complete catalogues, for messages that are not in a page's payload. */
export function createCatalogues(input: {
  readonly base: string;
  readonly now: () => number;
  /** False in development, where messages change while the page is open. */
  readonly cacheable: boolean;
}): Catalogues {
  const cache = new Map<string, CacheEntry>();
  const options: RequestInit = input.cacheable ? {} : { headers: { 'cache-control': 'no-cache' } };

  const fetchCatalogue = async (locale: string): Promise<Catalogue | null> => {
    try {
      return (await fetchJson(`${input.base}/_i18n/${locale}/messages.json`, options)) as Catalogue;
    } catch (error) {
      console.warn('Failed loading locale', locale, error);
      return null;
    }
  };

  const load = (locale: string): Promise<void> => {
    const last = cache.get(locale);
    const isFresh = last && input.now() - last.startedMs < catalogueMaxAgeMs;
    if (last && isFresh && (!last.isSettled || last.catalogue)) return last.loading;
    const startedMs = input.now();
    const loading = fetchCatalogue(locale).then((catalogue) => {
      cache.set(locale, { loading, startedMs, isSettled: true, catalogue: catalogue ?? last?.catalogue ?? null });
    });
    cache.set(locale, { loading, startedMs, isSettled: last?.isSettled ?? false, catalogue: last?.catalogue ?? null });
    return loading;
  };

  return {
    load,
    find(locale, key) {
      const entry = cache.get(locale);
      for (const messages of Object.values(entry?.catalogue ?? {})) if (key in messages) return messages[key];
      return entry?.isSettled ? undefined : load(locale);
    },
  };
}
