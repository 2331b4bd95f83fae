import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../../../cli/serve/http/range.ts';

describe('parseRange', () => {
  it.each([
    ['bytes=0-499', 1000, { start: 0, end: 499 }],
    ['bytes=500-', 1000, { start: 500, end: 999 }],
    ['bytes=-500', 1000, { start: 500, end: 999 }],
    ['bytes=-5000', 1000, { start: 0, end: 999 }],
    ['bytes=0-5000', 1000, { start: 0, end: 999 }],
    ['BYTES = 1 - 2', 1000, null],
    ['bytes= 1 - 2 ', 1000, { start: 1, end: 2 }],
    ['bytes=1000-', 1000, 'unsatisfiable'],
    ['bytes=-0', 1000, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-1', 0, 'unsatisfiable'],
    ['bytes=9-3', 1000, null],
    ['bytes=-', 1000, null],
    ['bytes=0-1,5-6', 1000, null],
    ['items=0-1', 1000, null],
    [undefined, 1000, null],
  ])('reads %s of %d bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });

  it('never leads out of the file, whatever is sent', () => {
    const header = fc
      .tuple(fc.option(fc.nat(), { nil: '' }), fc.option(fc.nat(), { nil: '' }))
      .map(([a, b]) => `bytes=${a}-${b}`);
    fc.assert(
      fc.property(fc.oneof(header, fc.string()), fc.nat(), (text, size) => {
        const range = parseRange(text, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});
