import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import zlib, { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { WrittenFile } from '../incremental/page-record.ts';
import { markUsed } from '../lib/caches.ts';
import { hashOf } from '../lib/hash.ts';
import type { MemoryLimit } from '../lib/memory-limit.ts';
import { createPause } from '../lib/pause.ts';
import { errorWithPath, moveIntoCache } from '../lib/write-file.ts';
import type { Stage } from './stage.ts';

export type Compression = 'br' | 'gz';

/** Matches the files to compress. Pictures and fonts are compressed already; browsers request large files in ranges. */
const compressible = /\.(?:html|js|mjs|css|json|xml|svg|txt|vtt|md|webmanifest|wasm|map)$/;

/** Minimum size of a file to compress: smaller files gain less than the header costs. */
const minBytes = 1024;

/** Assets up to this size are compressed with the highest quality, because they never change; pages change often. */
const maxBestQualityBytes = 1_000_000;

/** Maximum megabytes that compressing a file takes: the window of Brotli at its highest quality, twice. */
const ENCODER_MB = 32;

/** A file of the output: path, bytes and content hash. */
export type OutputEntry = readonly [path: string, bytes: number, hash: string];

export type CompressInput = {
  readonly stage: Stage;
  readonly files: Iterable<OutputEntry | WrittenFile>;
  readonly kinds: readonly Compression[];
  /** Folder of compressed copies by content hash; null: no cache. */
  readonly cache: string | null;
  /** Returns whether the output already has a file at a path, which the site itself contains. */
  readonly has: (path: string) => boolean;
  /** Reuses the copy in the last output. Returns false if there is none with that content. */
  readonly reuse: (path: string, key: string) => boolean;
  /** Adds the copy from a file. */
  readonly take: (path: string, key: string, file: string) => void;
  /** Limits the number of files that are compressed at a time. */
  readonly limit: Pick<MemoryLimit, 'threads'>;
  readonly signal?: AbortSignal;
};

/** Adds `file.br` and `file.gz` beside each text file if they are smaller than the file. Resolves to their paths. */
export async function compressFiles(input: CompressInput): Promise<readonly string[]> {
  const { stage, files, kinds, cache, has, reuse, take, limit, signal } = input;
  if (kinds.length === 0) return [];
  const jobs = Array.from(files, ([path, bytes, hash]): OutputEntry => [path, bytes, hash])
    .filter(([path, bytes]) => bytes >= minBytes && compressible.test(path))
    .flatMap((file) => kinds.map((kind) => ({ file, kind })))
    .filter(({ file: [path], kind }) => !has(`${path}.${kind}`));
  const written: string[] = [];
  const pause = createPause(signal);
  const compress = async ([path, bytes, hash]: OutputEntry, kind: Compression): Promise<boolean> => {
    const [copy, key] = [`${path}.${kind}`, `${hash}.${kind}`];
    const cached = cache && join(cache, hash.slice(0, 2), key);
    if (reuse(copy, key)) return true;
    if (cached && (await holds(cached, kind, hash)) && markUsed(cached)) {
      take(copy, key, cached);
      return true;
    }
    const target = cached || join(stage.folder, copy);
    const isSmaller = await compressFile(stage.locate(path), { kind, path, bytes, target, signal });
    if (isSmaller && cached) take(copy, key, cached);
    return isSmaller;
  };
  let next = 0;
  const compressNext = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      await pause();
      if (await compress(job.file, job.kind)) written.push(`${job.file[0]}.${job.kind}`);
    }
  };
  await Promise.all(Array.from({ length: limit.threads(ENCODER_MB, 4) }, compressNext));
  // Whichever is finished first.
  return written.sort();
}

/** Returns whether a cached copy decompresses to a file with the hash. */
async function holds(file: string, kind: Compression, hash: string): Promise<boolean> {
  try {
    const copy = await readFile(file);
    return hashOf(await (kind === 'gz' ? gunzip(copy) : brotliDecompress(copy))) === hash;
  } catch {
    return false;
  }
}

const [gunzip, brotliDecompress] = [promisify(zlib.gunzip), promisify(zlib.brotliDecompress)];

type FileToCompress = {
  readonly kind: Compression;
  readonly path: string;
  readonly bytes: number;
  readonly target: string;
  readonly signal: AbortSignal | undefined;
};

/**
 * Compresses a file into `target` atomically, as a stream, so that memory does not grow with the file. Returns false if
 * the copy would not be smaller.
 */
async function compressFile(from: string, { kind, path, bytes, target, signal }: FileToCompress): Promise<boolean> {
  mkdirSync(dirname(target), { recursive: true });
  const temporary = `${target}.${process.pid}`;
  try {
    const written = createWriteStream(temporary);
    // Rejects if the stage has been discarded meanwhile.
    await pipeline(createReadStream(from), compressor(kind, path, bytes), written, signal ? { signal } : {});
    if (written.bytesWritten < bytes) {
      moveIntoCache(temporary, target);
      return true;
    }
    return false;
  } catch (error) {
    throw errorWithPath(target, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function compressor(kind: Compression, path: string, bytes: number): Transform {
  if (kind === 'gz') return createGzip({ level: 9 });
  const quality = path.startsWith('assets/') && bytes <= maxBestQualityBytes ? 11 : 7;
  return createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes },
  });
}
