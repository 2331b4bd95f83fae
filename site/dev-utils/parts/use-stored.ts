import { useCallback, useEffect, useState } from 'react';
import { type Fields, readStored, type StoredRules, writeStored } from './stored.ts';

const read = (key: string): string | null => {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a text. If storage is full or forbidden, the fields are only lost on reload. */
const write = (key: string, text: string): void => {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // Storage is unavailable.
  }
};

/**
 * State that survives a reload, stored on this device only. The first render returns the initial fields, as on the server.
 * `rules` must be a stable object. `set` merges the fields that change.
 */
export const useStored = <T extends Fields>(name: string, rules: StoredRules<T>) => {
  const key = `dev-utils.${name}`;
  const [fields, setFields] = useState<{ readonly value: T; readonly from: 'start' | 'storage' | 'visitor' }>({
    value: rules.initial,
    from: 'start',
  });
  useEffect(() => setFields({ value: readStored(read(key), rules), from: 'storage' }), [key, rules]);
  useEffect(() => {
    if (fields.from === 'visitor') write(key, writeStored(fields.value, rules));
  }, [key, fields, rules]);
  const set = useCallback(
    (change: Partial<T>) => setFields(({ value }) => ({ value: { ...value, ...change }, from: 'visitor' })),
    [],
  );
  return [fields.value, set] as const;
};
