import * as z from 'zod';
import { componentName, headSchema, localeCode, messagePrefix, pagePath, target } from './shared.ts';
import { originSchema } from './site.ts';

const redirectSchema = z.union([
  target,
  z.strictObject({
    to: target.describe('Path or absolute URL of the target.'),
    status: z
      .literal([301, 302, 303, 307, 308])
      .default(301)
      .describe('HTTP status: 301 and 308 are permanent, 302 and 307 temporary; 303 changes the method to GET.'),
  }),
]);

const querySchema = z.strictObject({
  collection: z
    .string()
    .optional()
    .describe('Id of a collection: its entries in the locale of the page, in the order of the collection.'),
  limit: z.int().positive().optional().describe('Maximum number of entries of the collection.'),
  tag: z.string().min(1).optional().describe('Include only the entries of the collection that have this tag.'),
  file: z
    .string()
    .regex(/^(?:data|content)\/[^\s\\]+\.(?:json|ya?ml|csv)$/, {
      error: 'must be a JSON, YAML or CSV file below `data/` or `content/`',
    })
    .optional()
    .describe('JSON, YAML or CSV file, such as `data/team.json`. `{locale}` is replaced by the locale of the page.'),
  perPage: z
    .int()
    .positive()
    .optional()
    .describe('Number of entries on one page. The route then has further pages: `/team/page/2`.'),
  image: z
    .string()
    .regex(/^content\/[^\s\\]+\.(?:png|jpe?g|gif|webp|avif|svg)$/i, { error: 'must be a picture below `content/`' })
    .optional()
    .describe('Picture, such as `content/pictures/team.jpg`: its URL, size and variants, for the component `Picture`.'),
  config: z
    .string()
    .regex(/^custom(?:\.[\w-]+)+$/, { error: 'must be a path such as `custom.pricing`' })
    .optional()
    .describe('Value below `custom` of `config/site.yaml`, such as `custom.pricing`.'),
});

const routeSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, {
      error: 'must consist of lower-case letters, digits and hyphens, and start with a letter, such as `about-us`',
    })
    .describe('Permanent id of the route.'),
  path: pagePath.describe('Path without locale and base, such as `/about`.'),
  paths: z
    .record(localeCode, pagePath)
    .optional()
    .describe('Locale -> path in that locale, where it is another, such as `{ de: /ueber-uns }`.'),
  page: componentName.optional().describe('Component file in `site/pages`, without its extension.'),
  locales: z
    .union([z.enum(['all', 'none']), z.array(localeCode).min(1)])
    .default('all')
    .describe(
      '`all`, a list of codes, or `none`: a page that is not localised, in the default locale without a prefix.',
    ),
  seo: messagePrefix
    .optional()
    .describe('Prefix of three message keys: `<prefix>.title`, `<prefix>.description` and `<prefix>.keywords`.'),
  jsonLd: z
    .enum([
      'WebSite',
      'WebPage',
      'WebApplication',
      'SoftwareApplication',
      'AboutPage',
      'ContactPage',
      'CollectionPage',
      'ProfilePage',
    ])
    .optional()
    .describe('schema.org type of the page in its structured data.'),
  head: headSchema.optional().describe('Elements for the head of the page, which replace those of config/site.yaml.'),
  index: z
    .boolean()
    .default(true)
    .describe('Whether search engines may list the page. `false` sets `noindex` and omits it from sitemaps.'),
  validate: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, { error: 'must be the name of an export of the page module' })
    .optional()
    .describe(
      'Name of a function that the page module exports. A visit for which it does not return true shows the page for unknown paths.',
    ),
  data: z
    .record(z.string().regex(/^[A-Za-z_$][\w$]*$/, { error: 'must be a name such as `posts`' }), querySchema)
    .default({})
    .describe('Props of the page: name -> source of the value.'),
  redirect: redirectSchema.optional().describe('Target of a redirect that replaces the page.'),
});

export const routesSchema = z.strictObject({
  routes: z.array(routeSchema).default([]).describe('The pages of the site.'),
  notFound: z
    .strictObject({
      page: componentName.describe('Component file in `site/pages`, without its extension.'),
      seo: messagePrefix
        .optional()
        .describe('Prefix of two message keys: `<prefix>.title` and `<prefix>.description`.'),
    })
    .optional()
    .describe('The page for unknown paths.'),
  rules: z
    .record(
      z.string(),
      z.strictObject({
        redirect: redirectSchema
          .optional()
          .describe('Target to which matching paths are redirected. Pages of the site at these paths are not built.'),
        headers: z
          .record(
            z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'must be the name of an HTTP header' }),
            z.string().regex(/^[\t\x20-\x7e\x80-\uffff]*$/, { error: 'must be one line of text' }),
          )
          .optional()
          .describe('HTTP headers of matching paths.'),
      }),
    )
    .default({})
    .describe(
      'Path or glob -> redirect and headers. `*` matches one segment, or a part of one if it stands beside text; the segment `**` matches any number of segments. The most specific rule applies.',
    ),
});

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

const navigationEntrySchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, {
      error: 'must consist of letters, digits, underscores and hyphens, and start with a letter',
    })
    .describe('Id of the entry. The message `navigation.<name>` is its label.'),
  path: z
    .string()
    .refine((path) => /^\/(?!\/)\S*$/.test(path) || (/^https:\/\//.test(path) && URL.canParse(path)), {
      error: 'must be a path that starts with `/`, or an absolute `https:` URL',
    })
    .optional()
    .describe('Path without locale prefix, or an absolute `https:` URL.'),
  disableI18n: z.boolean().optional().describe('Whether the path exists in the default locale only.'),
  devOnly: z.boolean().optional().describe('Whether the entry appears during development only.'),
  get contents() {
    return z.array(navigationEntrySchema).optional().describe('Entries of a group.');
  },
});

export const navigationSchema = z.array(navigationEntrySchema).describe('Entries of the site navigation, in order.');
