import type { EntrySummary, Locale, SiteInfo } from '../../../../cli/contract.ts';
import type { Route } from '../../../../cli/routes/types.ts';

const locale = (code: string, language: string, rest: Partial<Locale> = {}): Locale => ({
  code,
  name: language,
  language,
  dir: 'ltr',
  prefix: `/${code}`,
  ...rest,
});

/** Four languages, one of them written from the right, two that share a language, below a base. */
export const site: SiteInfo = {
  name: 'Lamp & Co',
  url: 'https://lamp.example',
  base: '/sub',
  defaultLocale: 'en',
  locales: [
    locale('en', 'en-US', { prefix: '' }),
    locale('pt', 'pt-BR'),
    locale('pt-pt', 'pt-PT'),
    locale('ar', 'ar', { dir: 'rtl' }),
  ],
  routes: [],
  navigation: [],
  theme: 'dark',
  pollSeconds: 0,
  detectLocale: false,
  api: { baseUrl: '', timeoutMs: 30_000 },
  custom: {},
};

export const root = { ...site, base: '' };

export function route(path: string, rest: Partial<Route> = {}): Route {
  const locale = rest.locale ?? 'en';
  return {
    path,
    id: 'page',
    locale,
    params: {},
    page: 'pages/Page',
    alternates: { [locale]: path },
    index: true,
    lastmod: null,
    status: 200,
    ...rest,
  };
}

export function tableOf(routes: readonly Route[]) {
  return { routes, byPath: new Map(routes.map((one) => [one.path, one])) };
}

export function entry(slug: string, rest: Partial<EntrySummary> = {}): EntrySummary {
  return {
    collection: 'blog',
    slug,
    locale: 'en',
    path: `/blog/${slug}`,
    title: `About ${slug}`,
    description: `All on ${slug}.`,
    date: '2026-03-01',
    updated: null,
    tags: [],
    author: null,
    cover: null,
    minutes: 4,
    fields: {},
    ...rest,
  };
}

/** What a title may hold to break out of a document. */
export const hostile = `</script></title>"'><b onload=x> & ]]> <!-- \u2028 😀`;
