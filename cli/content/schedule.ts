import type { NextChange } from '../report/build-report.ts';
import type { ContentIndex } from './content-index.ts';
import { publishedEntries } from './media.ts';

/**
 * Returns the first day after `today` on which a build publishes other entries, with their files; null if there is none.
 * `drafts`: all entries are included, so that no day changes anything.
 */
export function nextChange(
  content: ContentIndex,
  { today, drafts }: { readonly today: string; readonly drafts: boolean },
): NextChange | null {
  if (drafts) return null;
  const publishes = [...content.values()].flatMap(({ hidden }) =>
    hidden.flatMap(({ entry, reason }) => (reason === 'later' ? { day: entry.date, file: entry.file } : [])),
  );
  const expires = publishedEntries(content).flatMap(({ expires, file }) =>
    expires === null ? [] : { day: expires, file },
  );
  const date = [...publishes, ...expires].map(({ day }) => day).sort()[0];
  if (date === undefined || date <= today) return null;
  const filesOf = (changes: typeof publishes) => [
    ...new Set(changes.filter(({ day }) => day === date).map(({ file }) => file)),
  ];
  return { date, publishes: filesOf(publishes), expires: filesOf(expires) };
}
