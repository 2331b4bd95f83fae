import { expect, test } from 'vitest';
import type { BuildMeta } from '../../../../cli/contract.ts';
import { findPage, indexOfSorted } from '../../../../cli/runtime/build.ts';

const to = (target: string) => ({ redirect: { to: target, status: 301 } });
const matcher: BuildMeta['matcher'] = {
  static: { '/': to('/start'), '/old/exact': to('/exact'), '/old/kept': { headers: { 'X-A': '1' } } },
  wildcard: [
    ['/**', { headers: { 'X-All': '1' } }],
    ['/old/**', to('/any')],
    ['/old/*/edit', to('/edit')],
    ['/old/deep/**', to('https://other.example/')],
  ],
};

const assets = { chunk: '/a.js', css: [], imports: [] };
const meta: BuildMeta = {
  id: 'x',
  timestamp: 0,
  matcher,
  pages: { Home: { ...assets, chunk: '/home.js' }, Post: assets },
  prerendered: ['/new', '/post/a', '/post/b', '/über'].sort(),
  pageKeys: ['Home', 'Post'],
  pageOf: [0, 1, 1, 0],
  hashes: '00000000'.concat('11111111', '22222222', '33333333'),
};

test('findPage returns code and payload hash of a path', () => {
  expect(findPage(meta, '/new')).toEqual({ kind: 'page', hash: '00000000', assets: meta.pages.Home });
  expect(findPage(meta, '/post/b')).toEqual({ kind: 'page', hash: '22222222', assets });
  expect(findPage(meta, '/über')).toMatchObject({ hash: '33333333' });
  expect(findPage(meta, '/post')).toEqual({ kind: 'none' });
  expect(findPage(meta, '/old')).toEqual({ kind: 'redirect', to: '/any' });
});

test('indexOfSorted finds every member of a list and nothing else', () => {
  const list = Array.from({ length: 100 }, (_, i) => `/p/${i}`).sort();
  expect(list.map((path) => indexOfSorted(list, path))).toEqual(list.map((_, i) => i));
  expect(['', '/p', '/p/100', '/z'].map((path) => indexOfSorted(list, path))).toEqual([-1, -1, -1, -1]);
  expect(indexOfSorted([], '/')).toBe(-1);
});
