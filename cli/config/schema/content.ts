import * as z from 'zod';
import type { FieldRule } from '../../schema/fields.ts';
import { componentName, entryPattern, loaderModule, localeCode, messagePrefix, pagePath, pathWith } from './shared.ts';

const template = componentName.describe('Component file in `templates`, without its extension.');
const perPage = z.int().positive().default(12).describe('Number of entries on one page.');
const seo = messagePrefix
  .optional()
  .describe('Prefix of two message keys: `<prefix>.title` and `<prefix>.description`.');
const fieldName = z.string().regex(/^[A-Za-z_][\w-]*$/, {
  error: 'must consist of letters, digits, underscores and hyphens, and not start with a digit',
});

const fieldSchema = z.strictObject({
  type: z
    .enum(['string', 'number', 'boolean', 'date', 'list', 'image', 'enum', 'object', 'reference'])
    .describe('Type of the value.'),
  required: z.boolean().default(false).describe('Whether every entry must define the field.'),
  default: z.json().optional().describe('Value where an entry has none.'),
  values: z.array(z.string()).min(1).optional().describe('Allowed values of an `enum`.'),
  get of(): z.ZodOptional<z.ZodType<FieldRule>> {
    return z
      .optional(fieldSchema as unknown as z.ZodType<FieldRule>)
      .describe('Rule of the items of a `list`; default: texts.');
  },
  get fields(): z.ZodOptional<z.ZodRecord<typeof fieldName, z.ZodType<FieldRule>>> {
    return z
      .optional(z.record(fieldName, fieldSchema as unknown as z.ZodType<FieldRule>))
      .describe('Fields of an `object`.');
  },
  to: z.string().optional().describe('Collection of the entry that a `reference` names.'),
});

const taxonomySchema = z.strictObject({
  path: pathWith('term').describe('Path of a term, with `{term}`.'),
  template,
  perPage,
  seo,
  ordered: z
    .boolean()
    .default(false)
    .describe('Whether its terms are series: entries are parts, in the order of `order`, else of their dates.'),
  to: z.string().optional().describe('Collection whose entries are the terms, by id: of authors, for instance.'),
});

const collectionSchema = z.strictObject({
  type: z
    .enum(['blog', 'pages'])
    .optional()
    .describe(
      '`blog`: entries have a date and a description, and are blog posts to search engines. Default: `blog` with `feeds`, else `pages`.',
    ),
  from: z
    .string()
    .regex(/^(?:content|data)(?:\/[^\s/\\]+)+\/?$/, {
      error:
        'must be a folder, file or pattern below `content` or `data`, such as `content/blog` or `content/docs/**/*.md`',
    })
    .transform((from) => from.replace(/\/$/, ''))
    .optional()
    .describe(
      'Folder with `<slug>/<locale>.md`; or a pattern of Markdown, YAML, JSON or CSV files, with `{locale}` where their names say it.',
    ),
  load: loaderModule.optional().describe('Module that loads the entries before a build, instead of `from`.'),
  options: z.record(z.string(), z.json()).default({}).describe('Options that the loader receives.'),
  path: entryPattern
    .optional()
    .describe('Path of an entry, with `{slug}` or `{id}`, and the names of fields; without it entries have no pages.'),
  paths: z
    .record(localeCode, entryPattern)
    .optional()
    .describe('Locale -> path of an entry in that locale, where it is another.'),
  template: template.optional(),
  title: fieldName.default('title').describe('Field that gives the title.'),
  sort: z
    .string()
    .regex(/^-?[A-Za-z_][\w-]*$/, { error: 'must be the name of a field, such as `title` or `-date`' })
    .optional()
    .describe(
      'Field that entries are sorted by, with `-` from large to small. Default: `-date` in a blog, else `order`.',
    ),
  tree: z.boolean().default(false).describe('Whether templates receive the tree of all entries, for a sidebar.'),
  jsonLd: z
    .enum(['WebPage', 'Article', 'TechArticle', 'CollectionPage', 'ProfilePage', 'none'])
    .optional()
    .describe('Type of the structured data of an entry; default: `BlogPosting` in a blog, else `WebPage`.'),
  seo,
  list: z
    .strictObject({
      path: pagePath.describe('Path of the first page of the list.'),
      paths: z.record(localeCode, pagePath).optional().describe('Locale -> path in that locale, where it is another.'),
      template,
      perPage,
      seo,
    })
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
  taxonomies: z
    .record(fieldName, taxonomySchema)
    .default({})
    .describe(
      'Name -> pages that list the entries of a term. The name is a front matter key with a term or a list of terms.',
    ),
  feeds: z
    .array(z.enum(['rss', 'atom', 'json']))
    .default([])
    .describe('Feed formats to write for each locale.'),
  related: z.int().min(0).default(0).describe('Number of related entries that the template receives.'),
  fields: z.record(fieldName, fieldSchema).default({}).describe('Additional fields of this collection: name -> rule.'),
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
    .describe('Id -> entries of Markdown or data, and the pages that render them.'),
});
