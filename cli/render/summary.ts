import type { SiteConfig } from '../config/types.ts';
import type { CollectionIndex, ContentIndex, LocaleIndex } from '../content/content-index.ts';
import { frontImage } from '../content/media.ts';
import type { IndexedEntry } from '../content/read.ts';
import type { EntrySummary, ImageRef, Json, Locale, TagRef } from '../contract.ts';
import { entryPath, fillPath, localePath, pathFor } from '../lib/paths.ts';
import type { FieldRule } from '../schema/fields.ts';

/** What the summary of an entry is made from, beside the entry and its collection. */
export type SummarySource = {
  readonly config: SiteConfig;
  readonly content: ContentIndex;
  /** Title of a collection's feeds in a locale. */
  readonly feedTitle: (collection: CollectionIndex, locale: string) => string;
  /** An image of an entry, by its path below the root. */
  readonly image: (file: string) => ImageRef | null;
  /** Receives the files of the entries that are shown. */
  readonly shown?: Set<string>;
};

/** A collection in one locale. */
export type SummaryScope = {
  readonly from: SummarySource;
  readonly index: CollectionIndex;
  readonly locale: LocaleIndex;
  readonly at: Locale;
};

/** Returns a collection in a locale, or in the default one if it has no entries there; null if it has none in either. */
export function scopeIn<From extends Pick<SummarySource, 'config' | 'content'>>(
  collection: string,
  localeCode: string,
  from: From,
): (Omit<SummaryScope, 'from'> & { readonly from: From }) | null {
  const index = from.content.get(collection);
  const code = index?.locales.has(localeCode) ? localeCode : from.config.locales.default;
  const locale = index?.locales.get(code);
  if (!index || !locale) return null;
  return { from, index, locale, at: from.config.locales.list.find((one) => one.code === code) as Locale };
}

/** Returns the path of an entry; `''` if the entries of the collection have no pages. */
export const pathOf = (entry: IndexedEntry, { index, at }: Pick<SummaryScope, 'index' | 'at'>): string => {
  const { path, paths } = index.config;
  return path === undefined ? '' : localePath(at, entryPath(pathFor({ path, paths }, at.code), entry));
};

/** Returns the terms of a taxonomy in a locale; of the tags for null. */
export const termsOf = ({ tags, taxonomies }: LocaleIndex, taxonomy: string | null): LocaleIndex['tags'] =>
  taxonomy === null ? tags : (taxonomies.get(taxonomy) ?? []);

type Term = LocaleIndex['tags'][number];

const termMaps = new WeakMap<LocaleIndex['tags'], ReadonlyMap<string, Term>>();

function termMap(terms: LocaleIndex['tags']): ReadonlyMap<string, Term> {
  const found = termMaps.get(terms) ?? new Map(terms.map((term) => [term.key, term]));
  termMaps.set(terms, found);
  return found;
}

/** `taxonomy`: null for the tags. `shown` receives the file of the entry that a term names. */
type TermOptions = { readonly taxonomy: string | null; readonly shown?: Set<string> };

/** Returns a term as templates receive it. `key`: the term as entries write it. */
export function tagRef(key: string, scope: SummaryScope, { taxonomy, shown = scope.from.shown }: TermOptions): TagRef {
  const { index, locale, at } = scope;
  const { tag, slug } = termMap(termsOf(locale, taxonomy)).get(key) ?? { tag: key, slug: key };
  const { tags, taxonomies } = index.config;
  const { path: pattern, to = null } = (taxonomy === null ? tags && { path: tags.path } : taxonomies[taxonomy]) ?? {};
  const entry = to === null ? null : referencedEntry(key, to, { locale: at.code, scope, shown: shown ?? new Set() });
  return {
    tag,
    slug,
    path: pattern ? localePath(at, fillPath(pattern, { tag: slug, term: slug })) : null,
    ...(entry && { entry }),
  };
}

/** Summaries that are kept: an entry, its neighbours and related entries are near each other in the order of pages. */
const MAX_SUMMARIES = 512;

/** A summary with the files of the entries that it shows: its own, and those that its fields refer to. */
type ReadSummary = { readonly summary: EntrySummary; readonly files: readonly string[] };

const summaries = new WeakMap<SummarySource, Map<IndexedEntry, ReadSummary>>();

/** Returns the summary of an entry, which lists, neighbours and feeds show. */
export function summaryOf(entry: IndexedEntry, scope: SummaryScope): EntrySummary {
  const cache = summaries.get(scope.from) ?? new Map<IndexedEntry, ReadSummary>();
  const { summary, files } = cache.get(entry) ?? readSummary(entry, scope);
  if (cache.size >= MAX_SUMMARIES) cache.clear();
  cache.set(entry, { summary, files });
  summaries.set(scope.from, cache);
  for (const file of files) scope.from.shown?.add(file);
  return summary;
}

function readSummary(entry: IndexedEntry, scope: SummaryScope): ReadSummary {
  const files = new Set([entry.file]);
  const summary = shallowSummary(entry, scope, { fields: fieldsOf(entry, scope, files), shown: files });
  return { summary, files: [...files] };
}

type SummaryParts = { readonly fields: EntrySummary['fields']; readonly shown: Set<string> };

function shallowSummary(entry: IndexedEntry, scope: SummaryScope, { fields, shown }: SummaryParts): EntrySummary {
  const termsInside = termsProp(entry, scope, shown);
  return {
    collection: scope.index.name,
    slug: entry.slug,
    locale: entry.locale,
    path: pathOf(entry, scope),
    title: entry.title,
    description: entry.description,
    date: entry.date,
    updated: entry.updated,
    tags: entry.tags.map((tag) => tagRef(tag, scope, { taxonomy: null })),
    ...termsInside,
    author: entry.author ?? authorsIn(termsInside),
    cover: entry.cover === null ? null : frontImage(entry.cover, entry.file, scope.from.image),
    minutes: entry.minutes,
    ...(entry.draft && { draft: true as const }),
    fields,
  };
}

/** Returns the names of the authors if a taxonomy has them; else null. */
const authorsIn = ({ terms }: Pick<EntrySummary, 'terms'>): string | null =>
  terms?.author?.map(({ tag }) => tag).join(', ') || null;

function termsProp({ terms }: IndexedEntry, scope: SummaryScope, shown: Set<string>): Pick<EntrySummary, 'terms'> {
  const all = Object.entries(terms);
  if (all.length === 0) return {};
  const refs = all.map(
    ([name, tags]) => [name, tags.map((tag) => tagRef(tag, scope, { taxonomy: name, shown }))] as const,
  );
  return { terms: Object.fromEntries(refs) };
}

/**
 * Returns the fields that the collection declares: images as pictures and references as entries, whose files are added
 * to `shown`; if `shown` is null, references stay ids.
 */
function fieldsOf(entry: IndexedEntry, scope: SummaryScope, shown: Set<string> | null): EntrySummary['fields'] {
  if (entry.images.length === 0 && entry.references.length === 0) return entry.fields;
  const rules = scope.index.config.fields;
  const resolve = (value: Json, rule: FieldRule | undefined): Json | ImageRef | EntrySummary | null => {
    switch (rule?.type) {
      case 'image':
        return frontImage(String(value), entry.file, scope.from.image);
      case 'reference':
        return shown ? referencedEntry(String(value), rule.to ?? '', { locale: entry.locale, scope, shown }) : value;
      case 'list':
        return rule.of ? ((value as readonly Json[]).map((item) => resolve(item, rule.of)) as Json) : value;
      case 'object': {
        const values = Object.entries(value as { readonly [key: string]: Json });
        return Object.fromEntries(values.map(([key, inner]) => [key, resolve(inner, rule.fields?.[key])])) as Json;
      }
      default:
        return value;
    }
  };
  const resolved = Object.entries(entry.fields).map(([key, value]) => [key, resolve(value, rules[key])] as const);
  return Object.fromEntries(resolved) as EntrySummary['fields'];
}

type ReferenceScope = { readonly locale: string; readonly scope: SummaryScope; readonly shown: Set<string> };

/** Returns the summary of the entry that a field or term refers to, in a locale or the default one. */
function referencedEntry(
  id: string,
  collection: string,
  { locale, scope, shown }: ReferenceScope,
): EntrySummary | null {
  const { from } = scope;
  for (const code of [locale, from.config.locales.default]) {
    const otherScope = scopeIn(collection, code, from);
    const found = otherScope?.locale.entries[otherScope.locale.indexOfFolder.get(id) ?? -1];
    if (!otherScope || !found) continue;
    shown.add(found.file);
    return shallowSummary(found, otherScope, { fields: fieldsOf(found, otherScope, null), shown });
  }
  return null;
}
