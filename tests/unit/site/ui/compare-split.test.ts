import { describe, expect, test } from 'vitest';
import { splitAt, splitByKey } from '../../../../site/ui/compare-split.ts';

describe('the divider between before and after', () => {
  test('follows the pointer and stops at the edges', () => {
    expect(splitAt(100, 400)).toBe(25);
    expect(splitAt(-30, 400)).toBe(0);
    expect(splitAt(900, 400)).toBe(100);
  });
  test('is in the middle while the picture has no width', () => expect(splitAt(10, 0)).toBe(50));
  test('is moved by arrows, Page keys, Home and End', () => {
    expect(splitByKey('ArrowRight', 50)).toBe(52);
    expect(splitByKey('ArrowLeft', 1)).toBe(0);
    expect(splitByKey('PageUp', 90)).toBe(100);
    expect(splitByKey('Home', 70)).toBe(0);
    expect(splitByKey('End', 70)).toBe(100);
    expect(splitByKey('x', 70)).toBeNull();
  });
});
