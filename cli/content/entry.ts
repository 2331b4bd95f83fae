import type { Diagnostic, Json } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import { type coreFields, type FieldRule, isSlug, type ReadFields, readFields } from './fields.ts';
import { readFrontMatter } from './frontmatter.ts';
import type { Place } from './simple-yaml.ts';
import { countWords } from './words.ts';

/** The keys that a collection declares for itself, `fields` of `config/content.yaml`. */
export type EntrySchema = { readonly fields: { readonly [key: string]: FieldRule } };

export type EntryInput = {
  /** Path below the root. */
  readonly file: string;
  readonly collection: string;
  /** Name of the folder; `slug` in the front matter overrides it. */
  readonly slug: string;
  /** Name of the file without `.md`. */
  readonly locale: string;
  readonly source: string;
  /** Gives all of the text, where `source` is only its beginning: the words are counted when they are asked for. */
  readonly textOf?: (file: string) => string;
  /** Knows the hash of the text, or finds it when it is asked for. */
  readonly origin: { readonly hash: string };
};

/** What lists and indexes know of one Markdown file. The body stays in the file. */
export type Entry = {
  readonly collection: string;
  readonly slug: string;
  readonly locale: string;
  readonly file: string;
  readonly hash: string;
  readonly title: string;
  readonly description: string;
  /** ISO dates, `2026-03-01`. */
  readonly date: string;
  readonly updated: string | null;
  readonly tags: readonly string[];
  readonly author: string | null;
  /** Path as written, relative to the file. */
  readonly cover: string | null;
  readonly draft: boolean;
  readonly words: number;
  /** Reading time, at least 1. */
  readonly minutes: number;
  /** The collection's own fields, where given. */
  readonly fields: { readonly [key: string]: Json };
  /** The cover and the fields of type `image`, with the places of their values. */
  readonly images: readonly EntryImage[];
};

/** A picture that the front matter names; `path` as written. */
export type EntryImage = { readonly key: string; readonly path: string } & Place;

type Plain = Omit<Entry, 'hash' | 'words' | 'minutes'>;

/** Reads and checks the front matter of one file. All problems of the file come back together. */
export function readEntry(input: EntryInput, schema: EntrySchema): Result<Entry> {
  const front = readFrontMatter(input.source, input.file);
  if (!front.ok) return front;
  const read = readFields(front.value.fields, { file: input.file, own: schema.fields });
  const { core, own } = read;
  const slug = text(core, 'slug') ?? input.slug;
  const date = text(core, 'date') ?? '';
  const updated = text(core, 'updated') ?? null;
  const problems = [...read.problems];
  if (core.slug === undefined && !isSlug(slug)) problems.push(badFolder(input));
  if (updated !== null && updated < date) problems.push(backwards(input.file, read.placeOf('updated')));
  const plain: Plain = {
    collection: input.collection,
    slug,
    locale: input.locale,
    file: input.file,
    title: text(core, 'title') ?? '',
    description: text(core, 'description') ?? '',
    date,
    updated,
    tags: ((core.tags as readonly string[] | undefined) ?? []).filter((tag, at, all) => all.indexOf(tag) === at),
    author: text(core, 'author') ?? null,
    cover: text(core, 'cover') ?? null,
    draft: core.draft === true,
    fields: own,
    images: imagesOf(read, schema),
  };
  const { textOf } = input;
  // A part of a text keeps all of it in memory; the front matter alone is not worth a copy.
  const kept = textOf ? plain : (JSON.parse(JSON.stringify(plain)) as Plain);
  const words = textOf ?? countWords(front.value.body);
  return settle(() => Object.assign(new FoundLater(input, words), kept), problems);
}

function imagesOf({ core, own, placeOf }: ReadFields, { fields }: EntrySchema): readonly EntryImage[] {
  const keys = ['cover', ...Object.keys(fields).filter((key) => fields[key]?.type === 'image')];
  return keys.flatMap((key) => {
    const path = core[key] ?? own[key];
    return typeof path === 'string' ? [{ key, path, ...placeOf(key) }] : [];
  });
}

type Count = ReturnType<typeof countWords>;

/** What an entry finds out when it is asked for. A class, since getters of their own would double the size of each entry. */
class FoundLater {
  readonly #origin: EntryInput['origin'];
  readonly #file: string;
  #counted: Count | ((file: string) => string);

  constructor({ origin, file }: EntryInput, counted: Count | ((file: string) => string)) {
    this.#origin = origin;
    this.#file = file;
    this.#counted = counted;
  }

  get hash(): string {
    return this.#origin.hash;
  }

  get words(): number {
    return this.#count().words;
  }

  get minutes(): number {
    return this.#count().minutes;
  }

  #count(): Count {
    if (typeof this.#counted === 'function') this.#counted = countWords(bodyOf(this.#counted(this.#file), this.#file));
    return this.#counted;
  }
}

function bodyOf(source: string, file: string): string {
  const front = readFrontMatter(source, file);
  return front.ok ? front.value.body : '';
}

function text(values: { readonly [key: string]: Json }, key: keyof typeof coreFields): string | undefined {
  const value = values[key];
  return typeof value === 'string' ? value : undefined;
}

function badFolder({ file, slug }: EntryInput): Diagnostic {
  return {
    code: 'CONTENT_INVALID_SLUG',
    severity: 'error',
    message: `The folder name "${slug}" cannot stand in an address.`,
    hint: 'Use lower-case letters and digits with single hyphens between them, or set `slug` in the front matter.',
    file,
    line: 1,
    column: 1,
  };
}

function backwards(file: string, place: { readonly line: number; readonly column: number }): Diagnostic {
  return {
    code: 'CONTENT_UPDATED_BEFORE_DATE',
    severity: 'warning',
    message: '`updated` is earlier than `date`.',
    hint: 'Give the day of the last change, or leave `updated` out.',
    file,
    ...place,
  };
}
