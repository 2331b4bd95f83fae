import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import { schemaOf } from '../content/read.ts';
import type { Json, SiteInfo } from '../contract.ts';
import type { FieldRule } from '../schema/fields.ts';
import { isPatternOrFile } from '../schema/files.ts';

type Settings = { readonly [key: string]: Json };

/** A collection of Markdown files that the editor shows: `content/blog/<slug>/<locale>.md`. */
export type EditedCollection = {
  readonly name: string;
  readonly folder: string;
  readonly collection: CollectionConfig;
};

/** Returns the collections whose entries are folders with a Markdown file for each language. */
export function editedCollections({ content }: Pick<SiteConfig, 'content'>): readonly EditedCollection[] {
  return Object.entries(content.collections).flatMap(([name, collection]) => {
    const { from } = collection;
    return from === undefined || isPatternOrFile(from) ? [] : [{ name, folder: from, collection }];
  });
}

type CmsInput = {
  readonly config: SiteConfig;
  readonly site: Pick<SiteInfo, 'base' | 'url'>;
  /** Path of the editor without base. */
  readonly path: string;
  /** URL at which the site is shown. */
  readonly shownUrl: string;
  /** Whether texts can be edited as they look. */
  readonly isVisual: boolean;
};

/** Returns the configuration of Decap CMS for a site: its languages, and its collections with their fields. */
export function cmsConfig({ config, site, path, shownUrl, isVisual }: CmsInput): Settings {
  const { allCodes, default: defaultLocale } = config.locales;
  return {
    load_config_file: false,
    backend: { name: 'proxy', proxy_url: `${site.base}${path}/files` },
    media_folder: 'content',
    public_folder: '',
    site_url: site.url,
    display_url: shownUrl,
    show_preview_links: false,
    slug: { encoding: 'unicode', clean_accents: true, sanitize_replacement: '-' },
    i18n: { structure: 'multiple_files', locales: [...allCodes], default_locale: defaultLocale },
    collections: editedCollections(config).map((edited) => collectionSettings(edited, isVisual)),
  };
}

function collectionSettings({ name, folder, collection }: EditedCollection, isVisual: boolean): Settings {
  const title = collection.title;
  return {
    name,
    label: labelOf(name),
    folder,
    path: '{{slug}}/index',
    slug: '{{slug}}',
    // Pictures are files beside the text.
    media_folder: '',
    public_folder: '',
    identifier_field: title,
    summary: `{{${title}}}`,
    create: true,
    i18n: true,
    editor: { preview: false },
    ...(collection.type === 'blog' && { sortable_fields: ['date', title] }),
    fields: [...fieldsOf(collection), bodyField(isVisual)],
  };
}

/**
 * Returns the field of the text. The visual mode is an option: it serialises the whole text again, and does not know
 * footnotes and directives.
 */
const bodyField = (isVisual: boolean): Settings => ({
  name: 'body',
  label: 'Text',
  widget: 'markdown',
  modes: isVisual ? ['rich_text', 'raw'] : ['raw'],
  i18n: true,
  required: false,
});

function fieldsOf(collection: CollectionConfig): readonly Settings[] {
  const { rules } = schemaOf(collection);
  const dated = collection.type === 'blog' ? ['date', 'updated'] : ['order'];
  const names = [
    ...[collection.title, 'description', ...dated, 'tags', 'author', 'cover'],
    ...[...Object.keys(collection.taxonomies), ...Object.keys(collection.fields), 'draft'],
  ];
  return [...new Set(names)].flatMap((name) => {
    const rule = rules[name];
    return rule ? [{ ...fieldSettings(name, rule), ...ownSettings[name] }] : [];
  });
}

/** Settings of core fields besides those of their type. */
const ownSettings: { readonly [name: string]: Settings } = {
  description: { widget: 'text' },
  date: { default: '{{now}}' },
  draft: { default: true },
};

function fieldSettings(name: string, rule: FieldRule): Settings {
  return {
    name,
    label: labelOf(name),
    required: rule.required === true,
    i18n: isText(rule) ? true : 'duplicate',
    ...(rule.default !== undefined && { default: rule.default }),
    ...widgetOf(rule),
  };
}

/** Whether the values of a field are texts, which each language has its own of. */
const isText = ({ type }: FieldRule): boolean => type === 'string' || type === 'list' || type === 'object';

function widgetOf(rule: FieldRule): Settings {
  switch (rule.type) {
    case 'number':
      return { widget: 'number', value_type: 'float' };
    case 'boolean':
      return { widget: 'boolean' };
    case 'date':
      return { widget: 'datetime', format: 'YYYY-MM-DD', date_format: 'YYYY-MM-DD', time_format: false };
    case 'image':
      return { widget: 'image', choose_url: false };
    case 'enum':
      return { widget: 'select', options: [...(rule.values ?? [])] };
    case 'list':
      return rule.of ? { widget: 'list', field: fieldSettings('item', rule.of) } : { widget: 'list' };
    case 'object': {
      const fields = Object.entries(rule.fields ?? {}).map(([name, inner]) => fieldSettings(name, inner));
      return { widget: 'object', fields };
    }
    case 'reference':
      return { widget: 'string', hint: `Folder of an entry of ${rule.to}` };
    case 'string':
      return { widget: 'string' };
  }
}

/** Returns the name of a field or collection as words: `coverAlt` becomes `Cover alt`. */
function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
