import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedLines, saveCachedLines } from '../../../../cli/lib/cache-file.ts';

const format = 'lines 1';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a cache of lines', () => {
  const file = () => join(folder, 'cache/lines');
  const saved = (lines: readonly string[]) => {
    saveCachedLines(file(), format, lines);
    return [...cachedLines(file(), format)];
  };

  it('returns the lines as they were saved, and leaves no other file', () => {
    for (const lines of [[''], ['one'], ['', ''], ['ä', '', '漢字 😀', ' ']]) expect(saved(lines)).toEqual(lines);
    expect(readdirSync(join(folder, 'cache'))).toEqual(['lines']);
  });

  it('reads and writes more than fits into one part, also a line that is longer than one', () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i} ${'é漢😀'.repeat(i % 23)}`);
    lines.splice(1000, 0, '漢'.repeat(3_000_000));
    const read = saved(lines);
    expect(read.length).toBe(lines.length);
    expect(read.every((line, i) => line === lines[i])).toBe(true);
  });

  it('throws for a file that is missing, cut short, damaged or of another format', () => {
    const all = () => [...cachedLines(file(), format)];
    expect(all).toThrow();
    saved(['one', 'two', 'three']);
    const bytes = readFileSync(file());
    for (const length of [0, 3, 12, 30, bytes.length - 1]) {
      writeFileSync(file(), bytes.subarray(0, length));
      expect(all, `${length} bytes`).toThrow();
    }
    writeFileSync(file(), bytes.toString().replace('two', 'too'));
    expect(all).toThrow('damaged');
    writeFileSync(file(), bytes.toString().replace(format, 'lines 2'));
    expect(all).toThrow(format);
  });
});
