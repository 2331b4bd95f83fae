import * as z from 'zod';
import { islandTriggers } from '../../lib/islands.ts';
import { localeCode } from './shared.ts';

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
export const budgetsSchema = z.strictObject({
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

export const checkSchema = z.strictObject({
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
export const markdownSchema = z
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

export const picturesSchema = z.strictObject({
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

export const searchSchema = z.strictObject({
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
