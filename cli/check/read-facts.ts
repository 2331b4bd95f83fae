import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sitegenHash } from '../lib/version.ts';
import { writeFile } from '../lib/write-file.ts';
import type { PageFacts } from './facts.ts';

/** A document of the output: its path below the output folder, and the hash of its content. */
export type PageDocument = { readonly path: string; readonly file: string; readonly hash: string };

type FactsCache = { readonly version: string; readonly facts: { readonly [hash: string]: PageFacts } };

/** Returns the facts of documents below `out` by path. Those of unchanged documents are read from `cache`, a JSON file. */
export async function readFacts(
  documents: readonly PageDocument[],
  { out, cache }: { readonly out: string; readonly cache: string },
): Promise<ReadonlyMap<string, PageFacts>> {
  const cachedFacts = load(cache);
  const facts: { [hash: string]: PageFacts } = {};
  const factsByPath = new Map<string, PageFacts>();
  let isNew = documents.length !== Object.keys(cachedFacts).length;
  for (const { path, file, hash } of documents) {
    let pageFacts = cachedFacts[hash] ?? facts[hash];
    if (!pageFacts) {
      const { factsOf } = await import('./facts.ts');
      pageFacts = factsOf(readFileSync(join(out, file), 'utf8'));
      isNew = true;
    }
    facts[hash] = pageFacts;
    factsByPath.set(path, pageFacts);
  }
  if (isNew) save(cache, { version: sitegenHash, facts });
  return factsByPath;
}

function load(file: string): FactsCache['facts'] {
  try {
    const { version, facts } = JSON.parse(readFileSync(file, 'utf8')) as FactsCache;
    return version === sitegenHash ? facts : {};
  } catch {
    return {};
  }
}

function save(file: string, cached: FactsCache): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFile(`${file}.${process.pid}`, JSON.stringify(cached));
  renameSync(`${file}.${process.pid}`, file);
}
