import { didYouMean } from '../config/explain.ts';
import type { CollectionConfig, SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { LoadedData, LoadedEntries } from '../loaders/load.ts';
import { fail, ok, type Result, settle } from '../report/result.ts';
import { type CoreKey, type EntrySchema, entrySchema } from '../schema/fields.ts';
import { type EntryFile, type EntryFiles, entryFiles, textEnding } from '../schema/files.ts';
import { type DataRecord, readRecords, recordsOf } from '../schema/records.ts';
import { encodingProblem } from '../sources/encoding.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import { type Entry, readEntry, readRecord } from './entry.ts';
import { misplacedProblem } from './misplaced.ts';
import type { EntryStore } from './store.ts';

/** An entry with the folder that contains its translations. */
export type IndexedEntry = Entry & { readonly folder: string };

type Entries = readonly IndexedEntry[];

/** Source file -> its entries, so that an unchanged file is not read again. */
export type EntryMemory = WeakMap<SourceFile, { readonly schema: string; readonly result: Result<Entries> }>;

export type CollectOptions = {
  /** Include drafts, entries with a later date, and expired ones. */
  readonly drafts: boolean;
  /** ISO date; entries with a later date, and those that have expired by it, are hidden. */
  readonly today: string;
  /** Entries of files that were read before. */
  readonly memory?: EntryMemory;
  /** Entries that an earlier process read. */
  readonly stored?: EntryStore;
  /** The results of loaders. */
  readonly loaded?: LoadedEntries;
};

/** Returns the rules for the entries of a collection. */
export function schemaOf(collection: CollectionConfig): EntrySchema {
  const cached = schemas.get(collection);
  if (cached) return cached;
  const required: readonly CoreKey[] =
    collection.type === 'blog' ? ['title', 'description', 'date'] : collection.path === undefined ? [] : ['title'];
  const schema = entrySchema({
    fields: collection.fields,
    required,
    titleField: collection.title,
    taxonomies: collection.taxonomies,
  });
  schemas.set(collection, schema);
  return schema;
}

const schemas = new WeakMap<CollectionConfig, EntrySchema>();

type EntryReaderInput = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly options: CollectOptions;
  /** Name of the collection. */
  readonly name: string;
};

/** Returns the entries of a file; null for a file without entries in a locale of this build. */
type EntryReader = ((file: SourceFile) => Result<Entries> | null) & Pick<EntryFiles, 'isFolder'>;

/** Creates the function that reads the entries of a collection, file by file. */
export function entryReader(input: EntryReaderInput): EntryReader {
  const { tree, config, options, name } = input;
  const collection = config.content.collections[name] as CollectionConfig;
  const { from } = collection;
  if (from === undefined) return Object.assign(() => null, { isFolder: false });
  const { allCodes: localeCodes, list, default: defaultLocale } = config.locales;
  const codes = new Set(list.map((locale) => locale.code));
  const files = entryFiles(from, localeCodes);
  const key = JSON.stringify([name, collection, [...codes]]);
  const reader = (file: SourceFile): Result<Entries> | null => {
    const entryFile = files.entryOf(file.path);
    if (entryFile === null) return null;
    const cached = options.memory?.get(file);
    if (cached?.schema === key) return cached.result;
    const misplaced = () => fail([misplacedProblem(file.path, from, { tree, localeCodes })]);
    if (entryFile === 'misplaced') return misplaced();
    const isText = textEnding.test(file.path);
    const locale = entryFile.locale ?? (isText ? defaultLocale : null);
    if (locale !== null && !codes.has(locale)) {
      return localeCodes.includes(locale) ? null : misplaced();
    }
    const read: ReadInput = {
      tree,
      entryFile: entryFile,
      codes: locale === null ? [...codes] : [locale],
      allCodes: localeCodes,
      schema: schemaOf(collection),
      hasPages: collection.path !== undefined,
    };
    const result = isText
      ? readStored(file, read, { key, store: options.stored })
      : readData(file, { ...read, isSingle: files.isPattern });
    options.memory?.set(file, { schema: key, result });
    return result;
  };
  return Object.assign(reader, { isFolder: files.isFolder });
}

type ReadInput = {
  readonly tree: SourceTree;
  readonly entryFile: EntryFile;
  /** Locales of the entry. */
  readonly codes: readonly string[];
  /** All locales of the site. */
  readonly allCodes: readonly string[];
  readonly schema: EntrySchema;
  /** Whether texts become pages. Their encoding is checked when those are rendered. */
  readonly hasPages: boolean;
};

type StoreInput = { readonly key: string; readonly store: EntryStore | undefined };

/** Reads a text, or reuses the entry that an earlier process read from the same bytes with the same rules. */
function readStored(file: SourceFile, input: ReadInput, { key, store }: StoreInput): Result<Entries> {
  const { hashedText, head } = input.tree;
  const entryFile = store?.find(file, key);
  if (entryFile) return ok([Object.assign(entryFile.entry, { folder: input.entryFile.folder })], entryFile.warnings);
  // The beginning of a file has no hash by which to store it.
  if (!store || !hashedText || head) return readText(file, input);
  const { text, hash } = hashedText(file.path);
  const result = readText(file, { ...input, tree: { ...input.tree, text: () => text } });
  if (result.ok && result.value[0])
    store.add(file.path, { hash, key, entry: result.value[0], warnings: result.warnings });
  return result;
}

function readText(file: SourceFile, { tree, entryFile, codes, schema, hasPages }: ReadInput): Result<Entries> {
  const { path } = file;
  const encoding = hasPages ? null : encodingProblem(path, tree.bytes(path));
  if (encoding) return fail([encoding]);
  const input = { file: path, slug: entryFile.folder, locale: codes[0] as string, origin: file };
  const head = tree.head?.(path);
  const headResult = head ? readEntry({ ...input, source: head.text, textOf: tree.text }, schema) : null;
  // Front matter that is longer than the beginning is invalid there: read the whole file.
  const result =
    headResult?.ok || head?.isComplete
      ? (headResult as Result<Entry>)
      : readEntry({ ...input, source: tree.text(path) }, schema);
  // Bytes that are no UTF-8, such as those of UTF-16, also make front matter invalid.
  const cause = result.ok ? null : encodingProblem(path, tree.bytes(path));
  if (cause) return fail([cause]);
  return result.ok ? ok([Object.assign(result.value, { folder: entryFile.folder })], result.warnings) : result;
}

function readData(file: SourceFile, input: ReadInput & { readonly isSingle: boolean }): Result<Entries> {
  const { tree, entryFile } = input;
  const { path } = file;
  const encoding = encodingProblem(path, tree.bytes(path));
  if (encoding) return fail([encoding]);
  const { records, problems } = readRecords({ file: path, text: tree.text(path), isSingle: input.isSingle });
  const entries = readEachRecord(records, { ...input, file: path, origin: file, folder: entryFile.folder });
  return settle(() => entriesOf(entries), [...problems, ...problemsOf(entries)]);
}

type RecordsInput = Pick<ReadInput, 'codes' | 'allCodes' | 'schema'> & {
  readonly file: string;
  readonly origin: { readonly hash: string };
  /** Folder of a record without id. */
  readonly folder: string;
  /** Position of the first record. */
  readonly first?: number;
};

/** Reads records as entries. A record with a `locale` is an entry in that locale only. */
function readEachRecord(records: readonly DataRecord[], input: RecordsInput): Result<Entries> {
  const { codes, allCodes, schema, file, origin, first = 0 } = input;
  const problems: Diagnostic[] = [];
  const entries: IndexedEntry[] = [];
  for (const [index, record] of records.entries()) {
    const { locale, ...data } = record.data;
    const hasLocale = locale !== undefined && !Object.hasOwn(schema.rules, 'locale');
    if (hasLocale && !allCodes.includes(locale as string)) {
      problems.push(unknownLocaleProblem(record, String(locale), allCodes));
      continue;
    }
    if (hasLocale && !codes.includes(locale as string)) continue;
    const slug = record.id ?? input.folder;
    const locales = hasLocale ? [locale as string] : codes;
    const read = readRecord(
      hasLocale ? { ...record, data } : record,
      { file, origin, slug, locales, index: first + index },
      schema,
    );
    problems.push(...(read.ok ? read.warnings : read.problems));
    if (read.ok) for (const entry of read.value) entries.push(Object.assign(entry, { folder: slug }));
  }
  return settle(() => entries, problems);
}

function unknownLocaleProblem({ locate }: DataRecord, locale: string, codes: readonly string[]): Diagnostic {
  return {
    code: 'CONTENT_UNKNOWN_LOCALE',
    severity: 'error',
    message: `The site has no locale \`${locale}\`.`,
    hint: didYouMean(suggest(locale, codes), `The locales are ${codes.join(', ')}.`),
    ...locate(['locale']),
  };
}

/** Returns the entries of a collection from the result of its loader. */
export function readLoaded(
  { file, location, data, hash }: LoadedData,
  config: SiteConfig,
  name: string,
): Result<Entries> {
  const collection = config.content.collections[name] as CollectionConfig;
  const { allCodes, list } = config.locales;
  const codes = list.map(({ code }) => code);
  const locate = () => location;
  const { records, problems } = recordsOf(data, { locate, isSingle: false, isLoaded: true });
  const schema = schemaOf(collection);
  const origin = { hash };
  const results = records.map((record, index) => {
    const read = readEachRecord([record], { codes, allCodes, schema, file, origin, folder: '', first: index });
    return read.ok ? read : fail(read.problems.map((problem) => namingEntry(problem, record.id ?? '')));
  });
  return settle(() => results.flatMap(entriesOf), [...problems, ...results.flatMap(problemsOf)]);
}

/** Returns a problem that names the entry, since the values of a loader have no location in a file. */
const namingEntry = (problem: Diagnostic, id: string): Diagnostic => ({
  ...problem,
  message: `${problem.message.replace(/\.$/, '')} (entry \`${id}\`).`,
});

const entriesOf = (result: Result<Entries>): Entries => (result.ok ? result.value : []);

const problemsOf = (result: Result<Entries>): readonly Diagnostic[] => (result.ok ? result.warnings : result.problems);
