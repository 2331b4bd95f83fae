import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from '../lib/write-file.ts';
import type { PlanMemory } from '../plan.ts';
import { openStatCache, type StatCache } from './stat-cache.ts';

/** What one run leaves for the next in `.sitegen/cache`. All of it is keyed by content and may be deleted. */
export type Memory = PlanMemory & { readonly stats: StatCache; readonly save: () => void };

export function loadMemory(work: string, cache: boolean): Memory {
  const folder = join(work, 'cache');
  const sizesFile = join(folder, 'sizes.json');
  const stats = openStatCache(cache ? join(folder, 'stat.json') : null, Date.now);
  const sizes = new Map<string, readonly [number, number]>(cache ? read(sizesFile) : []);
  const before = sizes.size;
  return {
    entries: new WeakMap(),
    last: {},
    sizes,
    locales: new Map(),
    stats,
    save: () => {
      if (!cache) return;
      stats.save();
      if (sizes.size === before) return;
      mkdirSync(folder, { recursive: true });
      writeFile(`${sizesFile}.${process.pid}`, JSON.stringify([...sizes]));
      renameSync(`${sizesFile}.${process.pid}`, sizesFile);
    },
  };
}

function read(file: string): [string, readonly [number, number]][] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
