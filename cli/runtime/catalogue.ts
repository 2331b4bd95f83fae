import type { Message, Messages } from '../contract.ts';
import { fetchJson } from './build.ts';

/** Messages of a locale first, then those of its fallbacks. */
type Catalogue = { readonly [locale: string]: Messages };

type Stored = {
  readonly loading: Promise<void>;
  readonly startedMs: number;
  readonly settled: boolean;
  readonly catalogue: Catalogue | null;
};

export type Catalogues = {
  readonly find: (locale: string, key: string) => Message | undefined;
  /** True once a load has ended, well or not. */
  readonly isSettled: (locale: string) => boolean;
  /** Fetches all messages of a locale, at most once in 24 h unless that failed. A failure is a warning, never a rejection. */
  readonly load: (locale: string) => Promise<void>;
};

export const catalogueMaxAgeMs = 24 * 60 * 60 * 1000;

/** Complete message catalogues, for keys that a page's own payload does not hold. */
export function createCatalogues(input: {
  readonly base: string;
  readonly now: () => number;
  /** False in development, where messages change while the page stands. */
  readonly cacheable: boolean;
}): Catalogues {
  const store = new Map<string, Stored>();
  const options: RequestInit = input.cacheable ? {} : { headers: { 'cache-control': 'no-cache' } };

  const fetchCatalogue = async (locale: string): Promise<Catalogue | null> => {
    try {
      return (await fetchJson(`${input.base}/_i18n/${locale}/messages.json`, options)) as Catalogue;
    } catch (error) {
      console.warn('Failed loading locale', locale, error);
      return null;
    }
  };

  return {
    find(locale, key) {
      for (const messages of Object.values(store.get(locale)?.catalogue ?? {})) {
        const message = messages[key];
        if (message !== undefined) return message;
      }
      return undefined;
    },
    isSettled: (locale) => store.get(locale)?.settled ?? false,
    load(locale) {
      const last = store.get(locale);
      const isFresh = last && input.now() - last.startedMs < catalogueMaxAgeMs;
      if (last && isFresh && (!last.settled || last.catalogue)) return last.loading;
      const startedMs = input.now();
      const loading = fetchCatalogue(locale).then((catalogue) => {
        store.set(locale, { loading, startedMs, settled: true, catalogue: catalogue ?? last?.catalogue ?? null });
      });
      store.set(locale, { loading, startedMs, settled: last?.settled ?? false, catalogue: last?.catalogue ?? null });
      return loading;
    },
  };
}
