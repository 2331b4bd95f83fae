import type { SiteConfig } from '../config/types.ts';
import type { CollectionIndex, ContentIndex } from '../content/content-index.ts';
import type { IndexedEntry } from '../content/read.ts';
import type { Diagnostic, Locale, RouteRule } from '../contract.ts';
import { compareRulePaths } from '../lib/path-rules.ts';
import { entryPath, isHosted, localePath, pathFor } from '../lib/paths.ts';
import { type Result, settle } from '../report/result.ts';
import type { RouteTable } from './types.ts';

const validPath = /^\/(?!\/)(?:(?!\.{1,2}(?:\/|$))[^\s/?#%*{}\\<>"|^`]+(?:\/(?!\/)|$))+$/;

type Alias = { readonly from: string; readonly to: string; readonly problem: Omit<Diagnostic, 'severity'> | null };

/**
 * Adds the redirects from the former paths of entries (`aliases` in the front matter) to the rules of the site. An alias
 * is a path from the root, or a former slug, which stands for the path of the entry with that slug.
 */
export function withAliases(config: SiteConfig, content: ContentIndex, table: RouteTable): Result<SiteConfig> {
  const aliases = [...content.values()].flatMap((index) => aliasesOf(index, config));
  const rules = new Map<string, RouteRule>(Object.entries(config.rules));
  const problems: Diagnostic[] = [];
  for (const { from, to, problem } of aliases) {
    const page = table.byPath.get(from);
    const redirect = rules.get(from)?.redirect;
    if (problem) problems.push({ ...problem, severity: 'error' });
    else if (redirect?.to !== to || page) rules.set(from, { ...rules.get(from), redirect: { to, status: 301 } });
  }
  const settled = settle(() => null, [...problems, ...aliasConflicts(aliases, config, table)]);
  if (!settled.ok) return settled;
  if (aliases.length === 0) return settle(() => config, []);
  const sorted = [...rules].sort(([a], [b]) => compareRulePaths(a, b));
  return settle(() => ({ ...config, rules: Object.fromEntries(sorted) }), []);
}

function aliasesOf(index: CollectionIndex, { locales }: SiteConfig): readonly (Alias & AliasLocation)[] {
  const { path, paths } = index.config;
  return locales.list.filter(isHosted).flatMap((locale) => {
    const entries = index.locales.get(locale.code)?.entries ?? [];
    return entries.flatMap((entry) =>
      entry.aliases.map(({ path: alias, line, column }) => {
        const location = { file: entry.file, line, column };
        if (path === undefined)
          return { ...location, from: alias, to: '', problem: noPageProblem(index.name, location) };
        const pattern = pathFor({ path, paths }, locale.code);
        const to = localePath(locale, entryPath(pattern, entry));
        const from = alias.startsWith('/') ? withoutSlash(alias) : formerPath(entry, alias, { locale, pattern });
        return { ...location, from, to, problem: validPath.test(from) ? null : invalidAliasProblem(alias, location) };
      }),
    );
  });
}

type AliasLocation = { readonly file: string; readonly line: number; readonly column: number };

const withoutSlash = (path: string): string => path.replace(/(.)\/+$/, '$1');

/** Returns the path of an entry with a former slug. An alias without a slash replaces only the last segment. */
function formerPath(
  entry: IndexedEntry,
  alias: string,
  { locale, pattern }: { readonly locale: Locale; readonly pattern: string },
): string {
  const slug = alias.includes('/') ? alias : entry.slug.replace(/[^/]*$/, alias);
  return localePath(locale, entryPath(pattern, { ...entry, slug, folder: slug }));
}

/** Returns an error for each alias that is the path of a page or of another redirect. */
function aliasConflicts(
  aliases: readonly (Alias & AliasLocation)[],
  config: SiteConfig,
  table: RouteTable,
): readonly Diagnostic[] {
  const targetByAlias = new Map<string, string>();
  return aliases.flatMap(({ from, to, problem, file, line, column }): Diagnostic[] => {
    if (problem) return [];
    const redirect = config.rules[from]?.redirect?.to ?? targetByAlias.get(from);
    targetByAlias.set(from, to);
    const isEntryPath = from === to;
    if (!isEntryPath && !table.byPath.has(from) && (redirect === undefined || redirect === to)) return [];
    const reason = isEntryPath
      ? 'is the path of the entry itself'
      : table.byPath.has(from)
        ? 'has a page'
        : `leads to ${redirect}`;
    const message = `The alias ${from} ${reason}.`;
    return [{ code: 'ALIAS_CLASH', severity: 'error', message, hint: 'Remove the alias.', file, line, column }];
  });
}

const noPageProblem = (collection: string, location: AliasLocation): Alias['problem'] => ({
  code: 'ALIAS_WITHOUT_PAGE',
  message: `Entries of ${collection} have no pages, so an alias leads nowhere.`,
  hint: 'Remove the alias, or give the collection a `path`.',
  ...location,
});

const invalidAliasProblem = (alias: string, location: AliasLocation): Alias['problem'] => ({
  code: 'ALIAS_INVALID',
  message: `\`${alias}\` is no former address.`,
  hint: 'Write a path from the root, such as `/2019/old`, or a former slug, such as `old`.',
  ...location,
});

/** Path of a page of an entry -> its file. */
export type EntrySources = ReadonlyMap<string, string>;

/** Returns the Markdown files of the pages of entries, which the next build compares to detect renamed entries. */
export function entrySources(content: ContentIndex, table: RouteTable): EntrySources {
  const sources = new Map<string, string>();
  for (const { path, source, locale } of table.routes) {
    if (source.kind !== 'entry') continue;
    const index = content.get(source.collection)?.locales.get(locale);
    const entry = index?.entries[index.indexOfFolder.get(source.folder) ?? -1];
    if (entry?.file.endsWith('.md')) sources.set(path, entry.file);
  }
  return sources;
}

/** The files of the pages of entries, and the hashes of the texts among them. */
export type SourceState = { readonly sources: EntrySources; readonly texts: Pick<ReadonlyMap<string, string>, 'get'> };

/**
 * Warns of each page of the last build whose entry now has another path, so that links from elsewhere would break: the
 * same text in another file, or the same file with another slug.
 */
export function movedEntries(last: SourceState, now: SourceState, config: SiteConfig): readonly Diagnostic[] {
  const added = Array.from(now.sources, ([path, file]) => ({ path, file, hash: now.texts.get(file) })).filter(
    ({ path }) => !last.sources.has(path),
  );
  if (added.length === 0) return [];
  return Array.from(last.sources).flatMap(([path, file]): Diagnostic[] => {
    if (now.sources.has(path) || config.rules[path]?.redirect) return [];
    const hash = last.texts.get(file);
    const moved = added.find((entry) => entry.hash === hash) ?? added.find((entry) => entry.file === file);
    if (!moved) return [];
    return [
      {
        code: 'CONTENT_MOVED',
        severity: 'warning',
        message: `The page ${path} is now ${moved.path}: links to its former address break.`,
        hint: `Add \`aliases: [${path}]\` to keep them, or nothing if the page was never published.`,
        file: moved.file,
        line: 1,
        column: 1,
      },
    ];
  });
}
