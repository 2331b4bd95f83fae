import type { LinkRead, PageRecord, WrittenFile } from './page-record.ts';

/** Fields with the same value on most pages: their JSON is stored once for all pages with that value. */
export const sharedFields = ['media', 'missing', 'warnings', 'hydrates', 'islands'] as const;

/** Fields that are read only of pages that may have changed. */
export const rareFields = ['input', 'keys', 'messages', 'links', 'written'] as const;

export type SharedFields = Pick<PageRecord, (typeof sharedFields)[number]>;
export type RareFields = Pick<PageRecord, (typeof rareFields)[number]>;

/** All fields of the record of a page. */
export const pageFields = ['path', 'files', 'shows', 'targets', 'ids', ...sharedFields, ...rareFields] as const;

// A row: bytes of the row, of its paths; index of its shared fields; numbers of files and of the names of each field; then
// the files, the indices of names, the paths, and the JSON of the rare fields.
const PATHS_AT = 4;
const SHARED_AT = 8;
const COUNTS_AT = 12;
const ROW_HEAD_BYTES = 28;

/** A file: bytes, modification time, and the 16 hexadecimal digits of its hash. */
const FILE_BYTES = 32;

/** Separates the path of a page and those of its files. No path contains it. */
const separator = '\0';

/** Returns the values of some fields as JSON. */
export const jsonOf = <Key extends keyof PageRecord>(fields: readonly Key[], page: Pick<PageRecord, Key>): string =>
  JSON.stringify(fields.map((field) => page[field]));

/** Returns the fields whose values `jsonOf` returned. */
export function objectOf(fields: readonly string[], json: string): object {
  const values = JSON.parse(json) as readonly unknown[];
  return Object.fromEntries(fields.map((field, index) => [field, values[index]]));
}

/** Indices of texts: of the shared fields, and of the names in `shows`, `targets` and `ids`. */
type RowTexts = { readonly shared: number; readonly names: readonly (readonly number[])[] };

/** Returns the row of a page. */
export function rowOf(page: PageRecord, { shared, names }: RowTexts): Buffer {
  const paths = Buffer.from([page.path, ...page.files.map(([path]) => path)].join(separator));
  const rare = Buffer.from(jsonOf(rareFields, page));
  const indices = names.flat();
  const head = Buffer.allocUnsafe(ROW_HEAD_BYTES + page.files.length * FILE_BYTES + indices.length * 4);
  head.writeUInt32LE(head.length + paths.length + rare.length, 0);
  head.writeUInt32LE(paths.length, PATHS_AT);
  head.writeUInt32LE(shared, SHARED_AT);
  let at = COUNTS_AT;
  for (const { length } of [page.files, ...names]) at = head.writeUInt32LE(length, at);
  for (const [, bytes, hash, mtimeMs] of page.files) {
    at = head.writeDoubleLE(bytes, at);
    at = head.writeDoubleLE(mtimeMs, at);
    at += head.write(hash, at, 'latin1');
  }
  for (const index of indices) at = head.writeUInt32LE(index, at);
  return Buffer.concat([head, paths, rare]);
}

/** Returns the values of a table that rows refer to, and parses rows. */
export type TextReader = {
  readonly names: (indices: readonly number[]) => readonly string[];
  readonly shared: (index: number) => SharedFields;
  /** Returns the rare fields of a row from their JSON. The last ones are kept. */
  readonly rare: (page: StoredPage, json: () => string) => RareFields;
};

/** A row in memory. `path`: the path of its page, if it is at hand. */
type PlacedRow = { readonly texts: TextReader; readonly bytes: Buffer; readonly at: number; readonly path?: string };

/** The record of a page as a row. Its fields are read on request: the objects of all pages would fill the memory. */
export class StoredPage implements PageRecord {
  readonly path: string;
  readonly #texts: TextReader;
  readonly #bytes: Buffer;
  /** Offset of the row. */
  readonly #at: number;
  #files: readonly WrittenFile[] | null = null;

  constructor({ texts, bytes, at, path }: PlacedRow) {
    this.#texts = texts;
    this.#bytes = bytes;
    this.#at = at;
    this.path = path ?? (this.#paths()[0] as string);
  }

  /** Returns whether it is a row of a table, given by what returns its texts. */
  isOf(texts: unknown): boolean {
    return this.#texts === texts;
  }

  /** Yields the rows of pages; rows that follow each other in memory as one part. */
  static *rows(pages: Iterable<StoredPage>): Generator<Uint8Array> {
    let bytes: Buffer | null = null;
    let start = 0;
    let end = 0;
    for (const page of pages) {
      if (page.#bytes !== bytes || page.#at !== end) {
        if (bytes) yield bytes.subarray(start, end);
        bytes = page.#bytes;
        start = page.#at;
      }
      end = page.#at + page.#number(0);
    }
    if (bytes) yield bytes.subarray(start, end);
  }

  get files(): readonly WrittenFile[] {
    const bytes = this.#bytes;
    this.#files ??= this.#paths()
      .slice(1)
      .map((path, index): WrittenFile => {
        const at = this.#at + ROW_HEAD_BYTES + index * FILE_BYTES;
        const hash = bytes.toString('latin1', at + 16, at + FILE_BYTES);
        return [path, bytes.readDoubleLE(at), hash, bytes.readDoubleLE(at + 8)];
      });
    return this.#files;
  }

  get shows(): readonly string[] {
    return this.#names(0);
  }

  get targets(): readonly string[] {
    return this.#names(1);
  }

  get ids(): readonly string[] {
    return this.#names(2);
  }

  get media(): readonly LinkRead[] {
    return this.#shared().media;
  }

  get missing(): readonly string[] {
    return this.#shared().missing;
  }

  get warnings(): PageRecord['warnings'] {
    return this.#shared().warnings;
  }

  get hydrates(): boolean {
    return this.#shared().hydrates;
  }

  get islands(): PageRecord['islands'] {
    return this.#shared().islands;
  }

  get input(): string {
    return this.#rare().input;
  }

  get keys(): readonly string[] {
    return this.#rare().keys;
  }

  get messages(): string {
    return this.#rare().messages;
  }

  get links(): readonly LinkRead[] {
    return this.#rare().links;
  }

  get written(): PageRecord['written'] {
    return this.#rare().written;
  }

  /** Returns the number at an offset in the row. */
  #number(offset: number): number {
    return this.#bytes.readUInt32LE(this.#at + offset);
  }

  /** Returns an entry of the counts: of files, shown files, targets and ids. */
  #count(index: number): number {
    return this.#number(COUNTS_AT + index * 4);
  }

  /** Returns the names of a field: 0 of `shows`, 1 of `targets`, 2 of `ids`. */
  #names(field: number): readonly string[] {
    let at = ROW_HEAD_BYTES + this.#count(0) * FILE_BYTES;
    for (let before = 1; before <= field; before++) at += this.#count(before) * 4;
    return this.#texts.names(
      Array.from({ length: this.#count(field + 1) }, (_, index) => this.#number(at + index * 4)),
    );
  }

  #pathsAt(): number {
    return ROW_HEAD_BYTES + this.#count(0) * FILE_BYTES + (this.#count(1) + this.#count(2) + this.#count(3)) * 4;
  }

  #paths(): readonly string[] {
    const at = this.#at + this.#pathsAt();
    return this.#bytes.toString('utf8', at, at + this.#number(PATHS_AT)).split(separator);
  }

  #shared(): SharedFields {
    return this.#texts.shared(this.#number(SHARED_AT));
  }

  #rare(): RareFields {
    return this.#texts.rare(this, () => {
      const at = this.#pathsAt() + this.#number(PATHS_AT);
      return this.#bytes.toString('utf8', this.#at + at, this.#at + this.#number(0));
    });
  }
}
