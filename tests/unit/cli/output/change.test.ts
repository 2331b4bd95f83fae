import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChange, planChange } from '../../../../cli/output/change.ts';
import { writeRecord } from '../../../../cli/output/foreign.ts';
import { recover } from '../../../../cli/output/journal.ts';

let root: string;
let out: string;
let stage: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const unchangedPaths = Array.from({ length: 40 }, (_, at) => `kept/${at}.txt`);
const old = [...unchangedPaths, 'assets/old.js', 'builds/latest.json', 'gone/deep/index.html', 'index.html'];
const changed = ['builds/latest.json', 'index.html', 'assets/new.js', 'new/index.html'];
const files = [...unchangedPaths, ...changed];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'change-'));
  [out, stage] = [join(root, 'dist'), join(root, '.sitegen', '.dist.stage-1')];
  for (const path of old) write(join(out, path), 'old');
  writeRecord(out, old);
  for (const path of changed) write(join(stage, path), 'new');
  writeRecord(stage, files);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const plan = () => planChange({ out, stage, files, isKept: (path) => unchangedPaths.includes(path) });
const text = (path: string) => (existsSync(join(out, path)) ? readFileSync(join(out, path), 'utf8') : null);
const expectNew = () => {
  expect(changed.map(text)).toEqual(['new', 'new', 'new', 'new']);
  expect(['assets/old.js', 'gone'].map((path) => existsSync(join(out, path)))).toEqual([false, false]);
  expect(text('kept/3.txt')).toBe('old');
  expect(JSON.parse(text('.sitegen-files.json') ?? '').files).toEqual(files);
};

describe('planChange', () => {
  it('moves assets first and the manifest last, and removes what is gone', () => {
    expect(plan()).toEqual({
      out,
      stage,
      files: ['assets/new.js', 'index.html', 'new/index.html', 'builds/latest.json'],
      removed: ['assets/old.js', 'gone/deep/index.html'],
    });
  });

  it('is null if most files change, without a record, and if an entry of others is in the way', () => {
    expect(planChange({ out, stage, files, isKept: () => false })).toBeNull();
    write(join(out, 'new/index.html'), 'of somebody else');
    expect(plan()).toBeNull();
    rmSync(join(out, 'new'), { recursive: true });
    symlinkSync(root, join(out, 'new'));
    expect(plan()).toBeNull();
    rmSync(join(out, 'new'));
    expect(plan()).not.toBeNull();
    rmSync(join(out, '.sitegen-files.json'));
    expect(plan()).toBeNull();
  });
});

describe('a change that was interrupted', () => {
  it.each([0, 1, 2, 3, 4, 5])('is completed by the next command after %i of its files have moved', (count) => {
    const change = plan()!;
    writeFileSync(join(root, '.sitegen', 'swap-1.json'), JSON.stringify(change));
    applyChange({ ...change, files: change.files.slice(0, count), removed: change.removed.slice(0, count - 4) });
    // The record moves last.
    if (count < 5) writeRecord(stage, files);
    if (count < 5) writeRecord(out, old);
    recover(join(root, '.sitegen'));
    expectNew();
    expect([existsSync(stage), existsSync(join(root, '.sitegen', 'swap-1.json'))]).toEqual([false, false]);
  });

  it('changes nothing if its journal was cut short, or the output folder is gone', () => {
    const journal = join(root, '.sitegen', 'swap-1.json');
    writeFileSync(journal, JSON.stringify(plan()).slice(0, 40));
    recover(join(root, '.sitegen'));
    expect(text('index.html')).toBe('old');
    writeFileSync(journal, JSON.stringify(plan()));
    rmSync(out, { recursive: true });
    recover(join(root, '.sitegen'));
    expect([existsSync(out), existsSync(stage)]).toEqual([false, false]);
  });
});
