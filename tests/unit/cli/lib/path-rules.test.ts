import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuildMeta } from '../../../../cli/contract.ts';
import {
  compareRulePaths,
  globPattern,
  matcherOf,
  pathMatcher,
  redirectTarget,
} from '../../../../cli/lib/path-rules.ts';
import { hostRules } from '../../../../cli/serve/built/host-files.ts';
import { headersBy } from '../../../../cli/serve/rules.ts';

/** Rule path, the paths that it matches, paths that it does not match. */
const patterns: readonly (readonly [rule: string, matching: readonly string[], others: readonly string[]])[] = [
  ['/', ['/'], ['/a', '/a/']],
  ['/a', ['/a', '/a/'], ['/', '/b', '/a/b', '/ab']],
  ['/a.b', ['/a.b'], ['/aXb']],
  ['/**', ['/', '/a', '/a/', '/a/b'], []],
  ['/a/**', ['/a', '/a/', '/a/b', '/a/b/c', '/a/b/c/'], ['/', '/ab', '/b/a']],
  ['/*', ['/a', '/a/'], ['/', '/a/b']],
  ['/a/*', ['/a/b', '/a/b/'], ['/a', '/a/', '/a/b/c']],
  ['/*/b', ['/a/b', '/a/b/'], ['/b', '/a/c', '/a/a/b']],
  ['/a/*/c', ['/a/b/c'], ['/a/c', '/a/b/b/c']],
  ['/**/c', ['/c', '/a/c', '/a/b/c'], ['/', '/a', '/ac']],
  ['/a/**/z', ['/a/z', '/a/b/z', '/a/b/c/z'], ['/a', '/a/b', '/az']],
  ['/a/**/c/**', ['/a/c', '/a/x/y/c', '/a/x/c/y'], ['/a/x']],
  ['/a-*', ['/a-', '/a-1'], ['/a', '/a-1/b']],
  ['/a.b/c*', ['/a.b/c', '/a.b/cd'], ['/axb/c', '/a.b/c/d']],
  ['/(a)+[b]/*', ['/(a)+[b]/x'], ['/a/x']],
  ['/über/*', ['/über/uns'], ['/uber/uns']],
];

describe('pathMatcher', () => {
  it.each(patterns)('matches %s against %j and not against %j', (rule, matching, others) => {
    const matches = pathMatcher(rule);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter((path) => matches(path))).toEqual([]);
  });
});

describe('everything that matches rules', () => {
  const target = { redirect: { to: '/target', status: 301 } };

  it.each(patterns)('agrees on %s: the browser, both servers', (rule, matching, others) => {
    const matcher = matcherOf({ [rule]: target });
    const headers = headersBy([{ path: rule, headers: { 'X-A': '1' } }]);
    for (const path of [...matching, ...others]) {
      const isMatch = matching.includes(path);
      expect(redirectTarget(matcher, path), path).toBe(isMatch ? '/target' : null);
      expect(headers(path), path).toEqual(isMatch ? { 'X-A': '1' } : {});
    }
  });

  it.each(patterns)('agrees with the patterns of hosts on %s, where hosts can express it', (rule, matching, others) => {
    const segments = rule.split('/');
    const isExpressible = segments.every((segment, i) =>
      segment === '**' ? i === segments.length - 1 : segment === '*' || !segment.includes('*'),
    );
    if (!isExpressible) return;
    const written = segments
      .map((segment, i) => (segment === '*' ? `:part${i}` : segment.replace('**', '*')))
      .join('/');
    const { redirect } = hostRules(`${encodeURI(written)} /target 301`, '');
    expect(matching.filter((path) => redirect(path) === null)).toEqual([]);
    expect(others.filter((path) => redirect(path) !== null)).toEqual([]);
  });

  it.each(patterns.filter(([rule]) => rule.includes('*')))(
    'agrees with the regular expression of %s in nginx.conf, but for slashes at the end',
    (rule, matching, others) => {
      const pattern = new RegExp(`^${globPattern(rule)}$`);
      const isPlain = (path: string) => path === '/' || !path.endsWith('/');
      expect(matching.filter((path) => isPlain(path) && !pattern.test(path))).toEqual([]);
      expect(others.filter((path) => pattern.test(path))).toEqual([]);
    },
  );
});

describe('compareRulePaths', () => {
  it('sorts from the least to the most specific', () => {
    const order = [
      ...['/**', '/**/x', '/*', '/*/x', '/a/**', '/a/**/z', '/a/*', '/a/b*', '/a/b/**', '/a/b/*'],
      ...['/', '/a', '/a/b'],
    ];
    expect(order.toReversed().sort(compareRulePaths)).toEqual(order);
  });

  it('is a total order', () => {
    const rule = fc
      .array(fc.constantFrom('**', '*', 'a', 'b', 'a*'), { minLength: 1, maxLength: 4 })
      .map((segments) => `/${segments.join('/')}`);
    fc.assert(
      fc.property(rule, rule, rule, (a, b, c) => {
        expect(Math.sign(compareRulePaths(a, b))).toBe(-Math.sign(compareRulePaths(b, a)) + 0);
        expect(compareRulePaths(a, b) === 0).toBe(a === b);
        if (compareRulePaths(a, b) < 0 && compareRulePaths(b, c) < 0) expect(compareRulePaths(a, c)).toBeLessThan(0);
      }),
    );
  });
});

describe('matcherOf', () => {
  it('separates exact paths from globs, and sorts globs from the least to the most specific', () => {
    const rule = { headers: { A: '1' } };
    const paths = ['/a/*', '/a/b*', '/a/b/**', '/**', '/b', '/a', '/*', '/a/**/z', '/a/**'];
    const matcher = matcherOf(Object.fromEntries(paths.map((path) => [path, rule])));
    expect(Object.keys(matcher.static)).toEqual(['/a', '/b']);
    expect(matcher.wildcard.map(([glob]) => glob)).toEqual([
      ...['/**', '/*', '/a/**', '/a/**/z', '/a/*', '/a/b*', '/a/b/**'],
    ]);
  });
});

describe('redirectTarget', () => {
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

  it.each([
    ['/', '/start'],
    ['/old/exact', '/exact'],
    ['/old/exact/', '/exact'],
    ['/old', '/any'],
    ['/old/a/b/c', '/any'],
    ['/old/a/edit', '/edit'],
    ['/old/deep/edit', 'https://other.example/'],
    ['/old/kept', '/any'],
    ['/older', null],
    ['/new', null],
  ])('gives for %s the most specific redirect: %s', (path, target) => {
    expect(redirectTarget(matcher, path)).toBe(target);
  });
});
