import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSources, rereadSources } from '../../../../cli/sources/read.ts';
import { openStatCache } from '../../../../cli/sources/stat-cache.ts';
import type { SourceTree } from '../../../../cli/sources/tree.ts';

let root: string;
const stats = openStatCache(null, Date.now);
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sources-'));
  for (const path of [
    'config/site.yaml',
    'content/blog/a/en.md',
    'content/blog/a-b/en.md',
    'content/blog/b/en.md',
    'site/App.tsx',
  ]) {
    write(path, `text of ${path}`);
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const hashes = (tree: ReturnType<typeof readSources>) =>
  [...tree.files.values()].map(({ path, kind, size, hash }) => [path, kind, size, hash]);

describe('rereadSources', () => {
  it('returns the same tree as reading all sources again, in the same order, after all kinds of edits', () => {
    let tree = readSources(root, stats);
    const step = (paths: string[], edit: () => void) => {
      edit();
      tree = rereadSources(tree, paths, stats).tree;
      expect(hashes(tree)).toEqual(hashes(readSources(root, stats)));
    };
    step(['content/blog/a/en.md'], () => write('content/blog/a/en.md', 'other'));
    step(['content/blog/aa/de.md'], () => write('content/blog/aa/de.md', 'new'));
    step(['content/blog/b'], () => rmSync(join(root, 'content/blog/b'), { recursive: true }));
    step(['content/blog/a', 'content/blog/z'], () =>
      renameSync(join(root, 'content/blog/a'), join(root, 'content/blog/z')),
    );
    step(['site/App.tsx', 'site/App.tsx/inner.tsx'], () => {
      rmSync(join(root, 'site/App.tsx'));
      write('site/App.tsx/inner.tsx', 'a folder now');
    });
    step(['site/App.tsx', 'site/App.tsx/App.tsx'], () => {
      rmSync(join(root, 'site/App.tsx'), { recursive: true });
      write('site/App.tsx', 'a file again');
    });
    step(['content'], () => rmSync(join(root, 'content'), { recursive: true }));
    step(['content'], () => write('content/blog/a/en.md', 'back'));
    step(['content/.hidden.md', 'elsewhere/a.md', 'content/node_modules/a.md'], () => write('content/.hidden.md', 'x'));
    step(['data/link.json', 'data/real.json'], () => {
      write('data/real.json', '1');
      symlinkSync('real.json', join(root, 'data/link.json'));
    });
  });

  it('reports links out of the site and loops as reading all sources would, and drops them once they are fixed', () => {
    let tree = readSources(root, stats);
    const step = (paths: string[], edit: () => void) => {
      edit();
      const reread = rereadSources(tree, paths, stats);
      tree = reread.tree;
      const fresh = readSources(root, stats);
      expect(hashes(tree)).toEqual(hashes(fresh));
      expect(new Set(tree.problems)).toEqual(new Set(fresh.problems));
      expect([...reread.changed]).toEqual(expect.arrayContaining([paths[0]]));
      return tree.problems?.map(({ code }) => code);
    };
    const at = (path: string) => join(root, path);
    mkdirSync(at('site/public'), { recursive: true });
    expect(step(['site/public/etc'], () => symlinkSync('/etc', at('site/public/etc')))).toEqual([
      'SOURCE_LINK_OUTSIDE',
    ]);
    const isHidden = rereadSources(tree, ['site/public/etc/hosts'], stats).tree.files.has('site/public/etc/hosts');
    expect(isHidden).toBe(false);
    expect(step(['site/public/etc'], () => rmSync(at('site/public/etc')))).toEqual([]);
    expect(step(['content/blog/a/up'], () => symlinkSync('..', at('content/blog/a/up')))).toEqual(['SOURCE_LINK_LOOP']);
    expect(step(['content/blog/a/up'], () => rmSync(at('content/blog/a/up')))).toEqual([]);
  });

  it('returns which files differ, and keeps the objects of the others', () => {
    const first = readSources(root, stats);
    write('content/blog/a/en.md', 'other');
    const { tree, changed } = rereadSources(first, ['content/blog/a/en.md', 'content/blog/none.md'], stats);
    expect([...changed]).toEqual(['content/blog/a/en.md']);
    expect(tree.files.get('site/App.tsx')).toBe(first.files.get('site/App.tsx'));
    expect(tree.files.get('content/blog/a/en.md')).not.toBe(first.files.get('content/blog/a/en.md'));
  });

  it('reports no change for a file that it has read since its last change', () => {
    const old = new Date(Date.now() - 10_000);
    const path = 'content/blog/a/en.md';
    write(path, 'other');
    utimesSync(join(root, path), old, old);
    const once = rereadSources(readSources(root, stats), [path], stats);
    const again = rereadSources(once.tree, [path], stats);
    expect([...once.changed, ...again.changed]).toEqual([path]);
    const folder = rereadSources(again.tree, ['content/blog/a'], stats);
    expect([...folder.changed]).toEqual([]);
    expect(hashes(folder.tree)).toEqual(hashes(readSources(root, stats)));
  });
});

describe('rereadSources, a moment after a change', () => {
  const path = 'content/blog/a/en.md';

  it('reports a file once, since watchers report one edit several times, and again if its content differs', () => {
    write(path, 'one');
    const time = new Date(Date.now() + 60_000);
    const keepTime = () => utimesSync(join(root, path), time, time);
    keepTime();
    const once = rereadSources(readSources(root, stats), [path], stats);
    const again = rereadSources(once.tree, [path], stats);
    expect([[...once.changed], [...again.changed]]).toEqual([[path], []]);
    write(path, 'two');
    keepTime();
    const second = rereadSources(again.tree, [path], stats);
    expect([...second.changed]).toEqual([path]);
  });

  it('reports no change if the file was empty at the first report, and whole when it was read', () => {
    const listed = () => {
      write(path, '');
      return rereadSources(readSources(root, stats), [path], stats).tree;
    };
    const tree = listed();
    write(path, 'whole');
    const hash = tree.hashedText?.(path).hash;
    const whole = rereadSources(tree, [path], stats);
    expect([...whole.changed]).toEqual([]);
    expect(whole.tree.files.get(path)).toMatchObject({ hash, size: 'whole'.length });
    // Neither the text nor the hash alone shows what the other was read from.
    for (const read of [(one: SourceTree) => one.text(path), (one: SourceTree) => one.files.get(path)?.hash]) {
      const partial = listed();
      read(partial);
      write(path, 'whole');
      void [partial.text(path), partial.files.get(path)?.hash];
      expect([...rereadSources(partial, [path], stats).changed]).toEqual([path]);
    }
  });
});

describe('readSources, heads', () => {
  it('returns the front matter if it is near the start, all of a short file, and the beginning of other files', () => {
    write('content/blog/a/en.md', `---\ntitle: A\n---\n${'body '.repeat(1000)}`);
    write('content/blog/b/en.md', `no front matter`);
    write('content/blog/c/en.md', `---\n${'key: value\n'.repeat(1000)}---\n`);
    const tree = readSources(root, stats, { heads: true });
    expect(tree.head?.('content/blog/a/en.md')).toEqual({ text: '---\ntitle: A\n---\n', isComplete: false });
    expect(tree.head?.('content/blog/b/en.md')).toEqual({ text: 'no front matter', isComplete: true });
    expect(tree.head?.('content/blog/c/en.md').isComplete).toBe(false);
  });
});
