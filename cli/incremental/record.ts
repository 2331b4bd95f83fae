import type { Diagnostic } from '../contract.ts';
import { cachedLines, saveCachedLines } from '../lib/cache-file.ts';
import type { IslandKey } from '../lib/islands.ts';
import type { Structure } from './structure.ts';

/** A link or image of a Markdown body and what it resolved to; for an image including its size. */
export type LinkRead = readonly [kind: 'link' | 'image', written: string, resolved: string];

/** A link in Markdown: its target within the site, and its line and column in the file. */
export type WrittenLink = readonly [target: string, line: number, column: number];

/** A file in the output folder: path, bytes, content hash, modification time in milliseconds. */
export type WrittenFile = readonly [path: string, bytes: number, hash: string, mtimeMs: number];

/** The record of a rendered page. */
export type PageRecord = {
  readonly path: string;
  /** Fingerprint of the page's job, its code and the messages that its code names. */
  readonly input: string;
  /** Keys of other messages that it read. */
  readonly keys: readonly string[];
  /** Fingerprint of those messages' texts. */
  readonly messages: string;
  readonly links: readonly LinkRead[];
  /** Those links and images that may lead to files beside texts. */
  readonly media: readonly LinkRead[];
  /** Targets of its links within the site, ids in it that links can target, and locations of links in its Markdown. */
  readonly targets: readonly string[];
  readonly ids: readonly string[];
  readonly written: readonly WrittenLink[];
  /** Keys that it shows and that have no message. */
  readonly missing: readonly string[];
  /** False: its document has no scripts. */
  readonly hydrates: boolean;
  /** Keys of the islands that it shows. */
  readonly islands: readonly IslandKey[];
  readonly files: readonly WrittenFile[];
  /** Files of the entries that it shows. */
  readonly shows: readonly string[];
  /** Warnings of its rendering, which are reported again while it is reused. */
  readonly warnings: readonly Diagnostic[];
};

/** A copied file in the output: fingerprint of its source, and the file as written. */
export type CopiedRecord = { readonly from: string; readonly file: WrittenFile };

export type BuildRecord = {
  /** Output folder that the files are in. */
  readonly out: string;
  readonly pages: ReadonlyMap<string, PageRecord>;
  readonly copied: ReadonlyMap<string, CopiedRecord>;
  /** Path of a page of an entry -> its file and the hash of that. */
  readonly sources: ReadonlyMap<string, readonly [file: string, hash: string]>;
  /** What all pages depend on; null if pages were left out, so that their validity has to be checked again. */
  readonly structure: Structure | null;
};

const format = 'record 10';

type Header = {
  readonly out: string;
  readonly copied: readonly [string, CopiedRecord][];
  readonly sources: readonly [string, readonly [string, string]][];
  readonly structure: readonly [key: string, texts: readonly (readonly [string, string])[]] | null;
  /** Builds since the names were last listed from scratch. */
  readonly age: number;
  /** Targets, ids and shown files of all pages; pages refer to them by index, because most are those of the shell on every page. */
  readonly names: readonly string[];
};

type Fields = readonly (readonly [field: keyof PageRecord, kind: 'value' | 'names'])[];

/** Fields that each build reads of each page. Lists of names are stored as indices into the names of the header. */
const commonFieldKinds = {
  path: 'value',
  files: 'value',
  shows: 'names',
  media: 'value',
  missing: 'value',
  warnings: 'value',
  hydrates: 'value',
  islands: 'value',
} as const satisfies Partial<Record<keyof PageRecord, 'value' | 'names'>>;

/** The other fields, which are larger, and are read only of pages that may have changed. */
const rareFieldKinds = {
  input: 'value',
  keys: 'value',
  messages: 'value',
  links: 'value',
  targets: 'names',
  ids: 'names',
  written: 'value',
} as const satisfies Record<Exclude<keyof PageRecord, keyof typeof commonFieldKinds>, 'value' | 'names'>;

const commonFields = Object.entries(commonFieldKinds) as Fields;
const rareFields = Object.entries(rareFieldKinds) as Fields;

/** Separates the two groups of fields in a line. JSON contains no such character. */
const separator = '\t';

/** A page's line in the file that its record was read from, with the names of that file and their age. */
type Line = { readonly text: string; readonly names: readonly string[]; readonly age: number };

const lines = new WeakMap<PageRecord, Line>();

/** Names of pages that are gone stay in the file for this many builds: to list them again takes all lines. */
const MAX_AGE = 50;

type CommonPart = Pick<PageRecord, keyof typeof commonFieldKinds>;
type RarePart = Pick<PageRecord, keyof typeof rareFieldKinds>;

/** The record of a page in a file. Its larger fields are parsed on first use. */
class StoredPage implements PageRecord {
  readonly path!: CommonPart['path'];
  readonly files!: CommonPart['files'];
  readonly shows!: CommonPart['shows'];
  readonly media!: CommonPart['media'];
  readonly missing!: CommonPart['missing'];
  readonly warnings!: CommonPart['warnings'];
  readonly hydrates!: CommonPart['hydrates'];
  readonly islands!: CommonPart['islands'];
  readonly #line: Line;
  #rare: RarePart | null = null;

  constructor(line: Line) {
    this.#line = line;
    const { text, names } = line;
    assignFields(this, commonFields, { json: text.slice(0, text.indexOf(separator)), names });
  }

  get input(): RarePart['input'] {
    return this.#rarePart().input;
  }

  get keys(): RarePart['keys'] {
    return this.#rarePart().keys;
  }

  get messages(): RarePart['messages'] {
    return this.#rarePart().messages;
  }

  get links(): RarePart['links'] {
    return this.#rarePart().links;
  }

  get targets(): RarePart['targets'] {
    return this.#rarePart().targets;
  }

  get ids(): RarePart['ids'] {
    return this.#rarePart().ids;
  }

  get written(): RarePart['written'] {
    return this.#rarePart().written;
  }

  #rarePart(): RarePart {
    if (!this.#rare) {
      const { text, names } = this.#line;
      this.#rare = {} as RarePart;
      assignFields(this.#rare, rareFields, { json: text.slice(text.indexOf(separator) + 1), names });
    }
    return this.#rare;
  }
}

type StoredFields = { readonly json: string; readonly names: readonly string[] };

/** Parses stored fields and assigns them to an object. */
function assignFields(target: object, fields: Fields, { json, names }: StoredFields): void {
  const values = JSON.parse(json) as readonly unknown[];
  const writable = target as { [field: string]: unknown };
  for (const [at, [field, kind]] of fields.entries()) {
    const value = values[at];
    writable[field] = kind === 'names' ? (value as readonly number[]).map((index) => names[index] as string) : value;
  }
}

/** Returns the record of a page with some fields replaced. */
export function pageWith(page: PageRecord, replaced: Partial<PageRecord>): PageRecord {
  const fields = [...commonFields, ...rareFields].map(([field]) => [field, page[field]] as const);
  return { ...(Object.fromEntries(fields) as PageRecord), ...replaced };
}

/** Returns the links and images of a page that may lead to files beside texts. */
export const mediaReads = (links: readonly LinkRead[]): readonly LinkRead[] =>
  links.filter(([kind, , resolved]) => kind === 'image' || resolved.includes('/assets/'));

/** Reads the record of the last build into `out`. Null if there is none, or one of another version. */
export function loadRecord(file: string, out: string): BuildRecord | null {
  const texts = cachedLines(file, format);
  try {
    const header = JSON.parse(texts.next().value ?? '') as Header;
    if (header.out !== out) return null;
    const { names, age } = header;
    const pages = new Map<string, PageRecord>();
    for (const text of texts) {
      const line = { text, names, age };
      const page = new StoredPage(line);
      pages.set(page.path, page);
      lines.set(page, line);
    }
    const structure = header.structure && { key: header.structure[0], texts: new Map(header.structure[1]) };
    return { out, pages, copied: new Map(header.copied), sources: new Map(header.sources), structure };
  } catch {
    return null;
  } finally {
    // Closes the file if its lines were not read to the end.
    texts.return(undefined);
  }
}

/** Writes the record atomically: a header, then one line per page. */
export function saveRecord(file: string, record: BuildRecord): void {
  const last = lastLine(record.pages);
  const kept = last && last.age < MAX_AGE ? last.names : [];
  const indexOf = new Map(kept.map((name, index) => [name, index]));
  const indicesOf = (names: readonly string[]): readonly number[] =>
    names.map((name) => {
      const index = indexOf.get(name) ?? indexOf.size;
      indexOf.set(name, index);
      return index;
    });
  const jsonOf = (page: PageRecord, fields: Fields): string =>
    JSON.stringify(fields.map(([field, kind]) => (kind === 'names' ? indicesOf(page[field] as never) : page[field])));
  const textOf = (page: PageRecord): string => jsonOf(page, commonFields) + separator + jsonOf(page, rareFields);
  const pages = Array.from(record.pages.values(), (page) => {
    const line = lines.get(page);
    return line?.names === kept ? line.text : textOf(page);
  });
  const header: Header = {
    out: record.out,
    copied: [...record.copied],
    sources: [...record.sources],
    structure: record.structure && [record.structure.key, [...record.structure.texts]],
    age: kept.length > 0 && last ? last.age + 1 : 0,
    names: [...indexOf.keys()],
  };
  saveCachedLines(file, format, [JSON.stringify(header), ...pages]);
}

/** The line of the first page that was read from a file. */
function lastLine(pages: BuildRecord['pages']): Line | undefined {
  for (const page of pages.values()) {
    const line = lines.get(page);
    if (line) return line;
  }
  return undefined;
}
