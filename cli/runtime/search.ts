import { useMemo } from 'react';
import { useSite } from './context.tsx';
import { useLocale } from './messages.ts';

/** A part of a text; `isMatch`: it matches what was searched for. */
export type TextPart = { readonly text: string; readonly isMatch: boolean };

/** A section of a page, below a heading with an id, that matches. */
export type SectionResult = {
  readonly title: string;
  /** Path of the page with its locale prefix and without base, and the id of the heading as its fragment. */
  readonly path: string;
  readonly excerpt: readonly TextPart[];
};

/** A page that matches. */
export type SearchResult = {
  readonly title: string;
  /** Path with locale prefix and without base. */
  readonly path: string;
  readonly excerpt: readonly TextPart[];
  readonly sections: readonly SectionResult[];
};

/** The pages that match a query, the best ones first. */
export type SearchAnswer = {
  /** Number of all matching pages. */
  readonly total: number;
  /** Loads the results of a range of these pages. */
  readonly load: (from: number, to: number) => Promise<readonly SearchResult[]>;
};

/** The search over the pages of one language; it runs in the browser. */
export type Search = {
  /** Loads the index of the page's language, so that the first query is answered at once. */
  readonly prepare: () => Promise<void>;
  /** Finds pages in the language of the open page. Rejects if the index cannot be loaded; the next call tries again. */
  readonly find: (query: string) => Promise<SearchAnswer>;
};

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
