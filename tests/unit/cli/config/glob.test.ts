import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareGlobs, matchGlob } from '../../../../cli/config/glob.ts';

describe('matchGlob', () => {
  it.each([
    ['/**', '/', true],
    ['/**', '/a/b', true],
    ['/a/**', '/a', true],
    ['/a/**', '/a/b/c', true],
    ['/a/**', '/ab', false],
    ['/*', '/a', true],
    ['/*', '/', false],
    ['/*', '/a/b', false],
    ['/*/b', '/a/b/', true],
    ['/**/c', '/c', true],
    ['/**/c', '/a/b/c', true],
    ['/a/**/c/**', '/a/x/y/c', true],
    ['/a', '/a/', true],
    ['/a', '/b', false],
  ])('%s on %s: %s', (glob, path, expected) => {
    expect(matchGlob(glob, path)).toBe(expected);
  });
});

describe('compareGlobs', () => {
  it('goes from the least to the most specific', () => {
    const order = ['/**', '/**/x', '/*', '/*/x', '/a/**', '/a/*', '/a/b/**', '/', '/a', '/a/b'];
    const shuffled = [...order].reverse();
    expect(shuffled.sort(compareGlobs)).toEqual(order);
  });

  it('is a total order', () => {
    const glob = fc.array(fc.constantFrom('*', '**', 'a', 'b'), { maxLength: 4 }).map((s) => `/${s.join('/')}`);
    fc.assert(
      fc.property(glob, glob, glob, (a, b, c) => {
        expect(Math.sign(compareGlobs(a, b))).toBe(-Math.sign(compareGlobs(b, a)) + 0);
        if (compareGlobs(a, b) <= 0 && compareGlobs(b, c) <= 0) expect(compareGlobs(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
