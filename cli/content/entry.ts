import type { Diagnostic, Json } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import type { CoreKey, EntrySchema } from '../schema/fields.ts';
import type { DataRecord } from '../schema/records.ts';
import { type FieldsInput, isSlug, readFields } from '../schema/values.ts';
import type { SourceFile } from '../sources/tree.ts';
import { type Location, pathInWords } from '../sources/yaml.ts';
import { readFrontMatter } from './frontmatter.ts';
import { countWords } from './words.ts';

export type EntryInput = {
  /** Path below the root. */
  readonly file: string;
  /** Path of the folder in that of its collection; `slug` in the front matter overrides its last segment. */
  readonly slug: string;
  readonly locale: string;
  /** The whole text, or only its beginning with the front matter if `textOf` is given. */
  readonly source: string;
  /** Returns the whole text. Called when the words are counted. */
  readonly textOf?: (file: string) => string;
  /** The source file, whose hash is computed on first use. */
  readonly origin: { readonly hash: string };
};

/** Metadata of one Markdown file or record. A body is not kept in memory. */
export type Entry = {
  readonly slug: string;
  readonly locale: string;
  readonly file: string;
  readonly hash: string;
  readonly title: string;
  /** `''` without one. */
  readonly description: string;
  /** ISO date, `2026-03-01`; `''` without one. */
  readonly date: string;
  readonly updated: string | null;
  /** First day on which it is no longer published. */
  readonly expires: string | null;
  readonly tags: readonly string[];
  readonly author: string | null;
  /** Path as written, relative to the file. */
  readonly cover: string | null;
  readonly draft: boolean;
  readonly words: number;
  /** Reading time, at least 1. */
  readonly minutes: number;
  /** Values of the fields that the collection declares. */
  readonly fields: { readonly [key: string]: Json };
  /** The cover and the fields of type `image`. */
  readonly images: readonly EntryImage[];
  readonly references: readonly EntryReference[];
  /** Terms of the taxonomies besides `tags`. */
  readonly terms: { readonly [taxonomy: string]: readonly string[] };
  /** Position among its siblings; entries without one come last. */
  readonly order: number | null;
  /** Former paths. */
  readonly aliases: readonly EntryAlias[];
};

type FilePosition = Pick<Location, 'line' | 'column'>;

/** An image path in the front matter, as written, with its position in the file. */
export type EntryImage = { readonly key: string; readonly path: string } & FilePosition;

/** The id of an entry of the collection `to`, as written. */
export type EntryReference = { readonly key: string; readonly to: string; readonly id: string } & FilePosition;

export type EntryAlias = { readonly path: string } & FilePosition;

type LazyKey = 'hash' | 'words' | 'minutes';

/** The metadata of a text as plain data: what its front matter says, and its count of words and minutes. */
export type StoredEntry = readonly [front: Omit<Entry, LazyKey>, words: number, minutes: number];

/** Returns the metadata of an entry as plain data. The words are counted for it. */
export const storedEntry = (entry: Entry): StoredEntry => [{ ...entry }, entry.words, entry.minutes];

/** Returns an entry from its stored metadata and its file, with its properties in the order of a new entry. */
export function entryFrom([front, words, minutes]: StoredEntry, origin: SourceFile): Entry {
  return Object.assign(new LazyMetadata({ origin, file: origin.path }, { words, minutes }), front);
}

/** Reads and checks the front matter of one file. Returns all problems of the file together. */
export function readEntry(input: EntryInput, schema: EntrySchema): Result<Entry> {
  const front = readFrontMatter(input.source, input.file);
  if (!front.ok) return front;
  const { data, locate, body } = front.value;
  const { file, textOf } = input;
  const start = { file, line: 1, column: 1 };
  const { eager, problems } = eagerEntry({ data, locate, start, what: 'front matter', isText: false }, input, schema);
  // A substring keeps the whole text in memory. Copy the strings, unless `source` is only the front matter.
  const copied = textOf ? eager : (JSON.parse(JSON.stringify(eager)) as typeof eager);
  return settle(() => Object.assign(new LazyMetadata(input, textOf ?? countWords(body)), copied), problems);
}

export type RecordInput = Pick<EntryInput, 'file' | 'slug' | 'origin'> & {
  readonly locales: readonly string[];
  /** Position in its file. */
  readonly index: number;
};

/** Reads and checks a record of data, which is an entry without a body in each of some locales. */
export function readRecord(record: DataRecord, input: RecordInput, schema: EntrySchema): Result<readonly Entry[]> {
  const first = { ...input, locale: input.locales[0] ?? '' };
  const { eager, problems } = eagerEntry({ ...record, what: 'entry' }, first, schema);
  const complete = { ...eager, order: eager.order ?? input.index };
  const noText = { words: 0, minutes: 1 };
  return settle(
    () => input.locales.map((locale) => Object.assign(new LazyMetadata(input, noText), complete, { locale })),
    problems,
  );
}

function eagerEntry(
  values: FieldsInput,
  input: Pick<EntryInput, 'file' | 'slug' | 'locale'>,
  schema: EntrySchema,
): { readonly eager: Omit<Entry, LazyKey>; readonly problems: readonly Diagnostic[] } {
  const { locate, start } = values;
  const { core, declared, references, problems } = readFields(values, schema);
  const ownSlug = textAt(core, 'slug');
  const slug = ownSlug === undefined ? input.slug : input.slug.replace(/[^/]*$/, ownSlug);
  const date = textAt(core, 'date') ?? '';
  const updated = textAt(core, 'updated') ?? null;
  const expires = textAt(core, 'expires') ?? null;
  const warnings = [
    ...(updated !== null && updated < date ? [updatedBeforeDate(locate(['updated']))] : []),
    ...(expires !== null && expires <= date ? [expiredBeforeDate(locate(['expires']))] : []),
  ];
  const isValid = slug === '' || (core.slug === undefined ? slug.split('/').every(isSlug) : true);
  const positionOf = (keys: (typeof references)[number]['at']): FilePosition => {
    const { line, column } = locate(keys);
    return { line, column };
  };
  const list = (key: string) => [...new Set((core[key] as readonly string[] | undefined) ?? [])];
  return {
    eager: {
      slug,
      locale: input.locale,
      file: input.file,
      title: textAt(core, schema.titleField as CoreKey) ?? slug,
      description: textAt(core, 'description') ?? textAt(declared, 'description') ?? '',
      date,
      updated,
      expires,
      tags: list('tags'),
      author: textAt(core, 'author') ?? null,
      cover: textAt(core, 'cover') ?? null,
      draft: core.draft === true,
      fields: declared,
      images: references.flatMap(({ at: keys, value, to }) =>
        to === null ? [{ key: pathInWords(keys), path: value, ...positionOf(keys) }] : [],
      ),
      references: references.flatMap(({ at: keys, value, to }) =>
        to === null ? [] : [{ key: pathInWords(keys), to, id: value, ...positionOf(keys) }],
      ),
      terms: Object.fromEntries(schema.taxonomies.map((name) => [name, list(name)])),
      order: typeof core.order === 'number' ? core.order : null,
      aliases: list('aliases').map((path) => ({ path, ...positionOf(['aliases']) })),
    },
    problems: [...problems, ...(isValid ? [] : [invalidFolder(input, start)]), ...warnings],
  };
}

type WordCount = ReturnType<typeof countWords>;

/** Hash and word count, computed on first use. A class: getters on each object would double the size of an entry. */
class LazyMetadata implements Pick<Entry, LazyKey> {
  readonly #origin: EntryInput['origin'];
  readonly #file: string;
  #count: WordCount | ((file: string) => string);

  constructor({ origin, file }: Pick<EntryInput, 'origin' | 'file'>, count: WordCount | ((file: string) => string)) {
    this.#origin = origin;
    this.#file = file;
    this.#count = count;
  }

  get hash(): string {
    return this.#origin.hash;
  }

  get words(): number {
    return this.#wordCount().words;
  }

  get minutes(): number {
    return this.#wordCount().minutes;
  }

  #wordCount(): WordCount {
    if (typeof this.#count === 'function') this.#count = countWords(bodyOf(this.#count(this.#file), this.#file));
    return this.#count;
  }
}

function bodyOf(source: string, file: string): string {
  const front = readFrontMatter(source, file);
  return front.ok ? front.value.body : '';
}

function textAt(values: { readonly [key: string]: Json }, key: CoreKey): string | undefined {
  const value = values[key];
  return typeof value === 'string' ? value : undefined;
}

function invalidFolder({ slug }: Pick<EntryInput, 'slug'>, start: Location): Diagnostic {
  const name = slug.split('/').find((segment) => !isSlug(segment)) ?? slug;
  return {
    code: 'CONTENT_INVALID_SLUG',
    severity: 'error',
    message: `The name "${name}" cannot be part of a URL.`,
    hint: 'Use at most 240 bytes of lower-case letters and digits with single hyphens between them, or set `slug` in the front matter.',
    ...start,
  };
}

function expiredBeforeDate(location: Location): Diagnostic {
  return {
    code: 'CONTENT_EXPIRED_BEFORE_DATE',
    severity: 'warning',
    message: '`expires` is not later than `date`, so the entry is never published.',
    hint: 'Set it to the first day on which the entry shall be gone, or remove it.',
    ...location,
  };
}

function updatedBeforeDate(location: Location): Diagnostic {
  return {
    code: 'CONTENT_UPDATED_BEFORE_DATE',
    severity: 'warning',
    message: '`updated` is earlier than `date`.',
    hint: 'Set it to the day of the last change, or remove it.',
    ...location,
  };
}
