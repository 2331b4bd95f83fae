import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, suggest } from '../../../../cli/lib/suggest.ts';

describe('suggest', () => {
  const keys = ['title', 'description', 'date', 'updated', 'tags', 'author', 'cover', 'draft', 'slug'];

  it.each([
    ['tittle', 'title'],
    ['desciption', 'description'],
    ['Title', 'title'],
    ['tag', 'tags'],
    ['dtae', 'date'],
    ['autor', 'author'],
    ['update', 'updated'],
  ])('takes %s for %s', (word, meant) => {
    expect(suggest(word, keys)).toBe(meant);
  });

  it.each(['keywords', 'x', '', 'category', 'de'])('has nothing near %j', (word) => {
    expect(suggest(word, keys)).toBeNull();
  });

  it('prefers the nearer candidate and, at the same distance, the earlier one', () => {
    expect(suggest('paths', ['path', 'maths'])).toBe('path');
    expect(suggest('covert', ['covers', 'cover', 'covert'])).toBe('covert');
  });
});

describe('editDistance', () => {
  it('counts edits as people make them', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('form', 'from')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
  });

  it('is symmetric, zero only for equal words, and bounded by the longer word', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});
