import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageRecord } from '../../../../cli/incremental/page-record.ts';
import { pageFields } from '../../../../cli/incremental/page-row.ts';
import { createPageTable } from '../../../../cli/incremental/page-table.ts';
import {
  type BuildRecord,
  loadRecord,
  pageWith,
  recordedSources,
  saveRecord,
} from '../../../../cli/incremental/record.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegen-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'record.bin');
const out = '/somewhere/dist';

/** The record of a page; every third one has a picture, a warning and islands. */
const page = (n: number): PageRecord => ({
  path: n === 0 ? '/' : `/größe/${n}`,
  input: `${n}`.padStart(16, '0'),
  keys: n % 2 === 0 ? ['home.title', 'home.text'] : [],
  messages: 'fedcba9876543210',
  links: [['link', '/a', `/a${n}`]],
  media: n % 3 === 0 ? [['image', './lamp.png', `/assets/media/lamp-${n}.png 20x10`]] : [],
  targets: ['/', `/größe/${n + 1}`, '/impressum#日本'],
  ids: n % 2 === 0 ? ['top', `part-${n}`] : [],
  written: [[`/a${n}`, n, 3]],
  missing: n % 5 === 0 ? ['home.missing'] : [],
  hydrates: n % 3 !== 0,
  islands: n % 3 === 0 ? ['Counter' as never] : [],
  files: [
    [`größe/${n}/index.html`, 5_000_000_000 + n, '0123456789abcdef', 1_795_718_131_883.4602 + n],
    [`größe/${n}/_payload.json`, n, 'abcdef0123456789', 0],
  ],
  shows: [`content/${n}.md`, 'content/shared.md'],
  warnings: n % 3 === 0 ? [{ code: 'X', severity: 'warning', message: `Page ${n}`, hint: 'none' }] : [],
});

const recordOf = (pages: Iterable<PageRecord>, pageTable = createPageTable()): BuildRecord => ({
  pageTable,
  out,
  pages: new Map(Array.from(pages, (one) => [one.path, pageTable.add(one)])),
  copied: new Map([['a.txt', { from: 'key', file: ['a.txt', 3, 'key', 7.5] }]]),
  sources: recordedSources(new Map([['/', 'content/0.md']])),
  structure: { key: 'structure', texts: new Map([['content/0.md', 'abc']]) },
});

const pages = Array.from({ length: 700 }, (_, n) => page(n));
const plain = (one: PageRecord) => Object.fromEntries(pageFields.map((field) => [field, one[field]]));
const loaded = (): BuildRecord => loadRecord(file(), out) as BuildRecord;

describe('the record of a build', () => {
  it('is read as it was saved', () => {
    saveRecord(file(), recordOf(pages));
    const { pages: read, copied, sources, structure } = loaded();
    expect([...read.keys()]).toEqual(pages.map(({ path }) => path));
    expect(Array.from(read.values(), plain)).toEqual(pages.map(plain));
    const saved = recordOf([]);
    expect({ copied, structure }).toEqual({ copied: saved.copied, structure: saved.structure });
    expect(sources.read()).toEqual(saved.sources.read());
  });

  it('keeps pages that stay beside changed, added and removed ones, in the order of the build', () => {
    saveRecord(file(), recordOf(pages));
    for (let build = 0; build < 3; build++) {
      const { pages: last, pageTable } = loaded();
      const [first, second, third, ...others] = [...last.values()] as [PageRecord, PageRecord, PageRecord];
      const changed = pageWith(second, { targets: [`/new/${build}`], missing: [`new.${build}`] });
      const next = [...others, third, { ...page(800 + build), path: `/added/${build}` }, changed];
      saveRecord(file(), recordOf(next, pageTable));
      expect(Array.from(loaded().pages.values(), plain)).toEqual(next.map(plain));
      expect(loaded().pages.has(first.path)).toBe(false);
    }
  });

  it('lists its texts from scratch after many builds, so that those of pages that are gone do not pile up', () => {
    saveRecord(file(), recordOf([page(1)]));
    const sizes = Array.from({ length: 60 }, (_, build) => {
      const { pages: last, pageTable } = loaded();
      const [kept] = last.values() as Iterable<PageRecord>;
      saveRecord(file(), recordOf([pageWith(kept as PageRecord, { ids: [`id-${build}`] })], pageTable));
      return readFileSync(file()).length;
    });
    expect(sizes.at(-1)).toBeLessThan(sizes.at(48) as number);
    expect([...loaded().pages.values()].map(({ ids }) => ids)).toEqual([['id-59']]);
  });

  it('is none if the file is missing, cut short, damaged, or of another output folder', () => {
    expect(loadRecord(file(), out)).toBeNull();
    saveRecord(file(), recordOf(pages));
    expect(loadRecord(file(), '/elsewhere')).toBeNull();
    const bytes = readFileSync(file());
    for (const damaged of [bytes.subarray(0, bytes.length - 5), Buffer.from(bytes).fill('x', bytes.length - 9)]) {
      writeFileSync(file(), damaged);
      expect(loadRecord(file(), out)).toBeNull();
    }
  });
});
