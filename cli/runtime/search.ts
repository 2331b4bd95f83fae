import { useMemo } from 'react';
import { useSite } from './context.tsx';
import { useLocale } from './messages.ts';
import type { Search } from './search-index.ts';

/** Returns the search over the site's pages, or null if the site has none (`search` in config/site.yaml). */
export function useSearch(): Search | null {
  const { search, base } = useSite();
  const { language } = useLocale();
  return useMemo(() => {
    // Loaded on first use: most visitors do not search.
    const index = async () => (await import('./search-index.ts')).openIndex(base, language);
    return search
      ? { prepare: async () => (await index()).prepare(), find: async (query) => (await index()).find(query) }
      : null;
  }, [search, base, language]);
}
