import * as z from 'zod';
import { localeCode } from './shared.ts';
import { originSchema } from './site.ts';

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const localeSchema = z.strictObject({
  code: localeCode.describe('Code in paths and folder names, such as `de`.'),
  name: z.string().min(1).describe('Name of the language in that language, such as `Deutsch`.'),
  language: z
    .string()
    .refine(isLanguageTag, { error: 'must be a BCP 47 tag such as `de-DE`' })
    .optional()
    .describe('BCP 47 tag for `lang` and `hreflang`, such as `de-DE`. Default: the code.'),
  dir: z.enum(['ltr', 'rtl']).optional().describe('Writing direction. Default: that of the language’s script.'),
  url: originSchema
    .optional()
    .describe(
      'Origin of the pages in this language, such as `https://example.de`: the first language of a domain has no prefix on it, and each domain has a folder in the output. Default: `url` of config/site.yaml.',
    ),
  fallback: z
    .array(localeCode)
    .default([])
    .describe('Locales whose message replaces a missing one, in order. The default locale is always the last.'),
});

export const localesSchema = z.strictObject({
  default: localeCode.default('en').describe('Code of the default locale: the source of all translations.'),
  prefixDefault: z
    .boolean()
    .default(false)
    .describe('Whether paths of the default locale start with its code as well.'),
  detect: z
    .boolean()
    .default(false)
    .describe('Whether the first visit to `/` is redirected to the language of the browser.'),
  locales: z
    .array(localeSchema)
    .min(1)
    .default([{ code: 'en', name: 'English', language: 'en', fallback: [] }])
    .describe('The languages of the site, in the order of the language switcher.'),
});
