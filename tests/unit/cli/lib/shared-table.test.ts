import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  listOf,
  listSection,
  loadSections,
  saveSections,
  textReader,
  textSections,
} from '../../../../cli/lib/sections.ts';
import { SharedTable } from '../../../../cli/lib/shared-table.ts';

describe('a table in shared memory', () => {
  it('returns the values of its keys, also in another thread, which creates it from its memory', () => {
    const rows = Array.from({ length: 5000 }, (_, n) => [`/größe/${n}`, { en: `/size/${n}`, 日本: n }] as const);
    const posted = structuredClone(SharedTable.of(rows)) as unknown as { readonly memory: SharedArrayBuffer };
    const table = new SharedTable(posted.memory);
    for (const [key, value] of rows) expect(table.get(key)).toEqual(value);
    for (const key of ['', '/größe', '/größe/5000', '/groesse/1']) expect(table.get(key)).toBeUndefined();
  });

  it('may be empty, and takes the last of equal keys', () => {
    expect(SharedTable.of([]).get('a')).toBeUndefined();
    expect(
      SharedTable.of([
        ['a', 'one'],
        ['a', 'two'],
      ]).get('a'),
    ).toBe('two');
  });
});

describe('a file of sections', () => {
  it('returns lists and texts as they were saved, also empty ones', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitegen-test-'));
    const file = { file: join(folder, 'sections.bin'), format: 'sections 1' };
    const lists = [[], [''], ['', 'ä', ''], ['one', 'two']];
    const texts = ['', '{"a":"é"}', '漢字 😀'];
    saveSections(file, { a: 1 }, [...lists.map(listSection), ...textSections(texts)]);
    const { header, section } = loadSections(file) ?? { header: null, section: () => Buffer.alloc(0) };
    expect(header).toEqual({ a: 1 });
    expect(lists.map((_, index) => listOf(section(index)))).toEqual(lists);
    expect(texts.map((_, index) => textReader(section(4), section(5))(index))).toEqual(texts);
    expect(loadSections({ ...file, format: 'sections 2' })).toBeNull();
    rmSync(folder, { recursive: true });
  });
});
