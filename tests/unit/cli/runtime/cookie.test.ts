import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../cli/contract.ts';
import { findCookie, formatCookie } from '../../../../cli/runtime/cookie.ts';

const roundTrip = (value: Json) => findCookie(formatCookie('name', value).split('; ')[0] ?? '', 'name');

test.each([
  'de',
  '',
  'a b; c=d',
  '1',
  '007',
  'true',
  'null',
  '{"a":1}',
  '"quoted"',
  'ü',
  '%',
  '1e999',
  5,
  1.5,
  true,
  [1, 'x'],
  { a: null },
])('a cookie is read back as it was written: %j', (value) => {
  expect(roundTrip(value)).toEqual(value);
});

test('any JSON value is read back as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      if (json !== null) expect(roundTrip(json)).toEqual(json);
    }),
  );
});

test('text stays readable', () => {
  expect(formatCookie('locale', 'de', { maxAge: 365 * 86_400, path: '/sub' })).toBe(
    'locale=de; Path=/sub; SameSite=Lax; Max-Age=31536000',
  );
});

test('null deletes, whatever age is asked for', () => {
  expect(formatCookie('a', null, { maxAge: 10 })).toBe('a=; Path=/; SameSite=Lax; Max-Age=0');
});

test('a cookie for other sites is only sent when secure', () => {
  expect(formatCookie('a', 'b', { sameSite: 'None' })).toContain('; SameSite=None; Secure');
});

test('names are told apart', () => {
  const header = 'ab=1; b=2; a%3Db=3; broken=%E0%A4%A';
  expect(['b', 'ab', 'a=b', 'broken', 'c'].map((name) => findCookie(header, name))).toEqual([
    2,
    1,
    3,
    '%E0%A4%A',
    undefined,
  ]);
});
