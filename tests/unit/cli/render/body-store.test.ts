import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBodyStore, packBodies } from '../../../../cli/render/body-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = Date.parse('2026-05-01T12:00:00Z');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bodies-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stores texts as a build does that starts `days` from now. */
function build(texts: Readonly<Record<string, string>>, days = 0, used: readonly string[] = []): void {
  const store = openBodyStore(folder, nowMs + days * dayMs);
  for (const key of used) store.find(key);
  store.add(packBodies(new Map(Object.entries(texts))));
  store.save();
}

const stored = (...keys: readonly string[]) => {
  const store = openBodyStore(folder, nowMs);
  return keys.map((key) => store.read(key));
};
const packs = () => readdirSync(folder).filter((name) => name.endsWith('.pack'));

describe('the store of rendered Markdown', () => {
  it('returns what was added, before and after it is saved, the newest text of each key', () => {
    const store = openBodyStore(folder, nowMs);
    store.add(
      packBodies(
        new Map([
          ['a', 'one'],
          ['b', 'zwei ä 🙂'],
        ]),
      ),
    );
    expect([store.read('a'), store.read('b'), store.read('c')]).toEqual(['one', 'zwei ä 🙂', null]);
    store.save();
    build({ a: 'three' }, 1);
    expect(stored('a', 'b')).toEqual(['three', 'zwei ä 🙂']);
  });

  it('packs texts into spare memory that is large enough, and into new memory otherwise', () => {
    const spare = new ArrayBuffer(16);
    const short = packBodies(
      new Map([
        ['a', 'ä'],
        ['b', 'two'],
      ]),
      spare,
    );
    expect(short.bytes.buffer).toBe(spare);
    const store = openBodyStore(folder, nowMs);
    store.add(short);
    const long = packBodies(new Map([['c', 'seventeen letters']]), spare);
    expect(long.bytes.buffer).not.toBe(spare);
    store.add(long);
    expect(['a', 'b', 'c'].map(store.read)).toEqual(['ä', 'two', 'seventeen letters']);
  });

  it('reads nothing of a damaged, shortened or missing pack, or of a damaged index', () => {
    build({ a: 'one', b: 'two' });
    const [pack = ''] = packs();
    const file = join(folder, pack);
    writeFileSync(file, readFileSync(file, 'utf8').replace('one', 'uno'));
    expect(stored('a', 'b')).toEqual([null, 'two']);
    writeFileSync(file, 'one');
    expect(stored('a', 'b')).toEqual(['one', null]);
    rmSync(file);
    expect(stored('a', 'b')).toEqual([null, null]);
    build({ a: 'one' }, 1);
    const index = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .at(-1) as string;
    appendFileSync(join(folder, index), ' ');
    expect(stored('a')).toEqual([null]);
  });

  it('drops texts that no build has used for 30 days, and their packs', () => {
    build({ a: 'one', b: 'two' });
    build({ c: 'three' }, 20, ['b']);
    build({ d: 'four' }, 31);
    expect(stored('a', 'b', 'c', 'd')).toEqual([null, 'two', 'three', 'four']);
    build({ e: 'five' }, 51, ['c', 'd']);
    expect(stored('b', 'c')).toEqual([null, 'three']);
    expect(packs()).toHaveLength(3);
  });

  it('joins packs where there are many, and those that hold little else than old texts', () => {
    build({ base: 'x'.repeat(1000) });
    for (let day = 1; day <= 20; day += 1) build({ [`text-${day}`]: `text ${day}` }, day / 24);
    expect(packs().length).toBeLessThan(9);
    expect(stored('base', 'text-1', 'text-20')).toEqual(['x'.repeat(1000), 'text 1', 'text 20']);
    build({ base: 'short' }, 1);
    build({ last: 'x' }, 1.5);
    expect(packs().reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0)).toBeLessThan(500);
    expect(stored('base', 'text-1', 'last')).toEqual(['short', 'text 1', 'x']);
  });

  it('deletes what a killed build left, once it is a day old', () => {
    build({ a: 'one' });
    for (const name of ['1-1-0.pack', '2-1-0.pack', '0f']) writeFileSync(join(folder, name), 'rest');
    const old = nowMs / 1000 - 2 * 24 * 60 * 60;
    for (const name of ['1-1-0.pack', '0f']) utimesSync(join(folder, name), old, old);
    build({ b: 'two' });
    expect(readdirSync(folder)).toContain('2-1-0.pack');
    expect(readdirSync(folder)).not.toContain('1-1-0.pack');
    expect(readdirSync(folder)).not.toContain('0f');
    expect(stored('a', 'b')).toEqual(['one', 'two']);
  });
});
