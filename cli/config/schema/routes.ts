import * as z from 'zod';
import { componentName, localeCode, messagePrefix, pagePath, target } from './shared.ts';

const redirectSchema = z.union([
  target,
  z.strictObject({
    to: target.describe('Path or absolute URL.'),
    status: z.literal([301, 302, 303, 307, 308]).default(301).describe('HTTP status; 301: for good, 302: for now.'),
  }),
]);

const querySchema = z.strictObject({
  collection: z
    .string()
    .optional()
    .describe('Id of a collection: its entries in the locale of the page, newest first.'),
  limit: z.int().positive().optional().describe('Most entries of the collection.'),
  tag: z.string().min(1).optional().describe('Only entries of the collection with this tag.'),
  file: z
    .string()
    .regex(/^(?:data|content)\/[^\s\\]+\.json$/, { error: 'must be a JSON file below `data/` or `content/`' })
    .optional()
    .describe('JSON file, such as `data/team.json`; `{locale}` stands for the locale of the page.'),
  config: z
    .string()
    .regex(/^custom(?:\.[\w-]+)+$/, { error: 'must be a path such as `custom.pricing`' })
    .optional()
    .describe('Value below `custom` of `config/site.yaml`, such as `custom.pricing`.'),
});

const routeSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, { error: 'must be small letters, digits and hyphens, such as `about-us`' })
    .describe('Permanent name of the route.'),
  path: pagePath.describe('Path without locale and base, such as `/about`.'),
  page: componentName.optional().describe('Component file in `site/pages`, without its ending.'),
  locales: z
    .union([z.enum(['all', 'none']), z.array(localeCode).min(1)])
    .default('all')
    .describe('`all`, a list of codes, or `none`: not localised, in the default locale without a prefix only.'),
  seo: messagePrefix.optional().describe('Prefix of the message keys `.title`, `.description` and `.keywords`.'),
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
    .describe('Type of the structured data of the page.'),
  index: z.boolean().default(true).describe('`false`: noindex, and not in sitemaps.'),
  validate: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, { error: 'must be the name of an export of the page module' })
    .optional()
    .describe('Export of the page module that checks a visit; anything but true is a 404.'),
  data: z
    .record(z.string().regex(/^[A-Za-z_$][\w$]*$/, { error: 'must be a name such as `posts`' }), querySchema)
    .default({})
    .describe('Props of the page: name -> where the value comes from.'),
  redirect: redirectSchema.optional().describe('Where the path leads instead of showing a page.'),
});

export const routesSchema = z.strictObject({
  routes: z.array(routeSchema).default([]).describe('The pages of the site.'),
  notFound: z
    .strictObject({
      page: componentName.describe('Component file in `site/pages`, without its ending.'),
      seo: messagePrefix.optional().describe('Prefix of the message keys `.title` and `.description`.'),
    })
    .optional()
    .describe('The page for unknown paths.'),
  rules: z
    .record(
      z.string(),
      z.strictObject({
        redirect: redirectSchema.optional().describe('Where matching paths lead.'),
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
      'Path or glob -> redirect and headers. `*` stands for one segment, or beside text for a part of one, and the segment `**` for any number of segments. The most specific rule wins.',
    ),
});
