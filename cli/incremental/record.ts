import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { writeFile } from '../lib/write-file.ts';

/** A link or image of a Markdown body, and where it led; of an image also its size. */
export type LinkRead = readonly [kind: 'link' | 'image', written: string, resolved: string];

/** A link that Markdown writes, and where: its target within the site, line and column in the file. */
export type WrittenLink = readonly [target: string, line: number, column: number];

/** A file in the output folder: path, bytes, hash of the content, time of change in ms. */
export type WrittenFile = readonly [path: string, bytes: number, hash: string, mtimeMs: number];

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
  /** Where its links lead within the site, what they can lead to in it, and where its Markdown writes them. */
  readonly targets: readonly string[];
  readonly ids: readonly string[];
  readonly written: readonly WrittenLink[];
  /** Message keys that it shows and that have no message. */
  readonly missing: readonly string[];
  readonly files: readonly WrittenFile[];
  /** What was reported of it when it was rendered, and still holds. */
  readonly warnings: readonly Diagnostic[];
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
const version = 3;

type Header = {
  readonly version: number;
  readonly out: string;
  readonly copied: readonly [string, CopiedRecord][];
  /** Targets and ids of all pages: most are those of the shell, the same on each page. Pages hold their numbers. */
  readonly names: readonly string[];
};

type PageLine = readonly [
  path: string,
  input: string,
  keys: readonly string[],
  messages: string,
  links: readonly LinkRead[],
  files: readonly WrittenFile[],
  targets: readonly number[],
  ids: readonly number[],
  written: readonly WrittenLink[],
  missing: readonly string[],
  warnings: readonly Diagnostic[],
];

/** Reads the record of the last build into `out`, a line a page. Null when there is none, or one of another version. */
export function loadRecord(file: string, out: string): BuildRecord | null {
  try {
    const [head = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const header = JSON.parse(head) as Header;
    if (header.version !== version || header.out !== out || lines.pop() !== '') return null;
    const pages = new Map<string, PageRecord>();
    for (const line of lines) {
      const [path, input, keys, messages, links, files, targets, ids, written, missing, warnings] = JSON.parse(
        line,
      ) as PageLine;
      const named = (numbers: readonly number[]) => numbers.map((number) => header.names[number] as string);
      pages.set(path, {
        path,
        input,
        keys,
        messages,
        links,
        files,
        targets: named(targets),
        ids: named(ids),
        written,
        missing,
        warnings,
      });
    }
    return { out, pages, copied: new Map(header.copied) };
  } catch {
    return null;
  }
}

/** Writes the record in one step; a line that is cut short makes the whole of it count as missing. */
export function saveRecord(file: string, record: BuildRecord): void {
  const numbers = new Map<string, number>();
  const numbered = (names: readonly string[]): readonly number[] =>
    names.map((name) => {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return number;
    });
  const pages = Array.from(record.pages.values(), (page) => {
    const { path, input, keys, messages, links, files, written, missing, warnings } = page;
    const [targets, ids] = [numbered(page.targets), numbered(page.ids)];
    const line: PageLine = [path, input, keys, messages, links, files, targets, ids, written, missing, warnings];
    return JSON.stringify(line);
  });
  const header: Header = { version, out: record.out, copied: [...record.copied], names: [...numbers.keys()] };
  const lines = [JSON.stringify(header), ...pages];
  mkdirSync(dirname(file), { recursive: true });
  writeFile(`${file}.${process.pid}`, `${lines.join('\n')}\n`);
  renameSync(`${file}.${process.pid}`, file);
}
