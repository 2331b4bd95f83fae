import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMap, isSeq, parseDocument, stringify } from 'yaml';
import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic, Json } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { isPatternOrFile } from '../schema/files.ts';

/** What is added to a site: files by path, and entries of YAML files of `config/`, which keep their comments. */
type Addition = { readonly files: Readonly<Record<string, string>>; readonly entries?: readonly YamlEntry[] };

/** A value to append to a list (`at` names the list), or to set in a map. */
type YamlEntry = {
  readonly file: string;
  readonly at: readonly string[];
  readonly value: Json;
  readonly list: boolean;
  /** What a list that is not written stands for: it must stay when the list gets its first entry. */
  readonly implied?: readonly Json[];
};

export type AddOptions = {
  readonly collection?: string;
  readonly locale?: string;
  /** Path of a page. */
  readonly path?: string;
  /** ISO date of an entry. */
  readonly today: string;
};

export const kinds = ['post', 'page', 'locale', 'collection'] as const;
export type Kind = (typeof kinds)[number];

type Adder = (name: string, config: SiteConfig, options: AddOptions) => Result<Addition>;

const adders: Readonly<Record<Kind, Adder>> = {
  post: addPost,
  page: addPage,
  locale: addLocale,
  collection: addCollection,
};

/** Adds a post, page, locale or collection to a site. Returns the paths of the files that were written or changed. */
export function addToSite(
  root: string,
  [kind, name]: readonly [Kind, string],
  { config, ...options }: AddOptions & { readonly config: SiteConfig },
): Result<readonly string[]> {
  const added = adders[kind](name, config, options);
  if (!added.ok) return added;
  const { files, entries = [] } = added.value;
  const taken = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) {
    return fail(taken.map((file) => problem('NEW_FILE_EXISTS', `${file} already exists.`, 'Choose another name.')));
  }
  const changed = new Map(Object.entries(files));
  for (const entry of entries) changed.set(entry.file, withEntry(root, entry, changed.get(entry.file)));
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return ok([...changed.keys()].sort());
}

function withEntry(
  root: string,
  { file, at, value, list, implied = [] }: YamlEntry,
  pending: string | undefined,
): string {
  const path = join(root, file);
  const document = parseDocument(pending ?? (existsSync(path) ? readFileSync(path, 'utf8') : ''));
  const node = document.createNode(value, { flow: list });
  if (list && !isSeq(document.getIn(at))) {
    document.setIn(at, document.createNode([]));
    for (const one of implied) document.addIn(at, document.createNode(one, { flow: true }));
  }
  if (list) document.addIn(at, node);
  else {
    const parent = at.slice(0, -1);
    if (!isMap(document.getIn(parent))) document.setIn(parent, document.createNode({}));
    document.setIn(at, node);
  }
  return document.toString({ lineWidth: 0 });
}

const problem = (code: string, message: string, hint: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint,
});

function addPost(title: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const { collections } = config.content;
  const names = Object.keys(collections);
  const name = options.collection ?? (names.includes('blog') ? 'blog' : names[0]);
  const collection = name === undefined ? undefined : collections[name];
  if (name === undefined || !collection) {
    if (names.length === 0) {
      const hint = 'Add one: sitegen new collection blog';
      return fail([problem('NEW_NO_COLLECTION', 'The site has no collection that a post could belong to.', hint)]);
    }
    const similar = suggest(name ?? '', names);
    const hint = similar ? `Did you mean \`${similar}\`?` : `The collections are ${names.join(', ')}.`;
    return fail([problem('NEW_UNKNOWN_COLLECTION', `There is no collection \`${name}\`.`, hint)]);
  }
  const locale = options.locale ?? config.locales.default;
  if (!config.locales.known.includes(locale)) return fail([unknownLocale(locale, config)]);
  const slug = slugOf(title);
  if (slug === '') {
    const hint = 'Use a title with at least one letter or digit.';
    return fail([problem('NEW_EMPTY_SLUG', `The title "${title}" has no character that a URL can contain.`, hint)]);
  }
  const path = fileOf(collection, slug, locale === config.locales.default ? null : locale) ?? null;
  if (path === null) {
    const source = collection.from ?? collection.load;
    const hint = `They come from ${source}: add it there.`;
    return fail([problem('NEW_NO_TEXT', `The entries of \`${name}\` are not Markdown files.`, hint)]);
  }
  return ok({ files: { [path.replace('{locale}', locale)]: entryText(title, collection, options.today) } });
}

/** Markdown file of a new entry, or null for a collection of data. `locale` is null for the default one. */
function fileOf({ from }: Pick<CollectionConfig, 'from'>, slug: string, locale: string | null): string | null {
  if (from === undefined) return null;
  if (!isPatternOrFile(from)) return `${from}/${slug}/{locale}.md`;
  if (!from.endsWith('.md')) return null;
  const name = from.includes('{locale}') || locale === null ? slug : `${slug}.${locale}`;
  // `content/docs/**/*.md` and `content/{locale}/*.md`: the first wildcard of a file name is its slug.
  const parts = from.split('/').filter((part) => part !== '**');
  return [...parts.slice(0, -1), (parts.at(-1) as string).replace('*', name)].join('/');
}

/** Lower-case words and numbers joined by single hyphens, as the address of an entry has to be. */
const slugOf = (title: string): string =>
  (
    title
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{Ll}\p{Lo}\p{M}\p{N}]+/gu) ?? []
  ).join('-');

/** Values that a required field of a type starts with. */
const initial: Readonly<Record<string, Json>> = {
  string: '',
  number: 0,
  boolean: false,
  list: [],
  object: {},
  image: './image.jpg',
};

function entryText(
  title: string,
  { fields, type: kind, title: titleField }: Pick<CollectionConfig, 'fields' | 'type' | 'title'>,
  today: string,
): string {
  const required = Object.entries(fields).filter(([key, field]) => field.required && key !== titleField);
  const front = {
    [titleField]: title,
    ...(kind === 'blog' && { description: 'One or two sentences for lists and search engines.', date: today }),
    draft: true,
    ...Object.fromEntries(
      required.map(([key, { type, values }]) => [key, type === 'date' ? today : (values?.[0] ?? initial[type] ?? '')]),
    ),
  };
  return `---\n${stringify(front, { lineWidth: 0 })}---\nThe text. Remove \`draft\` to publish it.\n`;
}

function unknownLocale(code: string, { locales }: SiteConfig): Diagnostic {
  const similar = suggest(code, locales.known);
  const hint = similar ? `Did you mean \`${similar}\`?` : `The locales are ${locales.known.join(', ')}.`;
  return problem('NEW_UNKNOWN_LOCALE', `There is no locale \`${code}\`.`, hint);
}

/** Words of a name, such as `about us`, `about-us` and `AboutUs`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function addPage(name: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (!/^[a-z]/.test(first)) {
    const hint = 'Use English letters and digits, and start with a letter, as in "About us".';
    return fail([problem('NEW_NAME', `"${name}" cannot be the name of a page.`, hint)]);
  }
  const id = words.join('-');
  if (config.routes.some((route) => route.id === id)) {
    return fail([problem('NEW_ROUTE_EXISTS', `A route \`${id}\` already exists.`, 'Choose another name.')]);
  }
  const component = words.map(capital).join('');
  const key = first + words.slice(1).map(capital).join('');
  const title = capital(words.join(' '));
  const path = options.path ?? `/${id}`;
  const messages = { seo: { title, description: `What the page ${path} is about.` }, title };
  return ok({
    files: {
      [`site/pages/${component}.tsx`]: `import { useMessages } from '@safelight/sitegen/runtime';

export function Page() {
  const t = useMessages();
  return <h1>{t('${key}.title')}</h1>;
}
`,
      [`locales/${config.locales.default}/${key}.json`]: `${JSON.stringify(messages, null, 2)}\n`,
    },
    entries: [
      {
        file: 'config/routes.yaml',
        at: ['routes'],
        value: { id, path, page: component, seo: `${key}.seo` },
        list: true,
      },
    ],
  });
}

function addLocale(code: string, config: SiteConfig): Result<Addition> {
  if (config.locales.known.includes(code)) {
    return fail([problem('NEW_LOCALE_EXISTS', `The locale \`${code}\` already exists.`, 'Translate its messages.')]);
  }
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code)) {
    const hint = 'Use a code such as `de` or `pt-br`.';
    return fail([problem('NEW_LOCALE_CODE', `\`${code}\` is not a locale code.`, hint)]);
  }
  const [language = code] = Intl.getCanonicalLocales(code);
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? code;
  const implied = config.locales.list.map((one) => ({ code: one.code, name: one.name, language: one.language }));
  const value = { code, name, language };
  return ok({
    files: { [`locales/${code}/common.json`]: '{}\n' },
    entries: [{ file: 'config/locales.yaml', at: ['locales'], value, list: true, implied }],
  });
}

function addCollection(name: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const id = wordsOf(name).join('-');
  if (!/^[a-z]/.test(id)) {
    const hint = 'Use English letters and digits, and start with a letter, as in `recipes`.';
    return fail([problem('NEW_NAME', `"${name}" cannot be the name of a collection.`, hint)]);
  }
  if (config.content.collections[id]) {
    return fail([problem('NEW_COLLECTION_EXISTS', `A collection \`${id}\` already exists.`, 'Choose another name.')]);
  }
  const component = wordsOf(name).map(capital).join('');
  const title = `The first of ${id}`;
  return ok({
    files: {
      [`templates/${component}.tsx`]: `import { Markup } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';

export function Page({ entry, body }: EntryProps<'${id}'>) {
  const { level, picture } = entry.fields;
  return (
    <article>
      <h1>{entry.title}</h1>
      <p>{level}</p>
      {picture && <img src={picture.src} width={picture.width} height={picture.height} alt="" />}
      <Markup of={body} />
    </article>
  );
}
`,
      [`templates/${component}List.tsx`]: `import { Link } from '@safelight/sitegen/runtime';
import type { EntryListProps } from '@safelight/sitegen/types';

export function Page({ entries }: EntryListProps<'${id}'>) {
  return (
    <>
      <h1>${capital(id)}</h1>
      <ul>
        {entries.map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
`,
      [`content/${id}/first.md`]: entryText(title, { fields: {}, type: 'pages', title: 'title' }, options.today),
    },
    entries: [
      {
        file: 'config/content.yaml',
        at: ['collections', id],
        value: {
          from: `content/${id}/**/*.md`,
          path: `/${id}/{slug}`,
          template: component,
          list: { path: `/${id}`, template: `${component}List` },
          fields: {
            level: { type: 'enum', values: ['easy', 'hard'], default: 'easy' },
            picture: { type: 'image' },
          },
        },
        list: false,
      },
    ],
  });
}
