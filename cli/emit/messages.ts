import type { Message, Messages } from '../contract.ts';
import type { OutputFile } from '../routes/types.ts';

/** A message of a locale, and the locale that it was taken from: another one where it fell back. */
export type LocalMessage = { readonly key: string; readonly message: Message; readonly from: string };

export const messagesPath = (locale: string): string => `_i18n/${locale}/messages.json`;

/**
 * `_i18n/{locale}/messages.json`: locale -> messages. The locale's own come first, then those that fell back, under
 * the locale that they are written in, so that a reader can set their language right.
 */
export function messagesFile(locale: string, messages: Iterable<LocalMessage>): OutputFile {
  const groups = new Map<string, [string, Message][]>([[locale, []]]);
  for (const { key, message, from } of messages) {
    const group = groups.get(from);
    if (group) group.push([key, message]);
    else groups.set(from, [[key, message]]);
  }
  const [own, ...fallen] = Array.from(groups, ([from, entries]) => [from, sorted(entries)] as const);
  const content = JSON.stringify(Object.fromEntries([own ?? [locale, {}], ...fallen.sort(byName)]));
  return { path: messagesPath(locale), content };
}

function sorted(entries: readonly (readonly [string, Message])[]): Messages {
  return Object.fromEntries(entries.toSorted(byName));
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  if (a[0] === b[0]) return 0;
  return a[0] < b[0] ? -1 : 1;
}
