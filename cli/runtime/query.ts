import { useSyncExternalStore } from 'react';
import { navigationEvent } from './client.ts';

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
