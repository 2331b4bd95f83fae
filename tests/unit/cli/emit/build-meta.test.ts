import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFiles, buildMeta } from '../../../../cli/emit/build-meta.ts';
import { compareGlobs, globPattern, matcherOf } from '../../../../cli/emit/rules.ts';

const assets = (chunk: string) => ({ chunk, css: [], imports: [] });
const input = {
  id: 'b1',
  timestamp: 1_700_000_000_000,
  rules: {},
  pages: { 'templates/Post': assets('/assets/post.js'), 'pages/Home': assets('/assets/home.js') },
  prerendered: [
    { path: '/de', page: 'pages/Home', hash: 'bbbbbbbb22222222' },
    { path: '/blog/a', page: 'templates/Post', hash: 'cccccccc33333333' },
    { path: '/', page: 'pages/Home', hash: 'aaaaaaaa11111111' },
  ],
};

describe('the build manifest', () => {
  test('tells the page key and payload hash of each path', () => {
    const meta = buildMeta(input);
    expect(meta).toMatchObject({ id: 'b1', timestamp: 1_700_000_000_000 });
    expect(meta.prerendered).toEqual(['/', '/blog/a', '/de']);
    const told = meta.prerendered.map((path, i) => ({
      path,
      page: meta.pageKeys[meta.pageOf[i] as number],
      hash: meta.hashes.slice(8 * i, 8 * i + 8),
    }));
    expect(told).toEqual([
      { path: '/', page: 'pages/Home', hash: 'aaaaaaaa' },
      { path: '/blog/a', page: 'templates/Post', hash: 'cccccccc' },
      { path: '/de', page: 'pages/Home', hash: 'bbbbbbbb' },
    ]);
    expect(meta.pages).toEqual(input.pages);
  });

  test('does not depend on the order of pages, chunks and rules', () => {
    const rules = { '/b': { headers: { A: '1' } }, '/a/**': { headers: { A: '2' } }, '/**': { headers: { A: '3' } } };
    const backwards = <T>(map: Record<string, T>) => Object.fromEntries(Object.entries(map).reverse());
    const one = buildFiles(buildMeta({ ...input, rules }));
    const other = buildFiles(
      buildMeta({
        ...input,
        rules: backwards(rules),
        pages: backwards(input.pages),
        prerendered: input.prerendered.toReversed(),
      }),
    );
    expect(other).toEqual(one);
  });

  test('writes the manifest before the name that leads to it', () => {
    const meta = buildMeta(input);
    const [first, second] = buildFiles(meta);
    expect(first?.path).toBe('builds/meta/b1.json');
    expect(JSON.parse(first?.content ?? '')).toEqual(meta);
    expect(second).toEqual({ path: 'builds/latest.json', content: '{"id":"b1","timestamp":1700000000000}' });
  });

  test('a hash that is too short to cut is a bug and says so', () => {
    expect(() => buildMeta({ ...input, prerendered: [{ path: '/x', page: 'p', hash: 'abc' }] })).toThrow('/x');
  });
});

describe('rules', () => {
  test('exact paths stand apart, globs go from the least to the most specific', () => {
    const rule = { headers: { A: '1' } };
    const paths = ['/a/*', '/a/b*', '/a/b/**', '/**', '/a', '/*', '/a/**/z', '/a/**'];
    const matcher = matcherOf(Object.fromEntries(paths.map((path) => [path, rule])));
    expect(matcher.static).toEqual({ '/a': rule });
    expect(matcher.wildcard.map(([glob]) => glob)).toEqual([
      '/**',
      '/*',
      '/a/**',
      '/a/**/z',
      '/a/*',
      '/a/b*',
      '/a/b/**',
    ]);
  });

  test('the order is total', () => {
    const glob = fc
      .array(fc.constantFrom('**', '*', 'a', 'b', 'a*'), { minLength: 1, maxLength: 4 })
      .map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(glob, glob, glob, (a, b, c) => {
        expect(Math.sign(compareGlobs(a, b))).toBe(-Math.sign(compareGlobs(b, a)) + 0);
        expect(compareGlobs(a, b) === 0).toBe(a === b);
        if (compareGlobs(a, b) < 0 && compareGlobs(b, c) < 0) expect(compareGlobs(a, c)).toBeLessThan(0);
      }),
    );
  });

  test.each([
    ['/**', ['/', '', '/a', '/a/b'], []],
    ['/a/**', ['/a', '/a/b', '/a/b/c'], ['/ab', '/b/a']],
    ['/a/*', ['/a/b'], ['/a', '/a/', '/a/b/c']],
    ['/a/**/z', ['/a/z', '/a/b/z', '/a/b/c/z'], ['/a/b', '/az']],
    ['/a.b/c*', ['/a.b/c', '/a.b/cd'], ['/axb/c', '/a.b/c/d']],
  ])('%s as a regular expression', (glob, fits, others) => {
    const pattern = new RegExp(`^${globPattern(glob)}$`);
    expect(fits.filter((path) => !pattern.test(path))).toEqual([]);
    expect(others.filter((path) => pattern.test(path))).toEqual([]);
  });
});
