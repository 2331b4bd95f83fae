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
  /** The message, a promise until the catalogue is there, or undefined where it has none or could not be had. */
  readonly look: (locale: string, key: string) => Message | Promise<void> | undefined;
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

  const load = (locale: string): Promise<void> => {
    const last = store.get(locale);
    const isFresh = last && input.now() - last.startedMs < catalogueMaxAgeMs;
    if (last && isFresh && (!last.settled || last.catalogue)) return last.loading;
    const startedMs = input.now();
    const loading = fetchCatalogue(locale).then((catalogue) => {
      store.set(locale, { loading, startedMs, settled: true, catalogue: catalogue ?? last?.catalogue ?? null });
    });
    store.set(locale, { loading, startedMs, settled: last?.settled ?? false, catalogue: last?.catalogue ?? null });
    return loading;
  };

  return {
    load,
    look(locale, key) {
      const stored = store.get(locale);
      for (const messages of Object.values(stored?.catalogue ?? {})) if (key in messages) return messages[key];
      return stored?.settled ? undefined : load(locale);
    },
  };
}
