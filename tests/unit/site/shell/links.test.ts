import { describe, expect, test } from 'vitest';
import { longDate } from '../../../../site/shell/long-date.ts';
import { messageKeys } from '../../../../site/shell/message-keys.ts';
import { publicUrl } from '../../../../site/shell/public-url.ts';
import { shareTargets } from '../../../../site/shell/share-targets.ts';

describe('URLs of files of site/public', () => {
  test('point to the site itself without a CDN prefix', () => {
    expect(publicUrl({ base: '/sub', custom: { cdn: '' } }, '/logo.svg')).toBe('/sub/logo.svg');
    expect(publicUrl({ base: '', custom: {} }, '/logo.svg')).toBe('/logo.svg');
  });
  test('start with the CDN prefix, with or without its trailing slash', () => {
    expect(publicUrl({ base: '/sub', custom: { cdn: 'https://cdn.example/a/' } }, '/logo.svg')).toBe(
      'https://cdn.example/a/logo.svg',
    );
  });
});

test('share links contain the whole URL and title', () => {
  const title = 'Red & safe: 50 % light?';
  const url = 'https://safelight.example/de/blog/rot';
  const targets = shareTargets({ url, title, image: null });
  expect(targets.map(({ network }) => network)).toEqual(['X', 'Facebook', 'Pinterest', 'LinkedIn']);
  for (const { href } of targets) expect([...new URL(href).searchParams.values()]).toContain(url);
  expect(new URL(targets[0]?.href ?? '').searchParams.get('text')).toBe(title);
  expect(new URL(targets[2]?.href ?? '').searchParams.has('media')).toBe(false);
});

test('dates are formatted in the language and do not depend on the time zone', () => {
  expect(longDate('2026-03-01', 'en-US')).toBe('March 1, 2026');
  expect(longDate('2026-03-01', 'de-DE')).toBe('1. März 2026');
});

test('keys of lists count from 0', () => expect(messageKeys('a.b', 2)).toEqual(['a.b.0', 'a.b.1']));
