import { expect, test, vi } from 'vitest';
import type { Message } from '../../../../cli/contract.ts';
import type { Values } from '../../../../cli/runtime/message-types.ts';
import { createFormat, evaluate, formatText } from '../../../../cli/runtime/messages.ts';

const formatIn = (language: string, message: Message, values: Values = {}) =>
  formatText(message, createFormat(language), values);
const count = (cases: Readonly<Record<string, Message>>, offset = 0): Message => [['plural', 'n', offset, cases]];

const russian = count({
  one: [['#'], ' файл'],
  few: [['#'], ' файла'],
  many: [['#'], ' файлов'],
  other: [['#'], ' файла'],
});
test.each([
  [1, '1 файл'],
  [2, '2 файла'],
  [5, '5 файлов'],
  [11, '11 файлов'],
  [21, '21 файл'],
  [1.5, '1,5 файла'],
])('Russian plural of %s', (n, text) => {
  expect(formatIn('ru-RU', russian, { n })).toBe(text);
});

const arabic = count({ zero: 'صفر', one: 'واحد', two: 'اثنان', few: 'قليل', many: 'كثير', other: 'آخر' });
test.each([
  [0, 'صفر'],
  [1, 'واحد'],
  [2, 'اثنان'],
  [3, 'قليل'],
  [11, 'كثير'],
  [100, 'آخر'],
])('Arabic plural of %s', (n, text) => {
  expect(formatIn('ar-EG', arabic, { n })).toBe(text);
});

test('an exact number takes precedence over its category and ignores the offset', () => {
  const message = count(
    {
      '=0': 'nobody',
      '=1': ['only ', ['arg', 'who']],
      one: [['arg', 'who'], ' and one'],
      other: [['arg', 'who'], ' and ', ['#']],
    },
    1,
  );
  expect([0, 1, 2, 3].map((n) => formatIn('en', message, { n, who: 'Ada' }))).toEqual([
    'nobody',
    'only Ada',
    'Ada and one',
    'Ada and 2',
  ]);
});

test('a language without the categories of a fallback message uses `other`', () => {
  expect(formatIn('ja-JP', count({ one: 'one', other: [['#'], ' more'] }), { n: 1 })).toBe('1 more');
});

test('ordinals', () => {
  const message: Message = [
    ['ordinal', 'n', 0, { one: [['#'], 'st'], two: [['#'], 'nd'], few: [['#'], 'rd'], other: [['#'], 'th'] }],
  ];
  expect([1, 2, 3, 4, 11, 22].map((n) => formatIn('en', message, { n }))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '22nd',
  ]);
});

test('`#` in a select within a plural shows the number of the plural', () => {
  const message = count({ other: [['select', 'kind', { photo: [['#'], ' photos'], other: [['#'], ' things'] }]] });
  expect(formatIn('de-DE', message, { n: 1200, kind: 'photo' })).toBe('1.200 photos');
  expect(formatIn('de-DE', message, { n: 3, kind: 'video' })).toBe('3 things');
});

test('numbers and dates are formatted in the language', () => {
  expect(formatIn('de-DE', [['number', 'x', { style: 'percent' }]], { x: 0.5 })).toBe('50\u00a0%');
  expect(formatIn('en-US', [['number', 'x', {}]], { x: '1234.5' })).toBe('1,234.5');
  expect(formatIn('en-US', [['date', 'd', { dateStyle: 'long' }]], { d: '2026-03-01' })).toBe('March 1, 2026');
  expect(formatIn('ja-JP', [['date', 'd', { dateStyle: 'long' }]], { d: new Date(0) })).toBe('1970年1月1日');
});

test('a date without a time is the same day in every time zone', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const text = formatIn('en-US', [['date', 'd', { dateStyle: 'short' }]], { d: '2026-03-01' });
  vi.unstubAllEnvs();
  expect(text).toBe('3/1/26');
});

test('an argument without a value shows its name; values are not parsed as markup', () => {
  expect(formatIn('en', ['Hello ', ['arg', 'name']])).toBe('Hello {name}');
  expect(formatIn('en', [['arg', 'name']], { name: '<b>' })).toBe('<b>');
});

test('text keeps the content of tags; evaluate turns them into elements', () => {
  const message: Message = ['Read ', ['tag', 'a', ['the ', ['tag', 'b', 'terms']]], '.'];
  expect(formatIn('en', message)).toBe('Read the terms.');
  const parts = evaluate<{ tag: string; children: readonly unknown[] }>(message, {
    format: createFormat('en'),
    values: {},
    tag: (tag, children) => ({ tag, children }),
  });
  expect(parts).toEqual(['Read ', { tag: 'a', children: ['the ', { tag: 'b', children: ['terms'] }] }, '.']);
});
