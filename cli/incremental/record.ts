import type { Diagnostic } from '../contract.ts';
import { loadCachedText, saveCachedText } from '../lib/cache-file.ts';
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

const format = 'record 9';

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

/** Fields of a page's line in their order. Lists of names are stored as indices into the names of the header. */
const fieldKinds: { readonly [Field in keyof PageRecord]: 'value' | 'names' } = {
  path: 'value',
  input: 'value',
  keys: 'value',
  messages: 'value',
  links: 'value',
  files: 'value',
  targets: 'names',
  ids: 'names',
  written: 'value',
  missing: 'value',
  shows: 'names',
  warnings: 'value',
  hydrates: 'value',
  islands: 'value',
};
const fields = Object.entries(fieldKinds) as readonly (readonly [keyof PageRecord, 'value' | 'names'])[];

/** A page's line in the file that its record was read from, with the names of that file and their age. */
type Line = { readonly text: string; readonly names: readonly string[]; readonly age: number };

const lines = new WeakMap<PageRecord, Line>();

/** Names of pages that are gone stay in the file for this many builds: to list them again takes all lines. */
const MAX_AGE = 50;

/** Reads the record of the last build into `out`. Null if there is none, or one of another version. */
export function loadRecord(file: string, out: string): BuildRecord | null {
  try {
    const [head = '', ...texts] = loadCachedText(file, format)?.split('\n') ?? [];
    const header = JSON.parse(head) as Header;
    if (header.out !== out) return null;
    const pages = new Map<string, PageRecord>();
    const namesAt = (indices: readonly number[]) => indices.map((index) => header.names[index] as string);
    for (const text of texts) {
      const values = JSON.parse(text) as readonly unknown[];
      const stored = fields.map(([field, kind], i) => [
        field,
        kind === 'names' ? namesAt(values[i] as never) : values[i],
      ]);
      const page = Object.fromEntries(stored) as PageRecord;
      pages.set(page.path, page);
      lines.set(page, { text, names: header.names, age: header.age });
    }
    const structure = header.structure && { key: header.structure[0], texts: new Map(header.structure[1]) };
    return { out, pages, copied: new Map(header.copied), sources: new Map(header.sources), structure };
  } catch {
    return null;
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
  const textOf = (page: PageRecord): string =>
    JSON.stringify(fields.map(([field, kind]) => (kind === 'names' ? indicesOf(page[field] as never) : page[field])));
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
  saveCachedText(file, format, [JSON.stringify(header), ...pages].join('\n'));
}

/** The line of the first page that was read from a file. */
function lastLine(pages: BuildRecord['pages']): Line | undefined {
  for (const page of pages.values()) {
    const line = lines.get(page);
    if (line) return line;
  }
  return undefined;
}
