import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readHead } from '../../../../cli/sources/head.ts';
import { prefetchedHeads, prefetchHeads } from '../../../../cli/sources/prefetch.ts';
import { listSources } from '../../../../cli/sources/read.ts';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const waitForTurns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((next) => setImmediate(next));
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ahead-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('returns the same bytes as reading, each file once, and nothing for files that it does not read', async () => {
  write('config/site.yaml', 'name: A');
  write('content/blog/short/en.md', 'no front matter');
  write('content/blog/long/en.md', `---\ntitle: ${'ü'.repeat(3000)}\n---\nText`);
  for (let at = 0; at < 700; at++) write(`content/blog/post-${at}/en.md`, `---\ntitle: Größe ${at} 日本\n---\nText`);
  const { paths } = listSources(root);
  const take = prefetchedHeads({ paths, prefetched: prefetchHeads(root, paths) });
  await waitForTurns(8);
  expect(take('config/site.yaml')).toBeNull();
  // What is short or goes on is left to the ordinary way.
  expect(take('content/blog/short/en.md')).toBeNull();
  const found = paths.filter((path) => path.includes('/post-')).map((path) => [path, take(path)] as const);
  expect(found.filter(([, head]) => head !== null).length).toBeGreaterThan(600);
  for (const [path, head] of found) if (head) expect(head).toEqual(readHead(join(root, path)));
  expect(take('content/blog/post-3/en.md')).toBeNull();
});

it('stops at the file that the other thread has reached, and skips removed files', async () => {
  for (let at = 1000; at < 1700; at++) write(`content/blog/post-${at}/en.md`, '---\ntitle: A\n---\nText');
  const { paths } = listSources(root);
  rmSync(join(root, 'content/blog/post-1699'), { recursive: true });
  const take = prefetchedHeads({ paths, prefetched: prefetchHeads(root, paths) });
  expect(take('content/blog/post-1500/en.md')).toBeNull();
  await waitForTurns(8);
  expect(take('content/blog/post-1699/en.md')).toBeNull();
  expect(take('content/blog/post-1600/en.md')).toEqual({ text: '---\ntitle: A\n---\n', isComplete: false });
  expect(take('content/blog/post-1499/en.md')).toBeNull();
});
