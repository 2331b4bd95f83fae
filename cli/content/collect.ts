import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { tagSlug } from '../lib/paths.ts';
import { fail, ok, type Result, settle } from '../report/result.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import { type Entry, readEntry } from './entry.ts';

/** An entry with the folder that holds its translations. */
export type IndexedEntry = Entry & { readonly folder: string };

/** Source file -> its entry, so that an unchanged file is not read again. */
export type EntryMemory = WeakMap<SourceFile, { readonly schema: string; readonly result: Result<IndexedEntry> }>;

export type TagIndex = { readonly tag: string; readonly slug: string; readonly entries: readonly IndexedEntry[] };

/** A collection in one locale. */
export type LocaleIndex = {
  /** Newest first; entries of one day by slug. */
  readonly entries: readonly IndexedEntry[];
  /** Most frequent tag first. */
  readonly tags: readonly TagIndex[];
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

export type CollectOptions = {
  /** Include drafts and entries with a later date. */
  readonly drafts: boolean;
  /** ISO date; entries with a later date are hidden. */
  readonly today: string;
  readonly known?: EntryMemory;
};

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
      if (result.ok) (isShown(result.value, options) ? entries : hidden).push(result.value);
    }
    index.set(name, indexOf(name, collection, { entries, hidden, config }));
  }
  return settle(() => index, problems);
}

/** True for an entry to publish: no draft, and not dated later than today, unless drafts are included. */
const isShown = (entry: Entry, { drafts, today }: CollectOptions): boolean =>
  drafts || (!entry.draft && entry.date.slice(0, 10) <= today);

type EntryReaderInput = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly options: CollectOptions;
  /** Name of the collection. */
  readonly name: string;
};

/** Returns a function that reads the entry of a file; null for a file that is no entry in a locale of this build. */
function entryReader(input: EntryReaderInput): (file: SourceFile) => Result<IndexedEntry> | null {
  const { tree, config, options, name } = input;
  const collection = config.content.collections[name] as CollectionConfig;
  const prefix = `${collection.from}/`;
  const codes = new Set(config.locales.list.map((locale) => locale.code));
  const schema = JSON.stringify([name, collection.from, collection.fields, [...codes]]);
  return (file) => {
    if (!file.path.startsWith(prefix) || !file.path.endsWith('.md')) return null;
    const known = options.known?.get(file);
    if (known?.schema === schema) return known.result;
    const entryPath = entryPathOf(file.path.slice(prefix.length));
    if (!entryPath || !codes.has(entryPath.locale)) {
      if (config.locales.known.includes(entryPath?.locale ?? '')) return null;
      return fail([misplaced(file.path, collection.from)]);
    }
    const result = read(file, { tree, entryPath, collection });
    options.known?.set(file, { schema, result });
    return result;
  };
}

type EntryPath = { readonly folder: string; readonly locale: string };

/** `a/b/de.md` -> folder `a/b`, locale `de`. */
function entryPathOf(path: string): EntryPath | null {
  const match = /^(.+)\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)\.md$/.exec(path);
  return match ? { folder: match[1] as string, locale: match[2] as string } : null;
}

const misplaced = (file: string, from: string): Diagnostic => ({
  code: 'CONTENT_MISPLACED',
  severity: 'error',
  message: `This file is not named after a locale of the site.`,
  hint: `Entries are ${from}/<slug>/<locale>.md, with a locale of config/locales.yaml.`,
  file,
});

type ReadInput = {
  readonly tree: SourceTree;
  readonly entryPath: EntryPath;
  readonly collection: CollectionConfig;
};

function read(file: SourceFile, { tree, entryPath, collection }: ReadInput): Result<IndexedEntry> {
  const { path } = file;
  const schema = { fields: collection.fields };
  const input = { file: path, slug: entryPath.folder, locale: entryPath.locale, origin: file };
  const head = tree.head?.(path);
  const begun = head ? readEntry({ ...input, source: head.text, textOf: tree.text }, schema) : null;
  // Front matter that is longer than the beginning is invalid there: read the whole file.
  const result =
    begun?.ok || head?.whole ? (begun as Result<Entry>) : readEntry({ ...input, source: tree.text(path) }, schema);
  return result.ok ? ok(Object.assign(result.value, { folder: entryPath.folder }), result.warnings) : result;
}

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
    const mine = newestFirst(byLocale.get(code) ?? []);
    if (mine.length === 0) continue;
    locales.set(code, localeIndex(mine));
    for (const { folder } of mine) {
      const codes = translations.get(folder);
      if (codes) codes.push(code);
      else translations.set(folder, [code]);
    }
  }
  return { name, config, locales, translations, hidden: from.hidden };
}

/** Sorts by day, of which there are fewer than entries, then by slug. */
function newestFirst(entries: readonly IndexedEntry[]): readonly IndexedEntry[] {
  const byDate = grouped(entries, (entry) => entry.date);
  const dates = [...byDate.keys()].sort((a, b) => (a < b ? 1 : -1));
  return dates.flatMap((date) => {
    const day = byDate.get(date) as IndexedEntry[];
    return day.length === 1 ? day : day.sort((a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0));
  });
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function localeIndex(entries: readonly IndexedEntry[]): LocaleIndex {
  const tags = new Map<string, { tag: string; slug: string; entries: IndexedEntry[] }>();
  for (const entry of entries) {
    for (const tag of entry.tags) {
      const known = tags.get(tag);
      if (known) known.entries.push(entry);
      else tags.set(tag, { tag, slug: tagSlug(tag), entries: [entry] });
    }
  }
  const ordered = [...tags.values()].sort((a, b) => b.entries.length - a.entries.length || (a.tag < b.tag ? -1 : 1));
  return { entries, tags: ordered, indexOfFolder: new Map(entries.map((entry, at) => [entry.folder, at])) };
}

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
      if (!before?.ok || !now.ok || !isSamePosition(before.value, now.value, options)) return null;
      warnings.push(...now.warnings);
      if (isShown(now.value, options)) replaced.set(before.value, now.value);
    }
    if (replaced.size > 0) content.set(name, replaceIn(index, replaced));
  }
  return ok(content, warnings);
}

/** True if two versions of an entry have the same path, date and tags, and so the same position in every list. */
function isSamePosition(a: IndexedEntry, b: IndexedEntry, options: CollectOptions): boolean {
  const key = ({ slug, date, updated, tags, folder, locale }: IndexedEntry) =>
    JSON.stringify([slug, date, updated, tags, folder, locale]);
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
  return {
    ...locale,
    entries: locale.entries.map(swap),
    tags: locale.tags.map((tag) => (tags.has(tag.tag) ? { ...tag, entries: tag.entries.map(swap) } : tag)),
  };
}

/** Entries compared on each side in the list of a tag. Keeps the run time linear in the number of entries. */
const MAX_DISTANCE = 12;

/** Returns the entries with the most tags in common with the entry at index `at`; rare tags count more, ties go to the nearest date. */
export function relatedEntries(index: LocaleIndex, at: number, count: number): readonly IndexedEntry[] {
  const entry = index.entries[at];
  if (!entry || count === 0) return [];
  const scores = new Map<IndexedEntry, number>();
  for (const tag of index.tags) {
    if (!entry.tags.includes(tag.tag)) continue;
    const here = tag.entries.indexOf(entry);
    for (const other of tag.entries.slice(Math.max(0, here - MAX_DISTANCE), here + MAX_DISTANCE + 1)) {
      if (other !== entry) scores.set(other, (scores.get(other) ?? 0) + 1 / Math.log2(1 + tag.entries.length));
    }
  }
  const distance = (other: IndexedEntry) => Math.abs((index.indexOfFolder.get(other.folder) ?? 0) - at);
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || distance(a) - distance(b) || (a.slug < b.slug ? -1 : 1))
    .slice(0, count)
    .map(([other]) => other);
}
