import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { isPatternOrFile } from '../schema/files.ts';
import { type Addition, type AddOptions, addProblem } from './addition.ts';
import { entryText } from './entry-text.ts';

/** Returns the Markdown file of a new draft. Fails if its collection or locale does not exist, or has no such files. */
export function newPost(title: string, config: SiteConfig, options: AddOptions): Result<Addition> {
  const { collections } = config.content;
  const names = Object.keys(collections);
  const name = options.collection ?? (names.includes('blog') ? 'blog' : names[0]);
  const collection = name === undefined ? undefined : collections[name];
  if (name === undefined || !collection) {
    if (names.length === 0) {
      const hint = 'Add one: sitegen new collection blog';
      return fail([addProblem('NEW_NO_COLLECTION', 'The site has no collection that a post could belong to.', hint)]);
    }
    const similar = suggest(name ?? '', names);
    const hint = similar ? `Did you mean \`${similar}\`?` : `The collections are ${names.join(', ')}.`;
    return fail([addProblem('NEW_UNKNOWN_COLLECTION', `There is no collection \`${name}\`.`, hint)]);
  }
  const locale = options.locale ?? config.locales.default;
  if (!config.locales.allCodes.includes(locale)) return fail([unknownLocale(locale, config)]);
  const slug = slugOf(title);
  if (slug === '') {
    const hint = 'Use a title with at least one letter or digit.';
    return fail([addProblem('NEW_EMPTY_SLUG', `The title "${title}" has no character that a URL can contain.`, hint)]);
  }
  const path = fileOf(collection, slug, locale === config.locales.default ? null : locale);
  if (path === null) {
    const source = collection.from ?? collection.load;
    const hint = `They come from ${source}: add it there.`;
    return fail([addProblem('NEW_NO_TEXT', `The entries of \`${name}\` are not Markdown files.`, hint)]);
  }
  return ok({ files: { [path.replace('{locale}', locale)]: entryText(title, collection, options.today) } });
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
