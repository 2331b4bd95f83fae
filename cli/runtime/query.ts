import { useSyncExternalStore } from 'react';
import { navigationEvent } from './client.ts';

/** What to add to a URL's query. */
export type QueryPart = { readonly name: string; readonly value: string };

/**
 * Adds a parameter to a URL with `?` or `&` as fitting, before its hash. A data image, or anything empty, leaves the
 * URL as it is.
 */
export function appendQuery(url: string, { name, value }: QueryPart): string {
  if (!url || !name || !value || /^data:image\//i.test(url)) return url;
  const [, before = '', hash = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${joint}${encodeURIComponent(name)}=${encodeURIComponent(value)}${hash}`;
}

/** Parameters of the page's URL; none on the server and while hydrating. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(
    useSyncExternalStore(
      subscribe,
      () => location.search,
      () => '',
    ),
  );
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener(navigationEvent, onChange);
  addEventListener('popstate', onChange);
  return () => {
    document.removeEventListener(navigationEvent, onChange);
    removeEventListener('popstate', onChange);
  };
}
