// biome-ignore-all lint/style/noExcessiveLinesPerFile: site.yaml is one file, so its schema is one too.
import * as z from 'zod';
import { islandTriggers } from '../../lib/islands.ts';
import { directives, fileUrl, headSchema, isWebUrl, localeCode, target, trimSlash } from './shared.ts';

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

const kilobytes = z.number().positive().optional();

/** Limits of what a page loads initially. */
const limits = {
  htmlKb: kilobytes.describe('Maximum size of the HTML of a page, in kB (1000 bytes), gzipped.'),
  cssKb: kilobytes.describe('Maximum size of the CSS that a page loads initially, in kB (1000 bytes), gzipped.'),
  javascriptKb: kilobytes.describe(
    'Maximum size of the JavaScript that a page loads initially, in kB (1000 bytes), gzipped.',
  ),
};

/** Size limits for all page components, and for single ones. */
const budgetsSchema = z.strictObject({
  ...limits,
  pages: z
    .record(
      z.string().regex(/^(?:pages|templates)\/[\w/-]+$/, {
        error: 'must be a page or template such as `pages/Home` or `templates/Post`',
      }),
      z.strictObject(limits),
    )
    .default({})
    .describe('Page or template, such as `templates/Post` -> its own limits.'),
});

const checkSchema = z.strictObject({
  titlePx: z
    .int()
    .positive()
    .default(580)
    .describe('Width at which search engines cut titles, in CSS pixels at a font size of 20.'),
  descriptionPx: z
    .int()
    .positive()
    .default(990)
    .describe('Width at which search engines cut descriptions, in CSS pixels at a font size of 14.'),
  pictureKb: z.number().positive().default(500).describe('Largest file of a picture on a page, in kB of 1000 bytes.'),
  identical: z
    .record(z.string(), z.array(localeCode).min(1))
    .default({})
    .describe('Text of the default locale -> locales in which it is the same.'),
  ignore: z
    .record(
      z.string().regex(/^[A-Z][A-Z_]*$/, { error: 'must be the code of a problem, such as `PAGE_ORPHAN`' }),
      z.array(z.string().min(1)).min(1),
    )
    .default({})
    .describe(
      'Code of a problem -> what it is not reported for: paths of pages or keys of messages, in which `*` stands for any text.',
    ),
});

const componentFile = z
  .string()
  .regex(/^(?:site|templates)\/(?!.*\.\.)(?:[\w.-]+\/)*[A-Z]\w*\.[jt]sx$/, {
    error: 'must be a file such as `site/markdown/Note.tsx`, which exports a component of its name',
  })
  .describe('File below `site/` or `templates/`; it exports a component of its own name.');

/** Schema of `markdown` in `config/site.yaml`. */
const markdownSchema = z
  .strictObject({
    components: z
      .record(
        z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'must be small letters, digits and hyphens' }),
        z.union([
          componentFile.transform((file) => ({
            file,
            client: undefined,
            media: [] as readonly string[],
            pictures: [] as readonly string[],
            proportions: [] as readonly string[],
            required: undefined,
            optional: undefined,
          })),
          z
            .strictObject({
              file: componentFile,
              client: z
                .enum(islandTriggers)
                .optional()
                .describe('When the browser hydrates it by itself; left out: it is only rendered by the build.'),
              media: z
                .array(z.string())
                .default([])
                .describe(
                  'Attributes that name pictures or videos, which the component receives with address and size.',
                ),
              pictures: z
                .array(z.string())
                .default([])
                .describe(
                  'Props for the pictures between the lines of the block, in order. The block then contains these pictures and nothing else.',
                ),
              proportions: z
                .array(z.string())
                .default([])
                .describe(
                  'Names in `media` and `pictures` whose pictures and videos must have equal proportions, such as those that a visitor compares, or a video and its poster.',
                ),
              required: z
                .array(z.string())
                .optional()
                .describe(
                  'Attributes that the directive must have; `label` is the text in brackets. With this or `optional`, any other attribute is an error.',
                ),
              optional: z
                .array(z.string())
                .optional()
                .describe('Attributes that the directive may have besides `media` and `required`.'),
            })
            .refine(
              ({ media, pictures, proportions }) =>
                proportions.every((name) => media.includes(name) || pictures.includes(name)),
              { path: ['proportions'], error: 'must name attributes of `media` and props of `pictures`' },
            ),
        ]),
      )
      .default({})
      .describe('Name of a directive, such as `note` for `:::note` -> the component that shows it.'),
  })
  .prefault({})
  .describe('What texts may show besides Markdown.');

const quality = (name: string, value: number) =>
  z.int().min(1).max(100).default(value).describe(`Quality of ${name} files, from 1 to 100.`);

const picturesSchema = z.strictObject({
  widths: z
    .array(z.int().min(16).max(8192))
    .min(1)
    .default([480, 800, 1200, 1800])
    .transform((widths) => [...new Set(widths)].sort((a, b) => a - b))
    .describe('Widths of the files in pixels. No file is wider than its source.'),
  formats: z
    .array(z.enum(['avif', 'webp']))
    .default(['avif', 'webp'])
    .describe('Newer formats, the preferred one first. A JPEG or PNG file for all other programs is written as well.'),
  sizes: z
    .string()
    .min(1)
    .default('(min-width: 50rem) 48rem, 100vw')
    .describe('Width at which texts show pictures: the `sizes` attribute of HTML.'),
  quality: z
    .strictObject({ avif: quality('AVIF', 55), webp: quality('WebP', 78), jpg: quality('JPEG', 80) })
    .prefault({})
    .describe('Quality from 1 to 100, by format.'),
  placeholder: z
    .enum(['color', 'blur', 'none'])
    .default('color')
    .describe(
      'What fills the space of a picture until it has loaded: its mean colour, a blurred version of 16 pixels in the document, or nothing.',
    ),
  animations: z
    .enum(['unchanged', 'video'])
    .default('unchanged')
    .describe(
      'How animated GIF, WebP and PNG files are published: unchanged, or as videos of a fraction of the size. `video` needs the program `ffmpeg`.',
    ),
  maxMegapixels: z
    .number()
    .positive()
    .default(100)
    .describe('Pixels of the largest picture that is read, in millions.'),
});

const searchSchema = z.strictObject({
  root: z
    .string()
    .min(1)
    .default('main')
    .describe('CSS selector of the element whose text is searched, except navigation and forms.'),
  ignore: z
    .array(z.string().min(1))
    .default([])
    .describe('CSS selectors of elements in it that are not searched, such as titles of other pages.'),
  exclude: z
    .array(z.string().startsWith('/', { error: 'must start with `/`' }))
    .default([])
    .describe('Paths or globs of pages that are not searched, without locale prefix.'),
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
      timeoutSeconds: z.number().positive().default(30).describe('Maximum number of seconds for rendering one page.'),
      memoryMb: z
        .int()
        .min(64)
        .default(2048)
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
