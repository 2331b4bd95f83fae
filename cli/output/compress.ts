import { mkdirSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { markUsed } from '../lib/caches.ts';
import { createPause } from '../lib/pause.ts';
import { writeFile } from '../lib/write-file.ts';
import type { Stage } from './stage.ts';

export type Compression = 'br' | 'gz';

/** What compression helps: text. Pictures and fonts are compressed already; of other large files browsers ask for parts. */
const texts = /\.(?:html|js|mjs|css|json|xml|svg|txt|webmanifest|wasm|map)$/;

/** Below this many bytes a header costs more than is saved. */
const minBytes = 1024;

/** Files that live for ever are worth the best compression up to this many bytes; pages change and are many. */
const large = 1_000_000;

/** A file of the output: path, bytes and content hash. */
export type OutputEntry = readonly [path: string, bytes: number, hash: string];

export type CompressInput = {
  readonly stage: Stage;
  readonly files: readonly OutputEntry[];
  readonly kinds: readonly Compression[];
  /** Folder of compressed copies by content hash, so that nothing is compressed twice; null for none. */
  readonly cache: string | null;
  /** Whether the site brings the copy itself. */
  readonly has: (path: string) => boolean;
  /** Puts the copy of the last output into the stage; false where there is none of that content. */
  readonly reuse: (path: string, key: string) => boolean;
  /** Puts a copy of a file into the stage. */
  readonly take: (path: string, key: string, file: string) => void;
  readonly signal?: AbortSignal;
};

/** Adds `file.br` and `file.gz` beside each text file where they are smaller than the file. Resolves to their paths. */
export async function compressFiles(input: CompressInput): Promise<readonly string[]> {
  const { stage, files, kinds, cache, has, reuse, take, signal } = input;
  const jobs = files
    .filter(([path, bytes]) => bytes >= minBytes && texts.test(path))
    .flatMap((file) => kinds.map((kind) => ({ file, kind })))
    .filter(({ file: [path], kind }) => !has(`${path}.${kind}`));
  const written: string[] = [];
  const pause = createPause(signal);
  const compress = async ([path, bytes, hash]: OutputEntry, kind: Compression): Promise<boolean> => {
    const [copy, key] = [`${path}.${kind}`, `${hash}.${kind}`];
    const cached = cache && join(cache, hash.slice(0, 2), key);
    if (reuse(copy, key)) return true;
    if (cached && markUsed(cached)) {
      take(copy, key, cached);
      return true;
    }
    const small = await squeeze(await readFile(join(stage.folder, path)), kind, path);
    if (small.length >= bytes) return false;
    // Nothing is put into a stage that was discarded meanwhile.
    signal?.throwIfAborted();
    if (cached) {
      keep(cached, small);
      take(copy, key, cached);
    } else stage.write(copy, small);
    return true;
  };
  let next = 0;
  const lane = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      await pause();
      if (await compress(job.file, job.kind)) written.push(`${job.file[0]}.${job.kind}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return written;
}

function keep(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFile(`${file}.${process.pid}`, content);
  renameSync(`${file}.${process.pid}`, file);
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function squeeze(content: Buffer, kind: Compression, path: string): Promise<Buffer> {
  if (kind === 'gz') return zip(content, { level: 9 });
  const quality = path.startsWith('assets/') && content.length <= large ? 11 : 7;
  return brotli(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}
