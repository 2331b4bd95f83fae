import { useLocale, useMessages } from '@safelight/sitegen/runtime';
import { useMemo } from 'react';
import { type Units, unitsOf } from './units.ts';
import type { Say } from './words.ts';

/** Messages by computed keys, and numbers in the page's language. */
export function useWords(): { readonly say: Say; readonly units: Units } {
  const t: unknown = useMessages();
  const { language } = useLocale();
  return useMemo(() => ({ say: t as Say, units: unitsOf(language) }), [t, language]);
}
