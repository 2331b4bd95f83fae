import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameByPattern } from '../../../../site/workspace/name-pattern.ts';
import { distinctFolders, distinctNames, resultName } from '../../../../site/workspace/names.ts';
import { unitsOf } from '../../../../site/workspace/units.ts';
import { zip, zipStream } from '../../../../site/workspace/zip.ts';

test('results are named after their picture', () => {
  expect(resultName('Strand.JPEG', 'sharp', { type: 'image/png' })).toBe('Strand-sharp.png');
  expect(resultName('a.b.c.webp', 'hd', { type: 'image/jpeg' })).toBe('a.b.c-hd.jpg');
  expect(resultName('.png', 'hd', { type: 'image/avif' })).toBe('picture-hd.avif');
  expect(resultName('mark.png', 'clear', { type: 'image/svg+xml' })).toBe('mark-clear.svg');
});

test('a pattern names results, with the extension of their format', () => {
  const values = { name: 'Beach.day.jpg', number: 3, width: 640, height: 480 };
  const name = (pattern: string) => nameByPattern(pattern, values, 'Beach.day-sharp.png');
  expect(name('')).toBe('Beach.day-sharp.png');
  expect(name('{number}-{name}-{width}x{height}')).toBe('3-Beach.day-640x480.png');
  expect(name('a/b:{unknown}')).toBe('a-b-{unknown}.png');
  expect(name('...')).toBe('Beach.day-sharp.png');
});

test('equal names get numbers', () => {
  expect(distinctNames(['a.png', 'A.png', 'a.png', 'b.png'])).toEqual(['a.png', 'A-2.png', 'a-3.png', 'b.png']);
});

test('names are distinct within a folder, and folders begin below the one that all files share', () => {
  expect(distinctNames(['a/x.png', 'b/x.png', 'a/X.png', 'a.b/x'])).toEqual([
    'a/x.png',
    'b/x.png',
    'a/X-2.png',
    'a.b/x',
  ]);
  expect(distinctFolders(['scans', 'scans/1950', 'scans/1950/june'])).toEqual(['', '1950', '1950/june']);
  expect(distinctFolders(['scans/1950', 'scans/1950'])).toEqual(['', '']);
  expect(distinctFolders(['scans', '', 'other'])).toEqual(['scans', '', 'other']);
  expect(distinctFolders([])).toEqual([]);
});

/** Reads an archive with Python's `zipfile` `z`; returns its first damaged member and the value of `expression`. */
async function readByPython(
  archive: Blob,
  expression: string,
): Promise<readonly [broken: string | null, found: unknown]> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  const path = join(folder, 'a.zip');
  writeFileSync(path, new Uint8Array(await archive.arrayBuffer()));
  const program = [
    'import zipfile, sys, json',
    'z = zipfile.ZipFile(sys.argv[1])',
    `print(json.dumps([z.testzip(), ${expression}]))`,
  ].join('\n');
  const output = execFileSync('python3', ['-c', program, path], { encoding: 'utf8', maxBuffer: 1e8 });
  rmSync(folder, { recursive: true });
  return JSON.parse(output);
}

test('an archive can be read by another program', async () => {
  const entries = ['one.txt', 'zwei – ü.txt'].map((name, index) => ({
    name,
    content: new Uint8Array(1000 + index).map((_, i) => (i * 7 + index) % 256),
  }));
  const files = entries.map(({ name, content }) => ({ name, file: new Blob([content]) }));
  const archive = await zip(files, new Date(2024, 5, 7, 8, 9, 10));
  expect(archive.type).toBe('application/zip');
  const [broken, found] = await readByPython(
    archive,
    '[[i.filename, i.date_time, list(z.read(i))] for i in z.infolist()]',
  );
  expect(broken).toBeNull();
  expect(found).toEqual(entries.map(({ name, content }) => [name, [2024, 6, 7, 8, 9, 10], [...content]]));
});

test('files are read one after the other', async () => {
  const read: string[] = [];
  const entries = function* () {
    for (const name of ['a', 'b', 'c']) {
      read.push(name);
      yield { name, file: new Blob([new Uint8Array(100_000)]) };
    }
  };
  const reader = zipStream(entries(), new Date(2024, 5, 7)).getReader();
  await reader.read();
  expect(read).toEqual(['a']);
});

test('bytes and times are formatted in the language of the page', () => {
  expect(unitsOf('en').bytes(999)).toBe('999 bytes');
  expect(unitsOf('en').bytes(4_312_000)).toBe('4.3 MB');
  expect(unitsOf('de').bytes(4_312_000)).toBe('4,3 MB');
  expect(unitsOf('en').time(200)).toBe('1 sec');
  expect(unitsOf('en').time(300_000)).toBe('5 min');
});
