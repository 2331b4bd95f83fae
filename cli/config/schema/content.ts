import * as z from 'zod';
import { componentName, messagePrefix, pagePath, pathWith } from './shared.ts';

const template = componentName.describe('Component file in `templates`, without its ending.');
const perPage = z.int().positive().default(12).describe('Entries on a page.');
const seo = messagePrefix.optional().describe('Prefix of the message keys `.title` and `.description`.');

const collectionSchema = z.strictObject({
  from: z
    .string()
    .regex(/^content(?:\/[^\s/\\]+)+\/?$/, { error: 'must be a folder below `content`, such as `content/blog`' })
    .transform((from) => from.replace(/\/$/, ''))
    .describe('Folder of the entries: `<from>/<slug>/<locale>.md`.'),
  path: pathWith('slug').describe('Path of an entry, with `{slug}`.'),
  template,
  seo,
  list: z
    .strictObject({ path: pagePath.describe('Path of the first page.'), template, perPage, seo })
    .optional()
    .describe('Pages that list all entries.'),
  tags: z
    .strictObject({ path: pathWith('tag').describe('Path of a tag, with `{tag}`.'), template, perPage, seo })
    .optional()
    .describe('Pages that list the entries of a tag.'),
  feeds: z
    .array(z.enum(['rss', 'atom', 'json']))
    .default([])
    .describe('Feeds to write per locale.'),
  related: z.int().min(0).default(0).describe('Related entries to hand to the template.'),
  fields: z
    .record(
      z.string().regex(/^[A-Za-z_][\w-]*$/, { error: 'must be letters, digits and hyphens' }),
      z.strictObject({
        type: z.enum(['string', 'number', 'boolean', 'date', 'list', 'image']).describe('Type of the value.'),
        required: z.boolean().default(false).describe('Whether every entry must have it.'),
      }),
    )
    .default({})
    .describe("The collection's own fields of the front matter."),
});

export const contentSchema = z.strictObject({
  maxTextMb: z.number().positive().default(2).describe('Size of the largest Markdown file in MB (2^20 bytes).'),
  collections: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]*$/, { error: 'must be small letters, digits and hyphens' }),
      collectionSchema,
    )
    .default({})
    .describe('Id -> folder of Markdown entries and the pages made from it.'),
});
