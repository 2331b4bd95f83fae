import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Stage } from './stage.ts';

export type Compression = 'br' | 'gz';

/** What compression helps: text. Pictures and fonts are compressed already; of other large files browsers ask for parts. */
const texts = /\.(?:html|js|mjs|css|json|xml|svg|txt|webmanifest|wasm|map)$/;

/** Below this many bytes a header costs more than is saved. */
const smallest = 1024;

/** Files that live for ever are worth the best compression up to this many bytes; pages change and are many. */
const large = 1_000_000;

export type CompressInput = {
  readonly stage: Stage;
  /** Path, bytes and content hash of each file in the stage. */
  readonly files: readonly (readonly [path: string, bytes: number, hash: string])[];
  readonly kinds: readonly Compression[];
  /** Folder of compressed copies by content hash, so that nothing is compressed twice; null for none. */
  readonly cache: string | null;
};

/** Writes `file.br` and `file.gz` beside each text file where they are smaller than the file. */
export async function compressFiles({ stage, files, kinds, cache }: CompressInput): Promise<void> {
  const jobs = files
    .filter(([path, bytes]) => bytes >= smallest && texts.test(path))
    .flatMap((file) => kinds.map((kind) => ({ file, kind })));
  let next = 0;
  const lane = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      const [path, bytes, hash] = job.file;
      const cached = cache && join(cache, hash.slice(0, 2), `${hash}.${job.kind}`);
      if (cached && (await linked(stage, `${path}.${job.kind}`, cached))) continue;
      const small = await squeeze(await readFile(join(stage.folder, path)), job.kind, path);
      if (small.length >= bytes) continue;
      stage.write(`${path}.${job.kind}`, small);
      if (cached) keep(cached, small);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}

async function linked(stage: Stage, path: string, cached: string): Promise<boolean> {
  try {
    stage.take(path, cached, 'link');
    return true;
  } catch {
    return false;
  }
}

function keep(file: string, content: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, content);
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
