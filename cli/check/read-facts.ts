import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sitegenHash } from '../lib/version.ts';
import { writeFile } from '../lib/write-file.ts';
import type { PageFacts } from './facts.ts';

/** A document of the output: its path below the output folder, and the hash of its content. */
export type PageDocument = { readonly path: string; readonly file: string; readonly hash: string };

type Cached = { readonly version: string; readonly facts: { readonly [hash: string]: PageFacts } };

/** Reads the facts of documents below `out`; those of unchanged ones from `cache`, a JSON file. */
export async function readFacts(
  documents: readonly PageDocument[],
  { out, cache }: { readonly out: string; readonly cache: string },
): Promise<ReadonlyMap<string, PageFacts>> {
  const known = load(cache);
  const facts: { [hash: string]: PageFacts } = {};
  const found = new Map<string, PageFacts>();
  let isNew = documents.length !== Object.keys(known).length;
  for (const { path, file, hash } of documents) {
    let one = known[hash] ?? facts[hash];
    if (!one) {
      const { factsOf } = await import('./facts.ts');
      one = factsOf(readFileSync(join(out, file), 'utf8'));
      isNew = true;
    }
    facts[hash] = one;
    found.set(path, one);
  }
  if (isNew) save(cache, { version: sitegenHash, facts });
  return found;
}

function load(file: string): Cached['facts'] {
  try {
    const { version, facts } = JSON.parse(readFileSync(file, 'utf8')) as Cached;
    return version === sitegenHash ? facts : {};
  } catch {
    return {};
  }
}

function save(file: string, cached: Cached): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFile(`${file}.${process.pid}`, JSON.stringify(cached));
  renameSync(`${file}.${process.pid}`, file);
}
