import * as z from 'zod';
import { fileUrl, isWebUrl, target, trimSlash } from './shared.ts';

/** Folders that hold what an author writes. */
export const sourceFolders = [
  'site',
  'templates',
  'config',
  'content',
  'locales',
  'data',
  'plugins',
  'public',
  'node_modules',
];

/** True where the folder is below the root and holds no sources, so that a build may empty it. */
function isOutput(dir: string): boolean {
  const segments = dir.split(/[/\\]/).filter((s) => s !== '' && s !== '.');
  const first = segments[0];
  if (first === undefined || /^([/\\]|[A-Za-z]:)/.test(dir)) return false;
  return !segments.includes('..') && !sourceFolders.includes(first);
}

function isOrigin(text: string): boolean {
  if (!isWebUrl(text)) return false;
  const url = new URL(text);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

/** `url` and `base` stand apart: the command line may give them too. */
export const originSchema = z
  .string()
  .refine(isOrigin, { error: 'must be an origin such as `https://example.org`; a path goes into `base`' })
  .transform((text) => new URL(text).origin);

export const baseSchema = z
  .string()
  .regex(/^(?:\/?|(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?)$/, { error: "must be `''` or a path such as `/sub`" })
  .transform((base) => (base === '/' ? '' : trimSlash(base)));

/** Directives whose values are lists of sources. */
const directiveNames = `default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr
  img-src media-src font-src connect-src worker-src manifest-src object-src frame-src child-src base-uri form-action
  frame-ancestors`.split(/\s+/) as [string, ...string[]];

/** Sources by directive of a content security policy. */
const directives = z
  .partialRecord(
    z.enum(directiveNames),
    z.array(
      z
        .string()
        .regex(/^[^\s;,]+$/, { error: "must be one source, such as `https://video.example` or `'unsafe-inline'`" }),
    ),
  )
  .default({});

const pluginModule = z
  .string()
  .regex(/^(?:\.\/plugins\/(?!.*\.\.)[\w./-]+\.m?js|(?:@[\w.-]+\/)?[\w][\w.-]*(?:\/[\w./-]+)?)$/, {
    error: 'must be a file such as `./plugins/mine.mjs`, or the name of an installed package',
  });

const kilobytes = z.number().positive().optional();

export const siteSchema = z.strictObject({
  name: z.string().min(1).describe('Name of the site: part of every page title.'),
  url: originSchema.describe('Origin without a path, such as `https://example.org`.'),
  base: baseSchema.default('').describe("Path below which the site stands: `''` or `/sub`."),
  description: z.string().default('').describe('One sentence; used where a page or feed has none of its own.'),
  theme: z.enum(['light', 'dark', 'system']).default('system').describe('Theme of a first visit.'),
  organization: z
    .strictObject({
      name: z.string().min(1).optional().describe('Name of who publishes the site; default: the name of the site.'),
      logo: fileUrl.optional().describe('Path or URL of the logo.'),
      sameAs: z
        .array(z.string().refine(isWebUrl, { error: 'must be an absolute `https:` URL' }))
        .default([])
        .describe('Profiles of the publisher on other sites.'),
    })
    .optional()
    .describe('Who publishes the site, for structured data.'),
  builds: z
    .strictObject({
      pollSeconds: z.int().min(0).default(3600).describe('Seconds between looks for a newer build; 0: never.'),
    })
    .prefault({}),
  output: z
    .strictObject({
      dir: z
        .string()
        .refine(isOutput, { error: 'must be a folder below the root that holds no sources, such as `dist`' })
        .default('dist')
        .describe('Folder for the built site, below the root. A build empties it.'),
      precompress: z
        .array(z.enum(['br', 'gz']))
        .default([])
        .describe('Compressed copies to write beside each text file.'),
      hosts: z
        .array(z.enum(['netlify', 'cloudflare', 'nginx']))
        .default(['netlify'])
        .describe('Hosts to write redirects and headers for, each in its own files.'),
    })
    .prefault({}),
  security: z
    .strictObject({
      connect: z.array(z.string().min(1)).default([]).describe('Further origins that pages may send requests to.'),
      images: z.array(z.string().min(1)).default([]).describe('Further origins that pages may show images of.'),
      directives: directives.describe(
        'Further sources by directive, such as `frame-src: [https://video.example]` or `style-src-attr: ["\'unsafe-inline\'"]`.',
      ),
      paths: z
        .record(
          z.string().startsWith('/', { error: 'must start with `/`' }),
          directives.describe('Further sources by directive.'),
        )
        .default({})
        .describe('Path or glob -> further sources for matching paths only. The most specific glob applies.'),
    })
    .prefault({})
    .describe('What the content security policy allows besides the site itself.'),
  cards: z
    .strictObject({
      module: z
        .string()
        .regex(/^(?!\/)(?!.*\.\.\/)[\w./-]+\.m?js$/, {
          error: 'must be a `.mjs` file below the root, such as `cards/card.mjs`',
        })
        .describe(
          'Module that draws the picture of a page for shared links: exports `draw`, and `sources` where it shows files.',
        ),
      format: z.enum(['jpg', 'png', 'webp']).default('jpg').describe('What it draws.'),
    })
    .optional()
    .describe('A picture for shared links of each page and language that search engines may list.'),
  api: z
    .strictObject({
      baseUrl: z.literal('').or(fileUrl).default('').describe('What every request of the pages begins with.'),
      timeoutMs: z.int().positive().default(30_000).describe('Milliseconds until a request is given up.'),
    })
    .prefault({}),
  serve: z
    .strictObject({
      port: z.int().min(0).max(65_535).default(3000).describe('Port of the local servers; 0: any free one.'),
    })
    .prefault({}),
  render: z
    .strictObject({
      timeoutSeconds: z.number().positive().default(30).describe('Longest time that rendering one page may take.'),
      memoryMb: z.int().min(64).default(2048).describe('Largest heap of a thread that renders pages.'),
    })
    .prefault({})
    .describe('Limits of a build: a page that exceeds one is an error, and the others are still rendered.'),
  rootRedirect: target.optional().describe('Path or absolute URL that `/` redirects to.'),
  robots: z
    .strictObject({
      disallow: z
        .array(z.string().startsWith('/', { error: 'must start with `/`' }))
        .default([])
        .describe('Paths that robots.txt closes to crawlers.'),
    })
    .prefault({}),
  feeds: z
    .strictObject({
      limit: z.int().positive().default(20).describe('Entries in a feed, the newest first.'),
      content: z.enum(['summary', 'full']).default('summary').describe('What a feed holds of an entry.'),
    })
    .prefault({}),
  budgets: z
    .strictObject({
      htmlKb: kilobytes.describe('Largest HTML of a page, in kB of 1000 bytes, gzipped.'),
      cssKb: kilobytes.describe('Most CSS that a page loads first, in kB of 1000 bytes, gzipped.'),
      javascriptKb: kilobytes.describe('Most JavaScript that a page loads first, in kB of 1000 bytes, gzipped.'),
    })
    .prefault({})
    .describe('Limits for each type of page. A build that exceeds one fails and names the page type.'),
  plugins: z
    .array(
      z.union([
        pluginModule.transform((module) => ({ module, options: {} as Record<string, z.core.util.JSONType> })),
        z.strictObject({
          module: pluginModule.describe(
            'A file below `plugins/`, such as `./plugins/mine.mjs`, or an installed package.',
          ),
          options: z.record(z.string(), z.json()).default({}).describe('Values that the plugin receives.'),
        }),
      ]),
    )
    .default([])
    .describe('Modules that extend the generator, in order.'),
  custom: z
    .record(z.string(), z.json())
    .default({})
    .describe("The site's own values: handed to the pages as they are."),
});
