import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { evict, evictCaches, markUsed } from '../../../../cli/lib/caches.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.parse('2026-05-01T12:00:00Z');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'caches-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a file that was last used `days` ago. */
function entry(path: string, days: number, bytes = 1): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'x'.repeat(bytes));
  setLastUse(file, days);
  return file;
}

const setLastUse = (file: string, days: number) => {
  const seconds = (nowMs - days * dayMs) / 1000;
  utimesSync(file, seconds, seconds);
};

const names = (paths: readonly string[]) => paths.map((path) => relative(root, path)).sort();

describe('evict', () => {
  it('deletes entries by the age of their last use, whatever their names', () => {
    const entries = [entry('0a', 31), entry('f0', 1), entry('7c', 29), entry('3d', 400)];
    expect(names(evict(entries, { maxIdleMs: 30 * dayMs }, { nowMs }))).toEqual(['0a', '3d']);
    expect(readdirSync(root).sort()).toEqual(['7c', 'f0']);
  });

  it('keeps the entries used last when there are too many, and those in use', () => {
    const entries = [entry('a', 1), entry('b', 5), entry('c', 2), entry('d', 4), entry('e', 3)];
    const inUse = [join(root, 'b')];
    expect(names(evict(entries, { maxIdleMs: Infinity, maxEntries: 3 }, { nowMs, inUse }))).toEqual(['d', 'e']);
  });

  it('keeps the entries used last when they are too large together', () => {
    const entries = [entry('a', 3, 40), entry('b', 2, 40), entry('c', 5, 1), entry('d', 4, 40)];
    expect(names(evict(entries, { maxIdleMs: Infinity, maxBytes: 100 }, { nowMs }))).toEqual(['c', 'd']);
  });

  it('keeps entries that builds of today use, whatever their size', () => {
    const entries = [entry('a', 0, 80), entry('b', 0.5, 80), entry('c', 2, 80)];
    expect(names(evict(entries, { maxIdleMs: Infinity, maxBytes: 50, minIdleMs: dayMs }, { nowMs }))).toEqual(['c']);
  });

  it('deletes folders with their contents', () => {
    entry('bundle/client/a.js', 0);
    setLastUse(join(root, 'bundle'), 31);
    evict([join(root, 'bundle')], { maxIdleMs: 30 * dayMs }, { nowMs });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('markUsed', () => {
  it('records the time of use of a file, and reports one that does not exist', () => {
    const file = entry('a', 40);
    expect(markUsed(file)).toBe(true);
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(dayMs);
    expect(markUsed(join(root, 'missing'))).toBe(false);
  });
});

describe('evictCaches', () => {
  const files = () =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile());

  it('applies the bounds to every cache of files, in its shards as well, and to nothing else', () => {
    for (const cache of ['pictures/0f', 'compressed/a1', 'cards'])
      for (const days of [1, 31]) entry(`cache/${cache}/${days}.json`, days);
    entry('cache/stat.bin', 31);
    entry('record.bin', 31);
    evictCaches(root, nowMs);
    expect(files().sort()).toEqual([
      'cache/cards/1.json',
      'cache/compressed/a1/1.json',
      'cache/evicted',
      'cache/pictures/0f/1.json',
      'cache/stat.bin',
      'record.bin',
    ]);
  });

  it('looks at the caches once a day', () => {
    evictCaches(root, nowMs);
    const old = entry('cache/pictures/0f/a.json', 31);
    evictCaches(root, nowMs + dayMs / 2);
    expect(files()).toContain(relative(root, old));
    evictCaches(root, nowMs + dayMs + 1);
    expect(files()).not.toContain(relative(root, old));
  });
});
