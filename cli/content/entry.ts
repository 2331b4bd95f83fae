import type { Diagnostic, Json } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import { type coreFields, type FieldRule, isSlug, readFields } from './fields.ts';
import { readFrontMatter } from './frontmatter.ts';
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
  /** All of the text, where `source` is only its beginning; read when the words are asked for. */
  readonly whole?: () => string;
  /** Hash of the text, or how to find it when it is asked for. */
  readonly hash: string | (() => string);
};

/** What lists and indexes know of one Markdown file. The body stays in the file. */
export type Entry = {
  /** `collection/slug`: the same in all locales. */
  readonly id: string;
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
  /** Line that the body starts on, from 1. */
  readonly bodyLine: number;
};

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
  // Named here, so that the entry holds on to these and not to the text.
  const { collection, locale, file, hash } = input;
  const { bodyLine } = front.value;
  const count = input.whole ? lazyCount(input.whole, file) : eagerCount(front.value.body);
  const plain: Plain = {
    id: `${collection}/${slug}`,
    collection,
    slug,
    locale,
    file,
    title: text(core, 'title') ?? '',
    description: text(core, 'description') ?? '',
    date,
    updated,
    tags: [...new Set((core.tags as readonly string[] | undefined) ?? [])],
    author: text(core, 'author') ?? null,
    cover: text(core, 'cover') ?? null,
    draft: core.draft === true,
    fields: own,
    bodyLine,
  };
  // A part of a text keeps all of it in memory; the front matter alone is not worth a copy.
  const kept = input.whole ? plain : (JSON.parse(JSON.stringify(plain)) as Plain);
  return settle(() => entryOf(kept, hash, count), problems);
}

/** Joins what is known with what is found out when asked for. The getters are made here, where they hold on to nothing else. */
function entryOf(plain: Plain, hash: EntryInput['hash'], count: Count): Entry {
  return {
    ...plain,
    get hash() {
      return typeof hash === 'string' ? hash : hash();
    },
    get words() {
      return count().words;
    },
    get minutes() {
      return count().minutes;
    },
  };
}

type Count = () => ReturnType<typeof countWords>;

function eagerCount(body: string): Count {
  const counted = countWords(body);
  return () => counted;
}

function lazyCount(whole: () => string, file: string): Count {
  let counted: ReturnType<Count> | undefined;
  return () => {
    counted ??= countWords(bodyOf(whole(), file));
    return counted;
  };
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
