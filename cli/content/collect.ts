import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { tagSlug } from '../lib/paths.ts';
import { ok, type Result, settle } from '../report/result.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import type { Entry } from './entry.ts';
import { type CollectOptions, entryReader, type IndexedEntry, readLoaded } from './read.ts';
import { grouped, sorted, sortValue } from './sort.ts';

export type { CollectOptions, EntryMemory, IndexedEntry } from './read.ts';

export type TagIndex = { readonly tag: string; readonly slug: string; readonly entries: readonly IndexedEntry[] };

/** A collection in one locale. */
export type LocaleIndex = {
  /** Sorted as the collection says; a blog newest first, and entries of one day by slug. */
  readonly entries: readonly IndexedEntry[];
  /** Most frequent tag first. */
  readonly tags: readonly TagIndex[];
  /** Terms of each taxonomy besides the tags, the most frequent first. */
  readonly taxonomies: ReadonlyMap<string, readonly TagIndex[]>;
  /** Folder -> index in `entries`. */
  readonly indexOfFolder: ReadonlyMap<string, number>;
};

export type CollectionIndex = {
  readonly name: string;
  readonly config: CollectionConfig;
  readonly locales: ReadonlyMap<string, LocaleIndex>;
  /** Folder -> locales it is written in, in the site's order. */
  readonly translations: ReadonlyMap<string, readonly string[]>;
  /** Entries that are not published: drafts and entries with a later date. */
  readonly hidden: readonly IndexedEntry[];
};

export type ContentIndex = ReadonlyMap<string, CollectionIndex>;

/** Reads the front matter of every entry and orders it by collection, locale, date and tag. */
export function collectContent(tree: SourceTree, config: SiteConfig, options: CollectOptions): Result<ContentIndex> {
  const problems: Diagnostic[] = [];
  const index = new Map<string, CollectionIndex>();
  for (const [name, collection] of Object.entries(config.content.collections)) {
    const reader = entryReader({ tree, config, options, name });
    const entries: IndexedEntry[] = [];
    const hidden: IndexedEntry[] = [];
    for (const file of tree.files.values()) {
      const result = reader(file);
      if (result === null) continue;
      problems.push(...(result.ok ? result.warnings : result.problems));
      if (!result.ok) continue;
      for (const entry of result.value) (isShown(entry, options) ? entries : hidden).push(entry);
    }
    const loaded = options.loaded?.get(name);
    const read = loaded ? readLoaded(loaded, config, name) : null;
    if (read) problems.push(...(read.ok ? read.warnings : read.problems));
    for (const entry of read?.ok ? read.value : []) (isShown(entry, options) ? entries : hidden).push(entry);
    const unique = reader.isFolder ? { entries, problems: [] } : withoutDuplicates(entries);
    problems.push(...unique.problems);
    index.set(name, indexOf(name, collection, { entries: unique.entries, hidden, config }));
  }
  return settle(() => index, problems);
}

/** True for an entry to publish: no draft, and not dated later than today, unless drafts are included. */
const isShown = (entry: Entry, { drafts, today }: CollectOptions): boolean =>
  drafts || (!entry.draft && entry.date.slice(0, 10) <= today);

function indexOf(
  name: string,
  config: CollectionConfig,
  from: {
    readonly entries: readonly IndexedEntry[];
    readonly hidden: readonly IndexedEntry[];
    readonly config: SiteConfig;
  },
): CollectionIndex {
  const locales = new Map<string, LocaleIndex>();
  const translations = new Map<string, string[]>();
  const byLocale = grouped(from.entries, (entry) => entry.locale);
  for (const { code } of from.config.locales.list) {
    const mine = sorted(byLocale.get(code) ?? [], config.sort);
    if (mine.length === 0) continue;
    locales.set(code, localeIndex(mine, Object.keys(config.taxonomies)));
    for (const { folder } of mine) {
      const codes = translations.get(folder);
      if (codes) codes.push(code);
      else translations.set(folder, [code]);
    }
  }
  return { name, config, locales, translations, hidden: from.hidden };
}

function localeIndex(entries: readonly IndexedEntry[], taxonomies: readonly string[]): LocaleIndex {
  return {
    entries,
    tags: termsOf(entries, ({ tags }) => tags),
    taxonomies: new Map(taxonomies.map((name) => [name, termsOf(entries, ({ terms }) => terms[name] ?? [])])),
    indexOfFolder: new Map(entries.map((entry, at) => [entry.folder, at])),
  };
}

/** The terms of entries, the most frequent first. */
function termsOf(
  entries: readonly IndexedEntry[],
  ofEntry: (entry: IndexedEntry) => readonly string[],
): readonly TagIndex[] {
  const tags = new Map<string, { tag: string; slug: string; entries: IndexedEntry[] }>();
  for (const entry of entries) {
    for (const tag of ofEntry(entry)) {
      const known = tags.get(tag);
      if (known) known.entries.push(entry);
      else tags.set(tag, { tag, slug: tagSlug(tag), entries: [entry] });
    }
  }
  return [...tags.values()].sort((a, b) => b.entries.length - a.entries.length || (a.tag < b.tag ? -1 : 1));
}

/** Keeps one entry of each folder and locale: that of a file in which the locale is named, before one for all locales. */
function withoutDuplicates(entries: readonly IndexedEntry[]): {
  readonly entries: readonly IndexedEntry[];
  readonly problems: readonly Diagnostic[];
} {
  const kept = new Map<string, IndexedEntry>();
  const problems: Diagnostic[] = [];
  const namesLocale = ({ file, locale }: IndexedEntry) => new RegExp(`[/.]${locale}[/.]`).test(file);
  for (const entry of entries) {
    const key = `${entry.locale} ${entry.folder}`;
    const other = kept.get(key);
    if (!other || (namesLocale(entry) && !namesLocale(other))) kept.set(key, entry);
    else if (namesLocale(entry) === namesLocale(other)) problems.push(duplicate(entry, other));
  }
  return { entries: [...kept.values()], problems };
}

const duplicate = ({ folder, file, locale }: IndexedEntry, other: IndexedEntry): Diagnostic => ({
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
    readonly tree: SourceTree;
    readonly content: ContentIndex;
    readonly warnings: readonly Diagnostic[];
  };
  /** Files that differ between the last tree and this one, in text only. */
  readonly changed: Iterable<string>;
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
  for (const [name, index] of last.content) {
    const read = entryReader({ tree, config, options, name });
    const replaced = new Map<IndexedEntry, IndexedEntry>();
    for (const path of paths) {
      const now = read(tree.files.get(path) as SourceFile);
      if (now === null) continue;
      const before = options.known?.get(last.tree.files.get(path) as SourceFile)?.result;
      if (!before?.ok || !now.ok) return null;
      const [[old], [entry]] = [before.value, now.value];
      if (!old || !entry || !isSamePosition([old, entry], index.config, options)) return null;
      warnings.push(...now.warnings);
      if (isShown(entry, options)) replaced.set(old, entry);
    }
    if (replaced.size > 0) content.set(name, replaceIn(index, replaced));
  }
  return ok(content, warnings);
}

/** True if two versions of an entry have the same path, terms and aliases, and the same position in every list. */
function isSamePosition(
  [a, b]: readonly [IndexedEntry, IndexedEntry],
  { sort }: Pick<CollectionConfig, 'sort'>,
  options: CollectOptions,
): boolean {
  const key = (entry: IndexedEntry) => {
    const { slug, date, updated, tags, folder, locale, order, terms, aliases } = entry;
    const sortedBy = sortValue(entry, sort.replace(/^-/, '')) ?? null;
    return JSON.stringify([slug, date, updated, tags, folder, locale, order, terms, aliases, sortedBy]);
  };
  return isShown(a, options) === isShown(b, options) && key(a) === key(b);
}

function replaceIn(index: CollectionIndex, replaced: ReadonlyMap<IndexedEntry, IndexedEntry>): CollectionIndex {
  const locales = new Map(index.locales);
  for (const code of new Set([...replaced.keys()].map(({ locale }) => locale))) {
    const locale = index.locales.get(code);
    if (locale) locales.set(code, replaceInLocale(locale, replaced));
  }
  return { ...index, locales };
}

function replaceInLocale(locale: LocaleIndex, replaced: ReadonlyMap<IndexedEntry, IndexedEntry>): LocaleIndex {
  const swap = (entry: IndexedEntry): IndexedEntry => replaced.get(entry) ?? entry;
  const tags = new Set([...replaced.keys()].flatMap((entry) => entry.tags));
  const swapped = (tag: TagIndex): TagIndex => ({ ...tag, entries: tag.entries.map(swap) });
  return {
    ...locale,
    entries: locale.entries.map(swap),
    tags: locale.tags.map((tag) => (tags.has(tag.tag) ? swapped(tag) : tag)),
    taxonomies: new Map(Array.from(locale.taxonomies, ([name, terms]) => [name, terms.map(swapped)])),
  };
}
