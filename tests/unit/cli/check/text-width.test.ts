import { expect, test } from 'vitest';
import { widthPx } from '../../../../cli/check/text-width.ts';

/** Width at which search engines cut titles, and font size of titles, in CSS pixels. */
const [TITLE_PX, FONT_PX] = [580, 20];

test.each([
  ['Latin', 'Restore old photos online, free and private, without any upload at all'],
  ['Han', '在浏览器里修复锐化放大和清理照片的十二款免费工具全部在您设备上运行'],
  ['Thai', 'เครื่องมือแต่งภาพ'.repeat(5)],
  ['Devanagari', 'पुरानी तस्वीरें ऑनलाइन सुधारें, मुफ़्त और निजी, बिना किसी अपलोड के, बस ब्राउज़र में'],
])('a long title is wider than a search engine shows, in %s script', (_, text) => {
  expect(widthPx(text, FONT_PX)).toBeGreaterThan(TITLE_PX);
});

test.each([
  ['Latin', 'Restore old photos online, free and private'],
  ['Han', '在浏览器里修复锐化放大和清理照片'],
  ['Thai', 'เครื่องมือแต่งภาพ'],
])('a short title fits, in %s script', (_, text) => {
  expect(widthPx(text, FONT_PX)).toBeLessThanOrEqual(TITLE_PX);
});

test('a combining mark has no width, and a precomposed letter is as wide as its base', () => {
  expect(widthPx('e\u0301', FONT_PX)).toBe(widthPx('e', FONT_PX));
  expect(widthPx('é', FONT_PX)).toBe(widthPx('e', FONT_PX));
});
