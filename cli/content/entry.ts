import type { Diagnostic, Json } from '../contract.ts';
import { type Result, settle } from '../report/result.ts';
import type { Location } from '../sources/yaml.ts';
import { type coreFields, type FieldRule, isSlug, readFields } from './fields.ts';
import { readFrontMatter } from './frontmatter.ts';
import { countWords } from './words.ts';

/** The fields that a collection declares: `fields` in `config/content.yaml`. */
export type EntrySchema = { readonly fields: { readonly [key: string]: FieldRule } };

export type EntryInput = {
  /** Path below the root. */
  readonly file: string;
  /** Name of the folder; `slug` in the front matter overrides it. */
  readonly slug: string;
  /** Name of the file without `.md`. */
  readonly locale: string;
  /** The whole text, or only its beginning with the front matter if `textOf` is given. */
  readonly source: string;
  /** Returns the whole text. Called when the words are counted. */
  readonly textOf?: (file: string) => string;
  /** The source file, whose hash is computed on first use. */
  readonly origin: { readonly hash: string };
};

/** Metadata of one Markdown file. The body is not kept in memory. */
export type Entry = {
  readonly slug: string;
  readonly locale: string;
  readonly file: string;
  readonly hash: string;
  readonly title: string;
  readonly description: string;
  /** ISO date, `2026-03-01`. */
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
  /** Values of the fields that the collection declares. */
  readonly fields: { readonly [key: string]: Json };
  /** The cover and the fields of type `image`. */
  readonly images: readonly EntryImage[];
};

/** An image path in the front matter, as written, with its position in the file. */
export type EntryImage = { readonly key: string; readonly path: string } & Pick<Location, 'line' | 'column'>;

type LazyKey = 'hash' | 'words' | 'minutes';

/** Reads and checks the front matter of one file. Returns all problems of the file together. */
export function readEntry(input: EntryInput, schema: EntrySchema): Result<Entry> {
  const front = readFrontMatter(input.source, input.file);
  if (!front.ok) return front;
  const { locate, body } = front.value;
  const { core, own, problems } = readFields(front.value, { file: input.file, own: schema.fields });
  const slug = textAt(core, 'slug') ?? input.slug;
  const date = textAt(core, 'date') ?? '';
  const updated = textAt(core, 'updated') ?? null;
  const warnings = updated !== null && updated < date ? [updatedBeforeDate(locate(['updated']))] : [];
  const errors = core.slug === undefined && !isSlug(slug) ? [...problems, invalidFolder(input)] : problems;
  const imageKeys = ['cover', ...Object.keys(schema.fields).filter((key) => schema.fields[key]?.type === 'image')];
  const eager: Omit<Entry, LazyKey> = {
    slug,
    locale: input.locale,
    file: input.file,
    title: textAt(core, 'title') ?? '',
    description: textAt(core, 'description') ?? '',
    date,
    updated,
    tags: [...new Set((core.tags as readonly string[] | undefined) ?? [])],
    author: textAt(core, 'author') ?? null,
    cover: textAt(core, 'cover') ?? null,
    draft: core.draft === true,
    fields: own,
    images: imageKeys.flatMap((key) => {
      const path = core[key] ?? own[key];
      if (typeof path !== 'string') return [];
      const { line, column } = locate([key]);
      return [{ key, path, line, column }];
    }),
  };
  const { textOf } = input;
  // A substring keeps the whole text in memory. Copy the strings, unless `source` is only the front matter.
  const copied = textOf ? eager : (JSON.parse(JSON.stringify(eager)) as typeof eager);
  return settle(
    () => Object.assign(new LazyMetadata(input, textOf ?? countWords(body)), copied),
    [...errors, ...warnings],
  );
}

type WordCount = ReturnType<typeof countWords>;

/** Hash and word count, computed on first use. A class: getters on each object would double the size of an entry. */
class LazyMetadata implements Pick<Entry, LazyKey> {
  readonly #origin: EntryInput['origin'];
  readonly #file: string;
  #count: WordCount | ((file: string) => string);

  constructor({ origin, file }: EntryInput, count: WordCount | ((file: string) => string)) {
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

function textAt(values: { readonly [key: string]: Json }, key: keyof typeof coreFields): string | undefined {
  const value = values[key];
  return typeof value === 'string' ? value : undefined;
}

function invalidFolder({ file, slug }: EntryInput): Diagnostic {
  return {
    code: 'CONTENT_INVALID_SLUG',
    severity: 'error',
    message: `The folder name "${slug}" cannot be part of a URL.`,
    hint: 'Use lower-case letters and digits with single hyphens between them, or set `slug` in the front matter.',
    file,
    line: 1,
    column: 1,
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
