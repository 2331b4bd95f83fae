import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { entryPath, pathFor } from '../lib/paths.ts';
import { ok, type Result, settle } from '../report/result.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import type { CollectionIndex, ContentIndex, HiddenEntry, LocaleIndex, TagIndex } from './content-index.ts';
import type { Entry } from './entry.ts';
import { type CollectOptions, entryReader, type IndexedEntry, readLoaded } from './read.ts';
import { groupBy, sortEntries, sortValue } from './sort.ts';
import { translationsOf } from './stored-index.ts';
import { collectionsOfTerms, taxonomyTerms, termsOf, withTermTitles } from './terms.ts';

/** Reads the front matter of every entry and orders it by collection, locale, date and tag. */
export function collectContent(tree: SourceTree, config: SiteConfig, options: CollectOptions): Result<ContentIndex> {
  const problems: Diagnostic[] = [];
  const index = new Map<string, CollectionIndex>();
  for (const [name, collection] of Object.entries(config.content.collections)) {
    const reader = entryReader({ tree, config, options, name });
    const entries: IndexedEntry[] = [];
    const hidden: HiddenEntry[] = [];
    const add = (entry: IndexedEntry): void => {
      const reason = reasonToHide(entry, options);
      if (reason === null) entries.push(entry);
      else hidden.push({ entry, reason });
    };
    for (const file of tree.files.values()) {
      const result = reader(file);
      if (result === null) continue;
      problems.push(...(result.ok ? result.warnings : result.problems));
      if (!result.ok) continue;
      result.value.forEach(add);
    }
    const loaded = options.loaded?.get(name);
    const read = loaded ? readLoaded(loaded, config, name) : null;
    if (read) problems.push(...(read.ok ? read.warnings : read.problems));
    if (read?.ok) read.value.forEach(add);
    const unique = reader.isFolder ? { entries, problems: [] } : withoutDuplicates(entries);
    problems.push(...unique.problems);
    index.set(name, indexOf(name, collection, { entries: unique.entries, hidden, config }));
  }
  return settle(() => withTermTitles(index, config), problems);
}

/** Returns why an entry is not published; null if it is: also if drafts are included. */
export function reasonToHide(
  { draft, date, expires }: Entry,
  { drafts, today }: Pick<CollectOptions, 'drafts' | 'today'>,
): HiddenEntry['reason'] | null {
  if (drafts) return null;
  if (draft) return 'draft';
  if (date > today) return 'later';
  return expires !== null && expires <= today ? 'expired' : null;
}

function indexOf(
  name: string,
  config: CollectionConfig,
  source: {
    readonly entries: readonly IndexedEntry[];
    readonly hidden: readonly HiddenEntry[];
    readonly config: SiteConfig;
  },
): CollectionIndex {
  const locales = new Map<string, LocaleIndex>();
  const byLocale = groupBy(source.entries, (entry) => entry.locale);
  for (const { code } of source.config.locales.list) {
    const localeEntries = sortEntries(byLocale.get(code) ?? [], config.sort);
    if (localeEntries.length === 0) continue;
    locales.set(code, localeIndex(localeEntries, config));
  }
  return { name, config, locales, translations: translationsOf(locales), hidden: source.hidden };
}

function localeIndex(
  entries: readonly IndexedEntry[],
  { taxonomies }: Pick<CollectionConfig, 'taxonomies'>,
): LocaleIndex {
  return {
    entries,
    tags: termsOf(entries, ({ tags }) => tags),
    taxonomies: new Map(
      Object.entries(taxonomies).map(([name, settings]) => [name, taxonomyTerms(entries, name, settings)]),
    ),
    indexOfFolder: new Map(entries.map((entry, index) => [entry.folder, index])),
  };
}

/**
 * Keeps one entry of each folder and locale: preferably that of a file whose path names the locale. Returns an error for
 * each further one.
 */
function withoutDuplicates(entries: readonly IndexedEntry[]): {
  readonly entries: readonly IndexedEntry[];
  readonly problems: readonly Diagnostic[];
} {
  const unique = new Map<string, IndexedEntry>();
  const problems: Diagnostic[] = [];
  const namesLocale = ({ file, locale }: IndexedEntry) => new RegExp(`[/.]${locale}[/.]`).test(file);
  for (const entry of entries) {
    const key = `${entry.locale} ${entry.folder}`;
    const other = unique.get(key);
    if (!other || (namesLocale(entry) && !namesLocale(other))) unique.set(key, entry);
    else if (namesLocale(entry) === namesLocale(other)) problems.push(duplicateProblem(entry, other));
  }
  return { entries: [...unique.values()], problems };
}

const duplicateProblem = ({ folder, file, locale }: IndexedEntry, other: IndexedEntry): Diagnostic => ({
  code: 'CONTENT_DUPLICATE',
  severity: 'error',
  message: `There are two entries \`${folder}\` (${locale}): in ${other.file} and in ${file}.`,
  hint: 'Rename or remove one of them.',
  file,
});

export type UpdateInput = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly options: CollectOptions;
  readonly last: {
    readonly content: ContentIndex;
    readonly warnings: readonly Diagnostic[];
    /** Returns the entries of a file in a collection; null if it had errors. */
    readonly entriesOf: (collection: string, file: string) => readonly IndexedEntry[] | null;
  };
  /** Files that differ between the last tree and this one, in text only. */
  readonly changed: Iterable<string>;
  /** Called with each entry that replaces one. */
  readonly onReplaced?: (collection: string, old: IndexedEntry, entry: IndexedEntry) => void;
};

/**
 * Returns the content after edits that move no entry: edits of bodies, titles and descriptions. Returns null if an entry
 * was added, removed or has errors, or if its path, date or tags changed: then collect all of the content again.
 */
export function updateContent(input: UpdateInput): Result<ContentIndex> | null {
  const { tree, config, options, last } = input;
  const paths = new Set(input.changed);
  const warnings = last.warnings.filter(({ file }) => file === undefined || !paths.has(file));
  const content = new Map(last.content);
  const titledTerms = collectionsOfTerms(config);
  for (const [name, index] of last.content) {
    const read = entryReader({ tree, config, options, name });
    const replacements = new Map<IndexedEntry, IndexedEntry>();
    for (const path of paths) {
      const current = read(tree.files.get(path) as SourceFile);
      if (current === null) continue;
      const previous = last.entriesOf(name, path);
      if (!previous || !current.ok) return null;
      const [[old], [entry]] = [previous, current.value];
      if (!old || !entry || !isSamePosition([old, entry], index.config, options)) return null;
      // Its title is the text of a term.
      if (titledTerms.has(name) && old.title !== entry.title) return null;
      warnings.push(...current.warnings);
      input.onReplaced?.(name, old, entry);
      replacements.set(old, entry);
    }
    if (replacements.size > 0) content.set(name, replaceIn(index, replacements));
  }
  return ok(content, warnings);
}

/** Returns whether two versions of an entry have the same path, terms and aliases, and the same position in every list. */
function isSamePosition(
  [a, b]: readonly [IndexedEntry, IndexedEntry],
  { sort, path, paths }: Pick<CollectionConfig, 'sort' | 'path' | 'paths'>,
  options: CollectOptions,
): boolean {
  const key = (entry: IndexedEntry) => {
    const { slug, date, updated, expires, tags, folder, locale, order, terms, aliases } = entry;
    const sortedBy = sortValue(entry, sort.replace(/^-/, '')) ?? null;
    // A path may have fields in it.
    const ownPath = path === undefined ? null : entryPath(pathFor({ path, paths }, locale), entry);
    return JSON.stringify([
      slug,
      date,
      updated,
      expires,
      tags,
      folder,
      locale,
      order,
      terms,
      aliases,
      sortedBy,
      ownPath,
    ]);
  };
  return reasonToHide(a, options) === reasonToHide(b, options) && key(a) === key(b);
}

function replaceIn(index: CollectionIndex, replacements: ReadonlyMap<IndexedEntry, IndexedEntry>): CollectionIndex {
  const locales = new Map(index.locales);
  const hidden = index.hidden.map((one) => ({ ...one, entry: replacements.get(one.entry) ?? one.entry }));
  for (const code of new Set([...replacements.keys()].map(({ locale }) => locale))) {
    const locale = index.locales.get(code);
    if (locale) locales.set(code, replaceInLocale(locale, replacements));
  }
  return { ...index, locales, hidden };
}

function replaceInLocale(locale: LocaleIndex, replacements: ReadonlyMap<IndexedEntry, IndexedEntry>): LocaleIndex {
  const replace = (entry: IndexedEntry): IndexedEntry => replacements.get(entry) ?? entry;
  const tags = new Set([...replacements.keys()].flatMap((entry) => entry.tags));
  const replaceInTag = (tag: TagIndex): TagIndex => ({ ...tag, entries: tag.entries.map(replace) });
  return {
    ...locale,
    entries: locale.entries.map(replace),
    tags: locale.tags.map((tag) => (tags.has(tag.tag) ? replaceInTag(tag) : tag)),
    taxonomies: new Map(Array.from(locale.taxonomies, ([name, terms]) => [name, terms.map(replaceInTag)])),
  };
}
