import { loadMessages } from '@safelight/sitegen/runtime';
import { useCallback, useState } from 'react';

/**
 * Code that is loaded with its messages on request, and the function that requests it. Null until it has arrived, and where it is
 * out of reach, such as without a network: the page stays, and the work that is open on it, and the next request tries again.
 * `load` must not change.
 */
export function useLazy<T>(load: () => Promise<T>): readonly [loaded: T | null, request: () => void] {
  const [loaded, setLoaded] = useState<T | null>(null);
  const request = useCallback(
    () =>
      void Promise.all([load(), loadMessages()]).then(
        ([code]) => setLoaded(code),
        () => {},
      ),
    [load],
  );
  return [loaded, request];
}
