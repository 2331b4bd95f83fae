import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { hashOf } from '../lib/hash.ts';
import { sitegenHash } from '../lib/version.ts';
import { writeFile } from '../lib/write-file.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import { bodyFile } from './body.ts';
import type { BodyJob } from './job.ts';

/** Bodies of texts whose hashes begin alike. One value for many, since rendering one takes less time than loading it. */
type Pack = { readonly key: string; readonly names: readonly string[] };

/** Name of a file below the cache -> its text, which has a checksum of its own. */
type PackContent = Readonly<Record<string, string>>;

/**
 * Loads rendered Markdown that is missing in the cache. Resolves to a function that stores the packs that were missing, or of
 * which a body was rendered again since a link in it leads elsewhere.
 */
export async function loadSharedBodies(
  shared: SharedCache,
  cache: string | null,
  jobs: readonly BodyJob[],
): Promise<() => Promise<void>> {
  if (!shared.isOpen || cache === null) return async () => {};
  const incomplete = packsOf(jobs).filter(({ names }) => names.some((name) => !existsSync(join(cache, name))));
  const missing = new Set<Pack>();
  for (const pack of incomplete) {
    const stored = await shared.get(pack.key);
    if (stored.kind !== 'found') missing.add(pack);
    else unpack(cache, JSON.parse(gunzipSync(stored.bytes).toString('utf8')));
  }
  const loadedMs = Date.now();
  return async () => {
    for (const pack of incomplete) {
      const content = contentOf(cache, pack);
      const isNew = missing.has(pack) || pack.names.some((name) => isNewer(join(cache, name), loadedMs));
      if (content && isNew) await shared.set(pack.key, gzipSync(JSON.stringify(content), { level: 1 }));
    }
  };
}

/** Returns the packs of jobs. A pack with another text has another key. */
function packsOf(jobs: readonly BodyJob[]): readonly Pack[] {
  const groups = new Map<string, Set<string>>();
  for (const job of jobs) {
    const group = job.hash.slice(0, 2);
    groups.set(group, (groups.get(group) ?? new Set()).add(bodyFile(job)));
  }
  return Array.from(groups.values(), (group) => {
    const names = [...group].sort();
    return { key: `bodies/${hashOf([sitegenHash, ...names].join('\n'))}`, names };
  });
}

function unpack(cache: string, content: PackContent): void {
  for (const [name, text] of Object.entries(content)) {
    const file = join(cache, name);
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFile(file, text);
  }
}

/** Returns the texts of a pack; null if one is missing, such as that of a page with an error. */
function contentOf(cache: string, { names }: Pack): PackContent | null {
  if (!names.every((name) => existsSync(join(cache, name)))) return null;
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cache, name), 'utf8')]));
}

const isNewer = (file: string, ms: number): boolean => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ms;
