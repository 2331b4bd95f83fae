import { loadSections, type Sections, saveSections } from '../lib/sections.ts';
import type { SourceState } from '../routes/aliases.ts';
import type { LinkRead, PageRecord, WrittenFile } from './page-record.ts';
import { pageFields, StoredPage } from './page-row.ts';
import { createPageTable, type PageTable } from './page-table.ts';
import type { Structure } from './structure.ts';

/** A copied file in the output: fingerprint of its source, and the file as written. */
export type CopiedRecord = { readonly from: string; readonly file: WrittenFile };

/** Path of a page of an entry -> its file. Parsed on first use, since only a build with other pages needs it. */
export type RecordedSources = { readonly json: string; readonly read: () => ReadonlyMap<string, string> };

/** Returns sources as they are recorded. */
export const recordedSources = (sources: ReadonlyMap<string, string>): RecordedSources => ({
  json: JSON.stringify([...sources]),
  read: () => sources,
});

export type BuildRecord = {
  /** The rows of its pages. */
  readonly pageTable: PageTable;
  /** Output folder that the files are in. */
  readonly out: string;
  readonly pages: ReadonlyMap<string, PageRecord>;
  readonly copied: ReadonlyMap<string, CopiedRecord>;
  readonly sources: RecordedSources;
  /** What all pages depend on; the key is null if pages were left out, so that their validity has to be checked again. */
  readonly structure: Pick<Structure, 'texts'> & { readonly key: string | null };
};

const format = 'record 13';

type Header = {
  readonly out: string;
  readonly copied: readonly [string, CopiedRecord][];
  readonly structure: readonly [key: string | null, texts: readonly (readonly [string, string])[]];
  /** Builds since the texts of the table were last listed from scratch. */
  readonly age: number;
};

/** Texts of pages that are gone stay in the file for this many builds: to list them again takes all rows. */
const MAX_AGE = 50;

/** Returns a page with some fields replaced. */
export function pageWith(page: PageRecord, replaced: Partial<PageRecord>): PageRecord {
  const fields = pageFields.map((field) => [field, page[field]] as const);
  return { ...(Object.fromEntries(fields) as PageRecord), ...replaced };
}

/** Returns the links and images of a page that may lead to files beside texts. */
export const mediaReads = (links: readonly LinkRead[]): readonly LinkRead[] =>
  links.filter(([kind, , resolved]) => kind === 'image' || resolved.includes('/assets/'));

function sourcesIn({ section }: Sections<Header>): RecordedSources {
  const json = section(1).toString();
  return { json, read: () => new Map(JSON.parse(json) as [string, string][]) };
}

const textsIn = ({ header }: Sections<Header>): Structure['texts'] => new Map(header.structure[1]);

/** Reads the record of the last build into `out`. Null if there is none, or one of another version. */
export function loadRecord(file: string, out: string): BuildRecord | null {
  const stored = loadSections<Header>({ file, format });
  if (stored?.header.out !== out) return null;
  const { header, section } = stored;
  const pageTable = createPageTable({ json: () => section(0).toString(), age: header.age + 1 });
  const pages = pageTable.read(section(2));
  return {
    pageTable,
    out,
    pages: new Map(pages.map((page) => [page.path, page])),
    copied: new Map(header.copied),
    sources: sourcesIn(stored),
    structure: { key: header.structure[0], texts: textsIn(stored) },
  };
}

/** Reads of a record the files of the pages of entries, and the hashes of their texts. Null if there is none. */
export function loadEntryPages(file: string): SourceState | null {
  const stored = loadSections<Header>({ file, format });
  return stored && { sources: sourcesIn(stored).read(), texts: textsIn(stored) };
}

/** Writes the record atomically: a header, the texts of the table, the sources, then one row per page. */
export function saveRecord(file: string, record: BuildRecord): void {
  const table = record.pageTable.age < MAX_AGE ? record.pageTable : createPageTable();
  const pages = Array.from(record.pages.values(), table.add);
  const header: Header = {
    out: record.out,
    copied: [...record.copied],
    structure: [record.structure.key, [...record.structure.texts]],
    age: table.age,
  };
  const texts = JSON.stringify(table.texts());
  saveSections({ file, format }, header, [texts, record.sources.json, [...StoredPage.rows(pages)]]);
}
