import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { Catalogues } from '../locales/compile.ts';

export type MessageCheckInput = {
  readonly catalogues: Pick<Catalogues, 'locales'>;
  readonly pages: Iterable<{ readonly path: string; readonly missing: readonly string[] }>;
};

/**
 * Reports each missing message once for all pages that show it: an error if no locale has the message, a warning if
 * another one has it.
 */
export function checkMessages({ catalogues, pages }: MessageCheckInput): readonly Diagnostic[] {
  const shownOn = new Map<string, string[]>();
  for (const { path, missing } of pages) {
    for (const key of missing) {
      const known = shownOn.get(key);
      if (known) known.push(path);
      else shownOn.set(key, [path]);
    }
  }
  const locales = Object.entries(catalogues.locales);
  return Array.from(shownOn, ([key, paths]): Diagnostic => {
    const [first, ...others] = paths;
    const more = others.length === 0 ? '' : ` and ${others.length} more page${others.length === 1 ? '' : 's'}`;
    const having = locales.filter(([, { messages }]) => messages[key] !== undefined).map(([code]) => code);
    const message = `${first}${more}: there is no message \`${key}\``;
    if (having.length > 0) {
      const hint = 'Add it to the default locale, which is the fallback of all others.';
      return {
        code: 'MESSAGE_MISSING',
        severity: 'warning',
        message: `${message}, but in ${having.join(', ')}.`,
        hint,
      };
    }
    const keys = new Set(locales.flatMap(([, { messages }]) => Object.keys(messages)));
    const near = suggest(key, [...keys]);
    const hint = near === null ? 'Add it to the default locale, or correct the key.' : `Did you mean \`${near}\`?`;
    return { code: 'MESSAGE_MISSING', severity: 'error', message: `${message} in any locale.`, hint };
  });
}
