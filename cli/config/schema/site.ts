import * as z from 'zod';
import { DEFAULT_HEAP_MB } from '../../lib/memory-limit.ts';
import { directives, fileUrl, headSchema, isWebUrl, target, trimSlash } from './shared.ts';
import { budgetsSchema, checkSchema, markdownSchema, picturesSchema, searchSchema } from './site-sections.ts';

/** Folders with sources, which must not be the output folder. */
export const sourceFolders = [
  'site',
  'templates',
  'config',
  'content',
  'locales',
  'data',
  'plugins',
  'loaders',
  'public',
  'node_modules',
];

/** True if the folder is below the root and contains no sources, so that a build may write to it. */
function isOutput(dir: string): boolean {
  const segments = dir.split('/').filter((s) => s !== '' && s !== '.');
  const first = segments[0];
  if (first === undefined || dir.includes('\\') || /^(\/|[A-Za-z]:)/.test(dir)) return false;
  return !segments.includes('..') && !sourceFolders.includes(first);
}

function isOrigin(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const url = new URL(text);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

/** `url` and `base` have schemas of their own because command-line options set them too. */
export const originSchema = z
  .string()
  .refine(isOrigin, { error: 'must be an origin such as `https://example.org`. Put a path into `base`' })
  .transform((text) => new URL(text).origin);

export const baseSchema = z
  .string()
  .regex(/^(?:\/?|(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?)$/, { error: "must be `''` or a path such as `/sub`" })
  .transform((base) => (base === '/' ? '' : trimSlash(base)));

const pluginModule = z
  .string()
  .regex(/^(?:\.\/plugins\/(?!.*\.\.)[\w./-]+\.m?js|(?:@[\w.-]+\/)?[\w][\w.-]*(?:\/[\w./-]+)?)$/, {
    error: 'must be a file such as `./plugins/mine.mjs`, or the name of an installed package',
  });

/** Schema of `config/site.yaml`. */
export const siteSchema = z.strictObject({
  name: z.string().min(1).describe('Name of the site. Every page title contains it.'),
  url: originSchema.describe('Origin without a path, such as `https://example.org`.'),
  base: baseSchema.default('').describe("Path below which the site is served: `''` or a path such as `/sub`."),
  description: z.string().default('').describe('One sentence for pages and feeds without a description of their own.'),
  theme: z.enum(['light', 'dark', 'system']).default('system').describe('Theme of the first visit.'),
  organization: z
    .strictObject({
      name: z.string().min(1).optional().describe('Name of the publisher. Default: the name of the site.'),
      logo: fileUrl.optional().describe('Path or URL of the publisher’s logo.'),
      sameAs: z
        .array(z.string().refine(isWebUrl, { error: 'must be an absolute `https:` URL' }))
        .default([])
        .describe('URLs of the publisher’s profiles on other sites.'),
    })
    .optional()
    .describe('Publisher of the site, for structured data.'),
  builds: z
    .strictObject({
      pollSeconds: z
        .int()
        .min(0)
        .default(3600)
        .describe('Seconds between two checks for a newer build, in open pages. 0: never.'),
    })
    .prefault({})
    .describe('How open pages learn of a newer build.'),
  output: z
    .strictObject({
      dir: z
        .string()
        .refine(isOutput, { error: 'must be a folder below the root that contains no sources, such as `dist`' })
        .default('dist')
        .describe('Folder of the built site, below the root. A build replaces what earlier builds wrote there.'),
      precompress: z
        .array(z.enum(['br', 'gz']))
        .default([])
        .describe('Formats of the compressed copies that are written beside each text file.'),
      hosts: z
        .array(z.enum(['netlify', 'cloudflare', 'nginx']))
        .default(['netlify'])
        .describe('Hosts for which redirects and headers are written, each in its own format.'),
    })
    .prefault({})
    .describe('Where and in which formats the site is written.'),
  security: z
    .strictObject({
      connect: z.array(z.string().min(1)).default([]).describe('Additional origins to which pages may send requests.'),
      images: z.array(z.string().min(1)).default([]).describe('Additional origins from which pages may load images.'),
      directives: directives
        .default({})
        .describe(
          'Additional sources by directive, such as `frame-src: [https://video.example]` or `style-src-attr: ["\'unsafe-inline\'"]`.',
        ),
      paths: z
        .record(
          z.string().startsWith('/', { error: 'must start with `/`' }),
          directives.default({}).describe('Additional sources by directive.'),
        )
        .default({})
        .describe('Path or glob -> additional sources for matching paths only. The most specific glob applies.'),
    })
    .prefault({})
    .describe('What the content security policy allows in addition to the site itself.'),
  llms: z
    .union([
      z.boolean().transform((on) => ({ copies: on, full: on })),
      z
        .strictObject({ full: z.boolean().default(true).describe('Whether `llms-full.txt` is written.') })
        .transform(({ full }) => ({ copies: true, full })),
    ])
    .default({ copies: false, full: false })
    .describe(
      '`true`: a Markdown copy of each page, and lists of them in `llms.txt` and `llms-full.txt` of each locale (https://llmstxt.org).',
    ),
  head: headSchema
    .prefault({})
    .describe('Elements for the head of every page, such as proofs of ownership and analytics.'),
  pictures: picturesSchema
    .optional()
    .describe(
      'Sizes and formats of the pictures beside texts. Without it they are published unchanged. Needs `sharp`.',
    ),
  search: searchSchema
    .optional()
    .describe('Search in the texts of all pages, by visitors and without a server. Needs `pagefind`.'),
  check: checkSchema.prefault({}).describe('Limits and exceptions of `sitegen check`.'),
  api: z
    .strictObject({
      baseUrl: z.literal('').or(fileUrl).default('').describe('URL prefix of every request that pages send.'),
      timeoutMs: z.int().positive().default(30_000).describe('Milliseconds after which a request is aborted.'),
    })
    .prefault({})
    .describe('Service to which pages send requests.'),
  serve: z
    .strictObject({
      port: z.int().min(0).max(65_535).default(3000).describe('Port of the local servers. 0: any free port.'),
    })
    .prefault({})
    .describe('Settings of the local servers.'),
  render: z
    .strictObject({
      timeoutSeconds: z
        .number()
        .positive()
        .max(86_400)
        .default(30)
        .describe('Maximum number of seconds for rendering one page, of the build and of `sitegen serve`.'),
      memoryMb: z
        .int()
        .min(64)
        .default(DEFAULT_HEAP_MB)
        .describe('Maximum heap size in MB (2^20 bytes) of each worker that renders pages.'),
    })
    .prefault({})
    .describe('Limits for rendering. A page that exceeds one is an error; the other pages are still rendered.'),
  rootRedirect: target.optional().describe('Path or absolute URL to which `/` is redirected.'),
  robots: z
    .strictObject({
      disallow: z
        .array(z.string().startsWith('/', { error: 'must start with `/`' }))
        .default([])
        .describe('Paths that robots.txt disallows.'),
    })
    .prefault({})
    .describe('Contents of `robots.txt`.'),
  feeds: z
    .strictObject({
      limit: z.int().positive().default(20).describe('Maximum number of entries in a feed, newest first.'),
      content: z
        .enum(['summary', 'full'])
        .default('summary')
        .describe('Whether a feed contains summaries or whole entries.'),
    })
    .prefault({})
    .describe('Contents of the feeds of all collections.'),
  budgets: budgetsSchema
    .prefault({})
    .describe('Size limits for each page component. A build that exceeds one fails and names the component.'),
  plugins: z
    .array(
      z.union([
        pluginModule.transform((module) => ({ module, options: {} as Record<string, z.core.util.JSONType> })),
        z.strictObject({
          module: pluginModule.describe(
            'A file below `plugins/`, such as `./plugins/mine.mjs`, or an installed package.',
          ),
          options: z.record(z.string(), z.json()).default({}).describe('Options that the plugin receives.'),
        }),
      ]),
    )
    .default([])
    .describe('Modules that extend the generator, in order.'),
  markdown: markdownSchema,
  custom: z.record(z.string(), z.json()).default({}).describe('Values of your own. Pages receive them unchanged.'),
});
