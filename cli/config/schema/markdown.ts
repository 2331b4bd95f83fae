import * as z from 'zod';
import { islandTriggers } from '../../lib/islands.ts';

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
