import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { Catalogues } from '../locales/compile.ts';
import { partsOfMissing } from '../locales/missing.ts';
import { positionAt } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';

export type MessageCheckInput = {
  readonly catalogues: Pick<Catalogues, 'locales'>;
  readonly pages: Iterable<{ readonly path: string; readonly missing: readonly string[] }>;
  /** The sources, in which the key is located. */
  readonly tree: Pick<SourceTree, 'files' | 'text'>;
};

/**
 * Reports each missing message or value once for all pages that show it: an error if no locale has the message, a warning if
 * another one has it. A message without a value is an error: the page shows the name of the argument in braces.
 */
export function checkMessages({ catalogues, pages, tree }: MessageCheckInput): readonly Diagnostic[] {
  const shownOn = new Map<string, string[]>();
  for (const { path, missing } of pages) {
    for (const key of missing) {
      const pagesOfKey = shownOn.get(key);
      if (pagesOfKey) pagesOfKey.push(path);
      else shownOn.set(key, [path]);
    }
  }
  const locales = Object.entries(catalogues.locales);
  return Array.from(shownOn, ([entry, paths]): Diagnostic => {
    const [first, ...others] = paths;
    const more = others.length === 0 ? '' : ` and ${others.length} more page${others.length === 1 ? '' : 's'}`;
    const [key, argument] = partsOfMissing(entry);
    if (argument !== undefined)
      return {
        code: 'MESSAGE_WITHOUT_VALUE',
        severity: 'error',
        message: `${first}${more}: the message \`${key}\` gets no value for {${argument}}.`,
        hint: `Pass it to \`t\`: \`{ ${argument}: … }\`. \`npx sitegen types\` lets the type checker find this.`,
        ...locationOf(key, tree),
      };
    const localesWithKey = locales.filter(([, { messages }]) => messages[key] !== undefined).map(([code]) => code);
    const message = `${first}${more}: there is no message \`${key}\``;
    if (localesWithKey.length > 0) {
      const hint = 'Add it to the default locale, which is the fallback of all others.';
      return {
        code: 'MESSAGE_MISSING',
        severity: 'warning',
        message: `${message}, but in ${localesWithKey.join(', ')}.`,
        hint,
        ...locationOf(key, tree),
      };
    }
    const keys = new Set(locales.flatMap(([, { messages }]) => Object.keys(messages)));
    const suggestion = suggest(key, [...keys]);
    const hint =
      suggestion === null ? 'Add it to the default locale, or correct the key.' : `Did you mean \`${suggestion}\`?`;
    return {
      code: 'MESSAGE_MISSING',
      severity: 'error',
      message: `${message} in any locale.`,
      hint,
      ...locationOf(key, tree),
    };
  });
}

/**
 * Returns the first location that names a key: in the code of pages and templates, or by `seo` in the settings. Returns nothing
 * for a computed key.
 */
function locationOf(
  key: string,
  { files, text }: MessageCheckInput['tree'],
): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  for (const { path, kind } of files.values()) {
    if ((kind !== 'site' && kind !== 'template') || !/\.[jt]sx?$/.test(path)) continue;
    const source = text(path);
    const offset = ["'", '"', '`'].map((quote) => source.indexOf(quote + key + quote)).find((index) => index >= 0);
    if (offset !== undefined) return { file: path, ...positionAt(source, offset + 1) };
  }
  for (const path of ['config/routes.yaml', 'config/content.yaml'].filter((one) => files.has(one))) {
    const source = text(path);
    const named = [...source.matchAll(/\bseo:\s*(['"]?)([\w.-]+)\1/g)].find(
      ([, , prefix]) => key === `${prefix}.title`,
    );
    if (named) return { file: path, ...positionAt(source, named.index) };
  }
  return {};
}
