import type { Diagnostic } from '../contract.ts';
import type { SourceTree } from '../sources/tree.ts';

type LocaleFiles = { readonly tree: SourceTree; readonly localeCodes: readonly string[] };

/** Returns the error of a text whose name is not that of a locale of the site. `from`: the folder of its collection. */
export function misplacedProblem(file: string, from: string, site: LocaleFiles): Diagnostic {
  const newLocale = newLocaleOf(file, site);
  const language = newLocale === null ? '' : ` For a new language run \`npx sitegen new locale ${newLocale}\`.`;
  return {
    code: 'CONTENT_MISPLACED',
    severity: 'error',
    message: `This file is not named after a locale of the site.`,
    hint: `Entries are ${from}/<slug>/<locale>.md, with a locale of config/locales.yaml. For files with names of their own write \`from: ${from}/**/*.md\`.${language}`,
    file,
  };
}

/**
 * Returns the name of a file without ending if it is the code of a language, such as `fr` or `pt-br`, and the file is beside a
 * text in a locale of the site; else null. Names of entries may be codes too, such as `new`.
 */
function newLocaleOf(file: string, { tree, localeCodes }: LocaleFiles): string | null {
  const [, folder, code] = /^(.*\/)([a-z]{2,3}(?:-[A-Za-z]{2})?)\.\w+$/.exec(file) ?? [];
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  if (code === undefined || names.of(code) === undefined) return null;
  return localeCodes.some((locale) => tree.files.has(`${folder}${locale}.md`)) ? code : null;
}
