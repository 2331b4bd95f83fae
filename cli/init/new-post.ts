import { parseDocument } from 'yaml';
import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import { schemaOf } from '../content/read.ts';
import type { Diagnostic, Json } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { hasWildcard, isPatternOrFile } from '../schema/files.ts';
import { isSlug, readFields } from '../schema/values.ts';
import { type Addition, type AddOptions, addProblem } from './addition.ts';
import { entryText } from './entry-text.ts';

/** Returns the Markdown files of a new draft, one for each locale. Fails if its collection or locale does not exist, or has no such files. */
export function newPost(title: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const { collections } = config.content;
  const names = Object.keys(collections);
  const name = options.collection ?? (names.includes('blog') ? 'blog' : names[0]);
  const collection = name === undefined ? undefined : collections[name];
  if (name === undefined || !collection) {
    if (names.length === 0) {
      const hint = 'Add one: `npx sitegen new collection blog`';
      return fail([addProblem('NEW_NO_COLLECTION', 'The site has no collection that a post could belong to.', hint)]);
    }
    const similar = suggest(name ?? '', names);
    const hint = similar ? `Did you mean \`${similar}\`?` : `The collections are ${names.join(', ')}.`;
    return fail([addProblem('NEW_UNKNOWN_COLLECTION', `There is no collection \`${name}\`.`, hint)]);
  }
  const localeCodes = config.locales.allCodes;
  const codes = [
    ...new Set((options.locale ?? [config.locales.default]).flatMap((code) => (code === 'all' ? localeCodes : code))),
  ];
  const values = givenValues(options.set ?? [], collection);
  const problems = [
    ...codes.filter((code) => !localeCodes.includes(code)).map((code) => unknownLocale(code, config)),
    ...(values.ok ? [] : values.problems),
  ];
  if (problems.length > 0 || !values.ok) return fail(problems);
  const slug = options.slug ?? slugOf(title);
  if (!isSlug(slug)) {
    const hint = 'Use lower-case letters and digits with single hyphens between them: `--slug a-lamp`.';
    const message =
      slug === '' ? `The title "${title}" has no character that a URL can contain.` : `"${slug}" is not a slug.`;
    return fail([addProblem('NEW_INVALID_SLUG', message, hint)]);
  }
  const files: Record<string, string> = {};
  for (const locale of codes) {
    const path = fileOf(collection, slug, locale === config.locales.default ? null : locale);
    if (path === null) {
      const source = collection.from ?? collection.load;
      const hint = `They come from ${source}: add it there.`;
      return fail([addProblem('NEW_NO_TEXT', `The entries of \`${name}\` are not Markdown files.`, hint)]);
    }
    const file = path.replace('{locale}', locale);
    if (hasWildcard(file)) {
      const hint = 'Create the file yourself, in one of the folders that the pattern matches.';
      return fail([
        addProblem('NEW_NO_FOLDER', `\`from: ${collection.from}\` does not say where a new text goes.`, hint),
      ]);
    }
    files[file] = entryText(title, collection, {
      today: options.today,
      values: values.value,
    });
  }
  return ok({ files });
}

/** Returns the values of `--set key=value`, checked by the rules of the collection. */
function givenValues(pairs: readonly string[], collection: CollectionConfig): Result<{ readonly [key: string]: Json }> {
  const problems: Diagnostic[] = [];
  const data: Record<string, Json> = {};
  for (const pair of pairs) {
    const [, key = '', text = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    const value = parseDocument(text, { schema: 'core' });
    if (key !== '' && value.errors.length === 0) data[key] = (value.toJS() ?? '') as Json;
    else
      problems.push(
        addProblem(
          'NEW_INVALID_VALUE',
          `\`--set ${pair}\` is not a key with a value.`,
          'Write `--set key=value`, with a value as in YAML.',
        ),
      );
  }
  const nowhere = { file: '', line: 1, column: 1 };
  const input = { data, locate: () => nowhere, start: nowhere, what: 'front matter', isText: false } as const;
  const { problems: invalid } = readFields(input, { ...schemaOf(collection), required: [] });
  const all = [...problems, ...invalid.map(({ code, message, hint = '' }) => addProblem(code, message, hint))];
  return all.length > 0 ? fail(all) : ok(data);
}

/**
 * Returns the path of a new entry's Markdown file; null for a collection of data. `locale` is null for the default
 * locale.
 */
function fileOf({ from }: Pick<CollectionConfig, 'from'>, slug: string, locale: string | null): string | null {
  if (from === undefined) return null;
  if (!isPatternOrFile(from)) return `${from}/${slug}/{locale}.md`;
  if (!from.endsWith('.md')) return null;
  const name = from.includes('{locale}') || locale === null ? slug : `${slug}.${locale}`;
  // `content/docs/**/*.md` and `content/{locale}/*.md`: the first wildcard of a file name is its slug.
  const parts = from.split('/').filter((part) => part !== '**');
  return [...parts.slice(0, -1), (parts.at(-1) as string).replace('*', name)].join('/');
}

/** Returns a title as a slug: lower-case words and numbers joined by single hyphens. */
const slugOf = (title: string): string =>
  (
    title
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{Ll}\p{Lo}\p{M}\p{N}]+/gu) ?? []
  ).join('-');

function unknownLocale(code: string, { locales }: SiteConfig): Diagnostic {
  const similar = suggest(code, locales.allCodes);
  const hint = similar ? `Did you mean \`${similar}\`?` : `The locales are ${locales.allCodes.join(', ')}.`;
  return addProblem('NEW_UNKNOWN_LOCALE', `There is no locale \`${code}\`.`, hint);
}
