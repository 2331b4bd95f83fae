import * as z from 'zod';
import { localeCode } from './shared.ts';

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const localeSchema = z.strictObject({
  code: localeCode.describe('Code used in paths and folders, such as `de`.'),
  name: z.string().min(1).describe('Name of the language in the language itself.'),
  language: z
    .string()
    .refine(isLanguageTag, { error: 'must be a BCP 47 tag such as `de-DE`' })
    .optional()
    .describe('BCP 47 tag for `lang` and hreflang, such as `de-DE`; default: the code.'),
  dir: z.enum(['ltr', 'rtl']).optional().describe('Writing direction; default: from the script of the language.'),
  fallback: z
    .array(localeCode)
    .default([])
    .describe('Locales to take a missing message from, in order; the default locale always comes last.'),
});

export const localesSchema = z.strictObject({
  default: localeCode.default('en').describe('Code of the locale that messages are written in first.'),
  prefixDefault: z.boolean().default(false).describe('Whether the default locale has a prefix as well.'),
  detect: z.boolean().default(false).describe("Whether a first visit to `/` goes to the browser's language."),
  locales: z
    .array(localeSchema)
    .min(1)
    .default([{ code: 'en', name: 'English', language: 'en', fallback: [] }])
    .describe('The languages of the site, in the order of the language switcher.'),
});
