import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LinkRead, WrittenFile } from '../render/job.ts';

/** What is remembered of a rendered page. */
export type PageRecord = {
  readonly path: string;
  /** Fingerprint of the page's job, its code and the messages that its code names. */
  readonly input: string;
  /** Message keys that it read besides those. */
  readonly keys: readonly string[];
  /** Fingerprint of those messages' texts. */
  readonly messages: string;
  readonly links: readonly LinkRead[];
  readonly files: readonly WrittenFile[];
};

/** A file in the output that is not a page: fingerprint of where it came from, and what it was as written. */
export type CopiedRecord = { readonly from: string; readonly file: WrittenFile };

export type BuildRecord = {
  /** Output folder that the files are in. */
  readonly out: string;
  readonly pages: ReadonlyMap<string, PageRecord>;
  readonly copied: ReadonlyMap<string, CopiedRecord>;
};

/** Changes with the shape of the lines. */
const version = 1;

/** Reads the record of the last build into `out`, a line a page. Null when there is none, or one of another version. */
export function loadRecord(file: string, out: string): BuildRecord | null {
  try {
    const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const header = JSON.parse(head) as { version: number; out: string; copied: [string, CopiedRecord][] };
    if (header.version !== version || header.out !== out || lines.pop() !== '') return null;
    const pages = new Map<string, PageRecord>();
    for (const line of lines) {
      const [path, input, keys, messages, links, files] = JSON.parse(line) as [
        string,
        string,
        string[],
        string,
        LinkRead[],
        WrittenFile[],
      ];
      pages.set(path, { path, input, keys, messages, links, files });
    }
    return { out, pages, copied: new Map(header.copied) };
  } catch {
    return null;
  }
}

/** Writes the record in one step; a line that is cut short makes the whole of it count as missing. */
export function saveRecord(file: string, record: BuildRecord): void {
  const lines = [JSON.stringify({ version, out: record.out, copied: [...record.copied] })];
  for (const page of record.pages.values()) {
    lines.push(JSON.stringify([page.path, page.input, page.keys, page.messages, page.links, page.files]));
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `${lines.join('\n')}\n`);
  renameSync(`${file}.${process.pid}`, file);
}
