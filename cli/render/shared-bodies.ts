import { gunzipSync, gzipSync } from 'node:zlib';
import { hashOf } from '../lib/hash.ts';
import { sitegenHash } from '../lib/version.ts';
import type { SharedCache } from '../storage/shared-cache.ts';
import { type BodyStore, bodyKey, packBodies } from './body-store.ts';
import type { BodyJob } from './job.ts';

/** Bodies of texts whose hashes begin alike. One value for many, since rendering one takes less time than loading it. */
type Group = { readonly key: string; readonly bodies: readonly string[] };

/** Key of a body -> its text. */
type GroupContent = Readonly<Record<string, string>>;

/**
 * Loads rendered Markdown that is missing in the store. Resolves to a function that shares the groups that were missing,
 * or of which a body was rendered again since a link in it leads elsewhere.
 */
export async function loadSharedBodies(
  shared: SharedCache,
  store: BodyStore | null,
  jobs: () => readonly BodyJob[],
): Promise<() => Promise<void>> {
  if (!shared.isOpen || store === null) return async () => {};
  const incomplete = groupsOf(jobs()).filter(({ bodies }) => bodies.some((key) => store.find(key) === null));
  /** Hashes of the texts that were loaded, by key. */
  const loaded = new Map<string, string | undefined>();
  for (const group of incomplete) {
    const stored = await shared.get(group.key);
    if (stored.kind !== 'found') continue;
    const content: GroupContent = JSON.parse(gunzipSync(stored.bytes).toString('utf8'));
    store.add(packBodies(new Map(Object.entries(content).filter(([key]) => store.find(key) === null))));
    for (const key of group.bodies) loaded.set(key, store.find(key)?.hash);
  }
  return async () => {
    for (const group of incomplete) {
      if (group.bodies.every((key) => loaded.has(key) && loaded.get(key) === store.find(key)?.hash)) continue;
      const content = contentOf(store, group);
      if (content) await shared.set(group.key, gzipSync(JSON.stringify(content), { level: 1 }));
    }
  };
}

/** Returns the groups of jobs. A group with another text has another key. */
function groupsOf(jobs: readonly BodyJob[]): readonly Group[] {
  const groups = new Map<string, Set<string>>();
  for (const job of jobs) {
    const group = job.hash.slice(0, 2);
    groups.set(group, (groups.get(group) ?? new Set()).add(bodyKey(job)));
  }
  return Array.from(groups.values(), (group) => {
    const bodies = [...group].sort();
    return { key: `bodies/${hashOf([sitegenHash, ...bodies].join('\n'))}`, bodies };
  });
}

/** Returns the texts of a group; null if one is missing, such as that of a page with an error. */
function contentOf(store: BodyStore, { bodies }: Group): GroupContent | null {
  const texts = bodies.map((key) => [key, store.read(key)] as const);
  return texts.some(([, text]) => text === null) ? null : (Object.fromEntries(texts) as GroupContent);
}
