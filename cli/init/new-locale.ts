import type { SiteConfig } from '../config/types.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { type Addition, type AddOptions, addProblem } from './addition.ts';

/** Returns the path of the file of messages that a new locale gets. */
export const messagesFile = (code: string): string => `locales/${code}/common.json`;

/** Returns the settings and the file of messages of a new locale: both, or the one that is missing. */
export function newLocale(
  code: string,
  config: SiteConfig,
  { hasMessages = false }: Pick<AddOptions, 'hasMessages'>,
): Result<Addition> {
  const files = hasMessages ? {} : { [messagesFile(code)]: '{}\n' };
  if (config.locales.allCodes.includes(code)) {
    if (!hasMessages) return ok({ files });
    return fail([addProblem('NEW_LOCALE_EXISTS', `The locale \`${code}\` already exists.`, 'Translate its messages.')]);
  }
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code)) {
    const hint = 'Use a code such as `de` or `pt-br`.';
    return fail([addProblem('NEW_LOCALE_CODE', `\`${code}\` is not a locale code.`, hint)]);
  }
  const [language = code] = Intl.getCanonicalLocales(code);
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? code;
  const implied = config.locales.list.map((locale) => ({
    code: locale.code,
    name: locale.name,
    language: locale.language,
  }));
  const value = { code, name, language };
  return ok({
    files,
    entries: [{ file: 'config/locales.yaml', keys: ['locales'], value, list: true, implied }],
  });
}
