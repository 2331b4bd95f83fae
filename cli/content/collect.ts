import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import { tagSlug } from '../routes/paths.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type Entry, readEntry } from './entry.ts';

/** An entry with the folder that holds its translations. */
export type IndexedEntry = Entry & { readonly folder: string };

export type TagIndex = { readonly tag: string; readonly slug: string; readonly entries: readonly IndexedEntry[] };

/** A collection in one locale. */
export type LocaleIndex = {
  /** Newest first; on one day by slug. */
  readonly entries: readonly IndexedEntry[];
  /** The most used first. */
  readonly tags: readonly TagIndex[];
  /** Folder -> place in `entries`. */
  readonly place: ReadonlyMap<string, number>;
};

export type CollectionIndex = {
  readonly name: string;
  readonly config: CollectionConfig;
  readonly locales: ReadonlyMap<string, LocaleIndex>;
  /** Folder -> locales it is written in, in the site's order. */
  readonly translations: ReadonlyMap<string, readonly string[]>;
};

export type ContentIndex = ReadonlyMap<string, CollectionIndex>;

export type CollectOptions = {
  /** Drafts and entries of the future too. */
  readonly drafts: boolean;
  /** ISO date; entries dated later stay out. */
  readonly today: string;
  /** Entries by file, kept from the last time: an unchanged file is not parsed again. */
  readonly known?: Map<string, Entry>;
};

/** Reads the front matter of every entry and orders it by collection, locale, date and tag. */
export function collectContent(tree: SourceTree, config: SiteConfig, options: CollectOptions): Result<ContentIndex> {
  const problems: Diagnostic[] = [];
  const index = new Map<string, CollectionIndex>();
  for (const [name, collection] of Object.entries(config.content.collections)) {
    const entries: IndexedEntry[] = [];
    const prefix = `${collection.from}/`;
    for (const file of tree.files.keys()) {
      if (!file.startsWith(prefix) || !file.endsWith('.md')) continue;
      const place = placeOf(file.slice(prefix.length));
      if (!place || !config.locales.list.some((locale) => locale.code === place.locale)) {
        if (!config.locales.known.includes(place?.locale ?? '')) problems.push(misplaced(file, collection.from));
        continue;
      }
      const entry = read({ tree, file, name, place, collection, options, problems });
      if (entry && (options.drafts || (!entry.draft && entry.date.slice(0, 10) <= options.today))) {
        entries.push({ ...entry, folder: place.folder });
      }
    }
    index.set(name, indexOf(name, collection, { entries, config }));
  }
  return settle(() => index, problems);
}

type Place = { readonly folder: string; readonly locale: string };

/** `a/b/de.md` -> folder `a/b`, locale `de`. */
function placeOf(path: string): Place | null {
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
  readonly file: string;
  readonly name: string;
  readonly place: Place;
  readonly collection: CollectionConfig;
  readonly options: CollectOptions;
  readonly problems: Diagnostic[];
};

function read({ tree, file, name, place, collection, options, problems }: ReadInput): Entry | null {
  const hash = (tree.files.get(file) as { hash: string }).hash;
  const known = options.known?.get(file);
  if (known?.hash === hash) return known;
  const input = { file, collection: name, slug: place.folder, locale: place.locale, source: tree.text(file), hash };
  const result = readEntry(input, { fields: collection.fields });
  if (!result.ok) {
    problems.push(...result.problems);
    return null;
  }
  problems.push(...result.warnings);
  options.known?.set(file, result.value);
  return result.value;
}

function indexOf(
  name: string,
  config: CollectionConfig,
  from: { readonly entries: IndexedEntry[]; readonly config: SiteConfig },
): CollectionIndex {
  const locales = new Map<string, LocaleIndex>();
  const translations = new Map<string, string[]>();
  for (const { code } of from.config.locales.list) {
    const mine = from.entries.filter((entry) => entry.locale === code).sort(byDate);
    if (mine.length === 0) continue;
    locales.set(code, localeIndex(mine));
    for (const { folder } of mine) {
      const codes = translations.get(folder);
      if (codes) codes.push(code);
      else translations.set(folder, [code]);
    }
  }
  return { name, config, locales, translations };
}

const byDate = (a: Entry, b: Entry): number => {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0;
};

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
  return { entries, tags: ordered, place: new Map(entries.map((entry, at) => [entry.folder, at])) };
}

/** How many entries on each side of a tag's list are compared; keeps the work linear in the entries. */
const reach = 12;

/** Entries that share the most, and the rarest, tags with the one at `at`; nearer in time first on a tie. */
export function relatedEntries(index: LocaleIndex, at: number, count: number): readonly IndexedEntry[] {
  const entry = index.entries[at];
  if (!entry || count === 0) return [];
  const scores = new Map<IndexedEntry, number>();
  for (const tag of index.tags) {
    if (!entry.tags.includes(tag.tag)) continue;
    const here = tag.entries.indexOf(entry);
    for (const other of tag.entries.slice(Math.max(0, here - reach), here + reach + 1)) {
      if (other !== entry) scores.set(other, (scores.get(other) ?? 0) + 1 / Math.log2(1 + tag.entries.length));
    }
  }
  const distance = (other: IndexedEntry) => Math.abs((index.place.get(other.folder) ?? 0) - at);
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || distance(a) - distance(b) || (a.slug < b.slug ? -1 : 1))
    .slice(0, count)
    .map(([other]) => other);
}
