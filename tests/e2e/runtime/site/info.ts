import type { Locale, SiteInfo } from '../../../../cli/contract.ts';

const locale = (code: string, language: string, dir: Locale['dir'] = 'ltr'): Locale => ({
  code,
  name: code,
  language,
  dir,
  prefix: code === 'en' ? '' : `/${code}`,
});

/** A site below `/sub` in English, German and Arabic. Looks for a newer build every 2 s. */
export const site: SiteInfo = {
  name: 'Fixture',
  url: 'https://example.org',
  base: '/sub',
  defaultLocale: 'en',
  locales: [locale('en', 'en-US'), locale('de', 'de-DE'), locale('ar', 'ar-EG', 'rtl')],
  routes: [
    { path: '/', locales: ['en', 'de', 'ar'] },
    { path: '/tool', locales: ['en'] },
  ],
  navigation: [],
  theme: 'dark',
  pollSeconds: 2,
  detectLocale: true,
  api: { baseUrl: '', timeoutMs: 1000 },
  custom: {},
};
