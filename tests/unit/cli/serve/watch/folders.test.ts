import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolders } from '../../../../../cli/serve/watch/folders.ts';

let root: string;
let heard: Set<string>;
let found: string[];
let watching: ReturnType<typeof watchFolders>;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const expectEvent = (path: string) => expect.poll(() => [...heard]).toContain(path);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'folders-'));
  write('a/en.md', 'A');
  write('b/c/en.md', 'C');
  write('.hidden/en.md', 'none');
  heard = new Set();
  found = [];
  watching = watchFolders({
    folder: root,
    onFile: (path) => found.push(relative(root, path)),
    onChange: (event, path) => heard.add(`${event} ${relative(root, path)}`),
    onError: (error) => expect.unreachable(error.message),
  });
});
afterEach(() => {
  watching.close();
  rmSync(root, { recursive: true });
});

it('finds each file that is there', () => {
  expect(found.sort()).toEqual(['a/en.md', 'b/c/en.md']);
});

it('hears of files that change, come and go, in folders that came later too', async () => {
  write('a/en.md', 'other');
  await expectEvent('change a/en.md');
  write('new/deep/de.md', 'D');
  // The whole folder is reported, because its files may be older than the watcher.
  await expectEvent('add new');
  await expectEvent('add new/deep/de.md');
  heard.clear();
  await expect
    .poll(() => {
      write('new/deep/de.md', String(Math.random()));
      return [...heard];
    })
    .toContain('change new/deep/de.md');
  rmSync(join(root, 'b'), { recursive: true });
  await expectEvent('unlink b');
});

it('watches a folder that takes the place of another', async () => {
  write('other/en.md', 'O');
  await expectEvent('add other');
  renameSync(join(root, 'a'), join(root, 'away'));
  renameSync(join(root, 'other'), join(root, 'a'));
  await expectEvent('add a');
  heard.clear();
  await expect
    .poll(() => {
      write('a/en.md', String(Math.random()));
      return [...heard];
    })
    .toContain('change a/en.md');
});

it('hears nothing once it is closed', async () => {
  watching.close();
  write('a/en.md', 'late');
  await new Promise((done) => setTimeout(done, 100));
  expect(heard.size).toBe(0);
});
