import type { PageRecord } from './page-record.ts';
import {
  jsonOf,
  objectOf,
  type RareFields,
  rareFields,
  rowOf,
  type SharedFields,
  StoredPage,
  sharedFields,
  type TextReader,
} from './page-row.ts';

/** Texts that rows refer to by index. */
type Texts = {
  /** Targets, ids and shown files of all pages: most are those of the shell on every page. */
  readonly names: string[];
  /** JSON of the values of `sharedFields`. */
  readonly shared: string[];
};

/** The rows of pages, and the texts that they refer to. */
export type PageTable = {
  /** Returns the record of a page as a row of this table; the same record if it is one already. */
  readonly add: (page: PageRecord) => StoredPage;
  /** Returns the records of rows that were saved. Throws if the bytes are no rows. */
  readonly read: (rows: Buffer) => readonly StoredPage[];
  /** Returns the texts. Those of pages that are gone stay in it. */
  readonly texts: () => Texts;
  /** Builds since the texts were last listed from scratch. */
  readonly age: number;
};

/** Rows are written into buffers of this size. */
const CHUNK_BYTES = 2 ** 18;

const empty = { json: () => JSON.stringify({ names: [], shared: [] } satisfies Texts), age: 0 };

/** Creates a table. `json` returns the texts of the rows that will be read. */
export function createPageTable({
  json,
  age,
}: {
  readonly json: () => string;
  readonly age: number;
} = empty): PageTable {
  let parsed: (Texts & Record<'nameIndex' | 'sharedIndex', Map<string, number>>) | null = null;
  const texts = () => {
    if (!parsed) {
      const { names, shared } = JSON.parse(json()) as Texts;
      parsed = { names, shared, nameIndex: indicesOf(names), sharedIndex: indicesOf(shared) };
    }
    return parsed;
  };
  const sharedValues: SharedFields[] = [];
  let lastRare: { readonly page: StoredPage; readonly value: RareFields } | null = null;
  let chunk = Buffer.alloc(0);
  let chunkEnd = 0;
  const table: PageTable & TextReader = {
    texts,
    age,
    names: (indices) => indices.map((index) => texts().names[index] as string),
    shared: (index) => {
      sharedValues[index] ??= objectOf(sharedFields, texts().shared[index] as string) as SharedFields;
      return sharedValues[index];
    },
    rare: (page, json) => {
      if (lastRare?.page !== page) lastRare = { page, value: objectOf(rareFields, json()) as RareFields };
      return lastRare.value;
    },
    add: (page) => {
      if (page instanceof StoredPage && page.isOf(table)) return page;
      const { names, shared, nameIndex, sharedIndex } = texts();
      const namesOf = (list: readonly string[]) => list.map((name) => indexIn(names, nameIndex, name));
      const row = rowOf(page, {
        shared: indexIn(shared, sharedIndex, jsonOf(sharedFields, page)),
        names: [namesOf(page.shows), namesOf(page.targets), namesOf(page.ids)],
      });
      if (chunk.length - chunkEnd < row.length) {
        chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, row.length));
        chunkEnd = 0;
      }
      const at = chunkEnd;
      chunkEnd += row.copy(chunk, at);
      return new StoredPage({ texts: table, bytes: chunk, at, path: page.path });
    },
    read: (rows) => {
      const pages: StoredPage[] = [];
      for (let at = 0; at < rows.length; at += rows.readUInt32LE(at)) {
        pages.push(new StoredPage({ texts: table, bytes: rows, at }));
      }
      return pages;
    },
  };
  return table;
}

const indicesOf = (texts: readonly string[]): Map<string, number> => new Map(texts.map((text, index) => [text, index]));

/** Returns the index of a text in a list. Appends the text if the list lacks it. */
function indexIn(texts: string[], indices: Map<string, number>, text: string): number {
  const index = indices.get(text) ?? texts.length;
  if (index === texts.length) {
    texts.push(text);
    indices.set(text, index);
  }
  return index;
}
