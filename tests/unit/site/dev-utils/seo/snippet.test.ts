import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breadcrumbsOf, highlight, truncateToWidth } from '../../../../../site/dev-utils/seo/snippet.ts';
import { isInTable, widthOf } from '../../../../../site/dev-utils/seo/widths.ts';

const tenEach = (text: string) => text.length * 10;

describe('widthOf', () => {
  test('matches the advance widths of Arial', () => {
    // Measured in Chromium with a font of Arial's metrics, without kerning.
    expect(widthOf('Private photo tools', 20)).toBeCloseTo(165.65, 0);
    expect(widthOf('WWWWW', 20)).toBeCloseTo(94.4, 1);
    expect(widthOf('iiiii', 20)).toBeCloseTo(22.2, 1);
  });
  test('measures accented letters like their base letters, composed or not', () => {
    expect(widthOf('é', 20)).toBe(widthOf('e', 20));
    expect(widthOf('ệ'.normalize('NFD'), 20)).toBe(widthOf('ệ', 20));
    expect(isInTable('Größe, naïve; Привет – Ελλάδα')).toBe(true);
  });
  test('measures Chinese, Japanese and emoji as squares', () => {
    expect(widthOf('照片修复', 20)).toBe(80);
    expect(widthOf('ペン', 14)).toBe(28);
    expect(isInTable('照')).toBe(false);
  });
});

describe('a search snippet', () => {
  test('is truncated at a word and ends with an ellipsis', () => {
    expect(truncateToWidth('one two three', 1000, tenEach)).toBe('one two three');
    expect(truncateToWidth('one two three', 110, tenEach)).toBe('one two …');
    expect(truncateToWidth('照片修复工具在您的设备上', 80, tenEach)).toBe('照片修复工具 …');
    expect(truncateToWidth('AI 照片修复工具在您的设备上', 100, tenEach)).toBe('AI 照片修复工 …');
  });
  test('never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'grapheme' }), fc.integer({ min: 20, max: 600 }), (text, limit) => {
        expect(tenEach(truncateToWidth(text, limit, tenEach))).toBeLessThanOrEqual(limit);
      }),
    );
  });
  test('shows a URL as breadcrumbs', () => {
    expect(breadcrumbsOf('https://x.example/blog/%E7%85%A7/?a=1#b')).toEqual({
      host: 'https://x.example',
      path: ' › blog › 照',
    });
    expect(breadcrumbsOf('x.example')).toEqual({ host: 'https://x.example', path: '' });
    expect(breadcrumbsOf('')).toEqual({ host: '', path: '' });
    expect(breadcrumbsOf('https://x.example/%zz').path).toBe(' › %zz');
  });
  test('highlights words that contain special characters', () => {
    expect(highlight('Fix C++ photos', 'c++ fix')).toEqual([
      { text: 'Fix', strong: true },
      { text: ' ', strong: false },
      { text: 'C++', strong: true },
      { text: ' photos', strong: false },
    ]);
    expect(highlight('a', ' ')).toEqual([{ text: 'a', strong: false }]);
  });
});
