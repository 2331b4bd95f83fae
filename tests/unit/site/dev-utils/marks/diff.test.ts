import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiffPart, diffOf } from '../../../../../site/dev-utils/marks/diff.ts';

const side = (parts: readonly DiffPart[], without: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('diffOf', () => {
  test('reports changed words, tags and Chinese characters', () => {
    expect(diffOf('one two', 'one 2 three')).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: '2 three' },
    ]);
    expect(diffOf('你好, 世界', '你好，世界').filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: ', ' },
      { kind: 'added', text: '，' },
    ]);
    expect(diffOf('用AI修', '用 AI 修').filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'added', text: ' ' },
      { kind: 'added', text: ' ' },
    ]);
    expect(diffOf('a', '<p>a</p>').map(({ text }) => text)).toEqual(['<p>', 'a', '</p>']);
  });
  test('reproduces both texts with as few changes as possible', () => {
    const word = fc.constantFrom('a', 'b', ' ', '\n', '<p>', '中', '.');
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (before, after) => {
        const parts = diffOf(before.join(''), after.join(''));
        expect(side(parts, 'added')).toBe(before.join(''));
        expect(side(parts, 'removed')).toBe(after.join(''));
        if (before.join('') === after.join('')) expect(parts.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });
  test('replaces the whole text if nothing is in common', () => {
    const [before, after] = ['a '.repeat(2000), 'b\n'.repeat(2000)];
    expect(diffOf(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });
});
