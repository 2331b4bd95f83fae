import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renamed, savedPercent } from '../../../../site/dev-utils/convert.ts';
import { cutToWidth } from '../../../../site/dev-utils/snippet.ts';

const tenEach = (text: string) => text.length * 10;

describe('a search snippet', () => {
  test('is cut at a word and ends with an ellipsis', () => {
    expect(cutToWidth('one two three', 1000, tenEach)).toBe('one two three');
    expect(cutToWidth('one two three', 110, tenEach)).toBe('one two …');
    expect(cutToWidth('照片修复工具在您的设备上', 80, tenEach)).toBe('照片修复工具 …');
  });
  test('never becomes wider than the limit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 20, max: 600 }), (text, limit) => {
        expect(tenEach(cutToWidth(text, limit, tenEach))).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('a converted picture', () => {
  test('keeps its name', () => {
    expect(renamed('my.holiday.PNG', 'image/webp')).toBe('my.holiday.webp');
    expect(renamed('photo', 'image/jpeg')).toBe('photo.jpg');
  });
  test('says how much was saved', () => {
    expect(savedPercent(1000, 250)).toBe(75);
    expect(savedPercent(100, 130)).toBe(-30);
    expect(savedPercent(0, 10)).toBe(0);
  });
});
