import type { Locale, PagePayload, SiteInfo } from '../../../../cli/contract.ts';

const locale = (code: string, language: string): Locale => ({
  code,
  name: code,
  language,
  dir: code === 'ar' ? 'rtl' : 'ltr',
  prefix: code === 'en' ? '' : `/${code}`,
});

/** A site below `/sub` in English, German, Chinese and Arabic. */
export const site: SiteInfo = {
  name: 'Fixture',
  url: 'https://example.org',
  base: '/sub',
  defaultLocale: 'en',
  locales: [locale('en', 'en-US'), locale('de', 'de-DE'), locale('zh', 'zh-CN'), locale('ar', 'ar-EG')],
  routes: [
    { path: '/', locales: ['en', 'de', 'zh', 'ar'] },
    { path: '/image-sharpener', locales: ['en', 'zh'] },
    { path: '/unblur-image', locales: ['en'] },
  ],
  navigation: [],
  theme: 'dark',
  pollSeconds: 0,
  detectLocale: false,
  api: { baseUrl: 'https://api.example.org', timeoutMs: 1000 },
  custom: {},
};

export function payload(path: string, locale: string): PagePayload {
  return {
    route: { id: 'post', path, locale, params: {}, alternates: { [locale]: path } },
    entry: '/sub/assets/boot.js',
    assets: { chunk: '/sub/assets/post.js', css: [], imports: [] },
    head: { title: 'Post', tags: [] },
    messages: {},
    props: {},
    status: 200,
  };
}
