import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStatCache } from '../../../../cli/sources/stat-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'stat-cache-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stat = { size: 1, mtimeMs: 2, ctimeMs: 3, ino: 4 };
const pathOf = (index: number): string => `content/${index}.md`;

describe('the cache of the states of files', () => {
  it('is written again once a hundredth of its rows is new, and finds all rows until then', () => {
    const file = join(folder, 'stat.bin');
    const first = openStatCache(file, Date.now);
    for (let index = 0; index < 300; index++) first.remember(pathOf(index), stat, `hash ${index}`);
    first.save();
    const written = readFileSync(file);
    const edited = { ...stat, mtimeMs: 5 };

    const second = openStatCache(file, Date.now);
    second.remember(pathOf(0), edited, 'edited');
    second.save();
    expect(second.find(pathOf(0), edited)).toBe('edited');
    expect(readFileSync(file).equals(written)).toBe(true);

    const third = openStatCache(file, Date.now);
    expect(third.find(pathOf(0), edited)).toBeUndefined();
    for (const index of [0, 1, 2]) third.remember(pathOf(index), edited, 'edited');
    third.save();

    const fourth = openStatCache(file, Date.now);
    expect([0, 1, 2, 3].map((index) => fourth.find(pathOf(index), edited))).toEqual([
      'edited',
      'edited',
      'edited',
      undefined,
    ]);
    expect(fourth.find(pathOf(3), stat)).toBe('hash 3');
  });

  it('is written again at once where a large file is new', () => {
    const file = join(folder, 'large.bin');
    const first = openStatCache(file, Date.now);
    for (let index = 0; index < 300; index++) first.remember(pathOf(index), stat, `hash ${index}`);
    first.save();
    const film = { ...stat, size: 100 * 2 ** 20 };
    const second = openStatCache(file, Date.now);
    second.remember('content/film.mp4', film, 'film');
    second.save();
    expect(openStatCache(file, Date.now).find('content/film.mp4', film)).toBe('film');
  });
});
