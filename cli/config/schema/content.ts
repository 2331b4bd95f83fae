import * as z from 'zod';
import { componentName, messagePrefix, pagePath, pathWith } from './shared.ts';

const template = componentName.describe('Component file in `templates`, without its extension.');
const perPage = z.int().positive().default(12).describe('Number of entries on one page.');
const seo = messagePrefix
  .optional()
  .describe('Prefix of two message keys: `<prefix>.title` and `<prefix>.description`.');

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
    .strictObject({ path: pagePath.describe('Path of the first page of the list.'), template, perPage, seo })
    .optional()
    .describe('Pages that list all entries of the collection.'),
  tags: z
    .strictObject({
      path: pathWith('tag').describe('Path of the page of a tag, with `{tag}`.'),
      template,
      perPage,
      seo,
    })
    .optional()
    .describe('Pages that list the entries with one tag.'),
  feeds: z
    .array(z.enum(['rss', 'atom', 'json']))
    .default([])
    .describe('Feed formats to write for each locale.'),
  related: z.int().min(0).default(0).describe('Number of related entries that the template receives.'),
  fields: z
    .record(
      z.string().regex(/^[A-Za-z_][\w-]*$/, {
        error: 'must consist of letters, digits, underscores and hyphens, and not start with a digit',
      }),
      z.strictObject({
        type: z.enum(['string', 'number', 'boolean', 'date', 'list', 'image']).describe('Type of the value.'),
        required: z.boolean().default(false).describe('Whether every entry must define the field.'),
      }),
    )
    .default({})
    .describe('Additional front matter fields of this collection: name -> type.'),
});

export const contentSchema = z.strictObject({
  maxTextMb: z.number().positive().default(2).describe('Maximum size of a Markdown file in MB (2^20 bytes).'),
  collections: z
    .record(
      z.string().regex(/^[a-z][a-z0-9-]*$/, {
        error: 'must consist of lower-case letters, digits and hyphens, and start with a letter',
      }),
      collectionSchema,
    )
    .default({})
    .describe('Id -> a folder of Markdown entries and the pages that render them.'),
});
