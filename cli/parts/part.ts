import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, RefusedPage } from '../contract.ts';
import type { PageRecord, WrittenFile } from '../incremental/page-record.ts';
import { createPageTable, type PageTable } from '../incremental/page-table.ts';
import {
  type BuildRecord,
  type CopiedRecord,
  loadRecord,
  pageWith,
  recordedSources,
  saveRecord,
} from '../incremental/record.ts';
import type { Structure } from '../incremental/structure.ts';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { hashOf } from '../lib/hash.ts';
import { statOf } from '../lib/stat.ts';
import { fail, ok, type Result } from '../report/result.ts';
import { partName, type Shard } from './shard.ts';

/** The head of a part. */
type PartHead = Shard & {
  /** Hash of all that its pages were rendered from. */
  readonly key: string;
  readonly refused: readonly (readonly [path: string, page: RefusedPage])[];
  /** Warnings of rendering its pages. */
  readonly warnings: readonly Diagnostic[];
  /** Content hash of each of its files. */
  readonly files: readonly (readonly [path: string, hash: string])[];
};

const headFile = 'part.json';
const recordFile = 'part.bin';
const format = 'part 2';

/** Names of the files in a part's folder besides those for the output. */
export const partFiles = [headFile, recordFile] as const;

/** Returns the hash of everything that pages are rendered from. Parts of one site have the same key. */
export const partKey = ({ key, texts }: Structure): string =>
  hashOf(JSON.stringify([key, [...texts].sort(), process.version]));

export type PartContent = {
  readonly shard: Shard;
  readonly structure: Structure;
  readonly pages: ReadonlyMap<string, PageRecord>;
  readonly pageTable: PageTable;
  readonly refused: ReadonlyMap<string, RefusedPage>;
  readonly copied: ReadonlyMap<string, CopiedRecord>;
  /** Warnings of rendering its pages. */
  readonly warnings: readonly Diagnostic[];
  /** Paths of the files for the output. */
  readonly paths: readonly string[];
};

/** Writes the head and the record of a part beside its files. */
export function writePart(folder: string, content: PartContent): void {
  const { shard, structure, pages, pageTable, refused, copied, warnings, paths } = content;
  saveRecord(join(folder, recordFile), {
    out: '',
    pages,
    pageTable,
    copied,
    sources: recordedSources(new Map()),
    structure: { key: null, texts: new Map() },
  });
  const hashes = [...paths, recordFile].map((path) => [path, hashOf(readFileSync(join(folder, path)))] as const);
  const head: PartHead = { ...shard, key: partKey(structure), refused: [...refused], warnings, files: hashes };
  saveCache(join(folder, headFile), format, head);
}

/** All parts of a site. */
export type Parts = {
  readonly key: string;
  readonly refused: ReadonlyMap<string, RefusedPage>;
  /** Warnings of rendering the pages. */
  readonly warnings: readonly Diagnostic[];
  readonly record: Pick<BuildRecord, 'pages' | 'pageTable' | 'copied'>;
  /** Path of a file for the output -> its absolute path in a part. */
  readonly files: ReadonlyMap<string, string>;
};

/** Reads all parts in a folder. Fails if one is missing or damaged, or if they do not belong together. */
export function readParts(folder: string): Result<Parts> {
  const shards = namesIn(folder).flatMap((name): Shard[] => {
    const [, index, count] = /^(\d+)-of-(\d+)$/.exec(name)?.map(Number) ?? [];
    return index && count ? [{ index, count }] : [];
  });
  const [first] = shards;
  if (!first) return fail([problem('PART_MISSING', `There are no parts in ${folder}.`, buildPartsHint)]);
  const { count } = first;
  const other = shards.find((one) => one.count !== count);
  if (other) {
    const message = `${folder} holds parts of two divisions: ${partName(first)} and ${partName(other)}.`;
    return fail([problem('PART_FOREIGN', message, 'Delete the parts of one of them.')]);
  }
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !shards.some((one) => one.index === index),
  );
  if (missing.length > 0) {
    const message = `Of ${count} parts in ${folder}, these are missing: ${missing.join(', ')}.`;
    const commands = missing.slice(0, 3).map((index) => `\`npx sitegen build --shard ${index}/${count}\``);
    return fail([problem('PART_MISSING', message, `Run ${commands.join(', ')} and put the results there.`)]);
  }
  const results = shards.map((shard) => readPart(join(folder, partName(shard)), shard));
  const parts = results.flatMap((part) => (part.ok ? [part.value] : []));
  return parts.length < results.length
    ? fail(results.flatMap((part) => (part.ok ? [] : part.problems)))
    : joinParts(parts);
}

type Part = { readonly folder: string; readonly head: PartHead; readonly record: BuildRecord };

function readPart(folder: string, { index, count }: Shard): Result<Part> {
  const head = loadCache<PartHead>(join(folder, headFile), format);
  const damaged = (what: string) =>
    fail([
      problem(
        'PART_DAMAGED',
        `The part ${folder} ${what}.`,
        `Run \`npx sitegen build --shard ${index}/${count}\` again.`,
      ),
    ]);
  if (!head) return damaged('is incomplete, or another version of sitegen wrote it');
  if (head.index !== index || head.count !== count) return damaged(`is that of shard ${head.index}/${head.count}`);
  const changed = head.files.find(([path, hash]) => hashOfFile(join(folder, path)) !== hash);
  if (changed) return damaged(`was changed: ${changed[0]} differs from what was written`);
  const record = loadRecord(join(folder, recordFile), '');
  return record ? ok({ folder, head, record }) : damaged('has no readable record');
}

function joinParts(parts: readonly Part[]): Result<Parts> {
  const [first] = parts as readonly [Part];
  const foreign = parts.find(({ head }) => head.key !== first.head.key);
  if (foreign) {
    const message = `The parts ${first.folder} and ${foreign.folder} were built from different sources, options or versions.`;
    return fail([problem('PART_FOREIGN', message, sameStateHint)]);
  }
  const paths = parts.flatMap(({ folder, head }) =>
    head.files.flatMap(([path]) => (path === recordFile ? [] : [[path, join(folder, path)] as const])),
  );
  const files = new Map(paths);
  /** Returns a file with its modification time on this machine. */
  const withLocalTime = ([path, bytes, hash]: WrittenFile): WrittenFile => [
    path,
    bytes,
    hash,
    statOf(files.get(path) ?? '')?.mtimeMs ?? 0,
  ];
  const pageTable = createPageTable();
  const pages = parts.flatMap(({ record }) =>
    Array.from(
      record.pages,
      ([path, page]) => [path, pageTable.add(pageWith(page, { files: page.files.map(withLocalTime) }))] as const,
    ),
  );
  const copied = parts.flatMap(({ record }) =>
    Array.from(record.copied, ([path, { from, file }]) => [path, { from, file: withLocalTime(file) }] as const),
  );
  return ok({
    key: first.head.key,
    refused: new Map(parts.flatMap(({ head }) => head.refused)),
    warnings: parts.flatMap(({ head }) => head.warnings),
    record: { pages: new Map(pages), pageTable, copied: new Map(copied) },
    files,
  });
}

const buildPartsHint =
  'Run `npx sitegen build --shard 1/N` to `--shard N/N`, and put the folders that they write there.';
const sameStateHint = 'Build all parts and merge them from the same commit, with the same options and versions.';

/** Returns the problem of parts that were built from other sources than the site has. */
export const foreignParts = (folder: string): Diagnostic =>
  problem('PART_FOREIGN', `The parts in ${folder} were built from other sources, options or versions.`, sameStateHint);

/** Returns the problem of pages that no part has. */
export function incompleteParts(folder: string, paths: readonly string[]): Diagnostic {
  const shown = paths.slice(0, 3).join(', ');
  const message = `No part in ${folder} has ${shown}${paths.length > 3 ? ` and ${paths.length - 3} more pages` : ''}.`;
  return problem('PART_FOREIGN', message, sameStateHint);
}

const problem = (code: string, message: string, hint: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint,
});

function hashOfFile(file: string): string | null {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
