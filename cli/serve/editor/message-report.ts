import { neededKeys } from '../../locales/compile.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import { readTranslations, type TranslationState } from '../../translations/read.ts';

/** The messages of a locale with their states. Plain data, which the report of translations shows. */
export type MessageReport = {
  readonly locale: string;
  readonly messages: readonly {
    readonly key: string;
    /** File of its translation, which may be missing. */
    readonly file: string;
    readonly state: TranslationState;
    readonly source: string;
    readonly target: string;
  }[];
};

/** Reads the states of the messages of a locale; null if there is nothing to translate into it. */
export async function messageReport(
  locale: string,
  { tree, config }: Pick<SitePlan, 'tree' | 'config'>,
): Promise<MessageReport | null> {
  const { list, default: defaultLocale } = config.locales;
  if (locale === defaultLocale || !list.some(({ code }) => code === locale)) return null;
  const isNeeded = neededKeys(config)(locale);
  const translations = await readTranslations({ tree, locale, defaultLocale, isNeeded });
  const messages = translations.map(({ key, name, state, source, target }) => {
    const localeFile = `locales/${locale}/${name}.json`;
    const file = tree.files.has(localeFile) ? localeFile : `locales/${defaultLocale}/${name}.json`;
    return { key, file, state, source, target };
  });
  return { locale, messages };
}
