import type { Search, SearchAnswer, SearchResult } from '@safelight/sitegen/runtime';
import { useEffect, useState } from 'react';

/** Pages that are loaded at once. */
const PAGE_SIZE = 12;

/** Milliseconds without a key before a query is sent. */
const TYPING_PAUSE_MS = 120;

export type SearchState =
  | { readonly kind: 'empty' | 'searching' | 'failed' }
  | {
      readonly kind: 'found';
      readonly query: string;
      readonly total: number;
      readonly results: readonly SearchResult[];
    };

type Results = {
  readonly state: SearchState;
  /** Loads the next results; null if all are there. */
  readonly loadMore: (() => Promise<void>) | null;
  readonly retry: () => void;
};

/** Finds pages while a query is typed. Earlier results stay until the next ones are there. */
export function useSearchResults(search: Search, typed: string): Results {
  const query = typed.trim();
  const [state, setState] = useState<SearchState>({ kind: 'empty' });
  const [answer, setAnswer] = useState<SearchAnswer | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the query
  useEffect(() => {
    if (query === '') {
      setState({ kind: 'empty' });
      search.prepare().catch(() => setState({ kind: 'failed' }));
      return;
    }
    let isCurrent = true;
    const find = async () => {
      setState((last) => (last.kind === 'found' ? last : { kind: 'searching' }));
      const next = await search.find(query);
      const results = await next.load(0, PAGE_SIZE);
      if (!isCurrent) return;
      setAnswer(next);
      setState({ kind: 'found', query, total: next.total, results });
    };
    const timer = setTimeout(() => find().catch(() => isCurrent && setState({ kind: 'failed' })), TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, query, attempt]);
  const shown = state.kind === 'found' ? state.results.length : 0;
  const hasMore = answer !== null && state.kind === 'found' && shown < state.total;
  const loadMore = async () => {
    const next = (await answer?.load(shown, shown + PAGE_SIZE)) ?? [];
    setState((last) =>
      last.kind === 'found' && last.query === query ? { ...last, results: [...last.results, ...next] } : last,
    );
  };
  return { state, loadMore: hasMore ? loadMore : null, retry: () => setAttempt((last) => last + 1) };
}
