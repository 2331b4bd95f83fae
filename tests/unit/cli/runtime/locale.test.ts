import { expect, test } from 'vitest';
import { localeOf } from '../../../../cli/runtime/context.ts';
import { resolveLocalePath } from '../../../../cli/runtime/locale.ts';
import { localeOfPath, matchLocale } from '../../../../cli/runtime/locale-match.ts';
import { site } from './fixture.ts';

test.each([
  ['/', 'en', '/'],
  ['/', 'de', '/de'],
  ['/?a=1#x', 'de', '/de?a=1#x'],
  ['/image-sharpener', 'zh', '/zh/image-sharpener'],
  ['/image-sharpener', 'de', '/image-sharpener'],
  ['/unblur-image#faq', 'zh', '/unblur-image#faq'],
  ['/blog', 'de', '/de/blog'],
])('a link to %s in %s leads to %s', (to, code, path) => {
  expect(resolveLocalePath(site, to, code).path).toBe(path);
});

test('a route that is not in the locale says in which it is', () => {
  expect(resolveLocalePath(site, '/unblur-image', 'de').locale.code).toBe('en');
});

test('Only the locale codes of the site are accepted', () => {
  expect(() => localeOf(site, 'xx')).toThrow('Unknown locale: xx');
  expect(() => resolveLocalePath(site, '/', 'DE')).toThrow('Unknown locale: DE');
});

test.each([
  ['/', 'en'],
  ['/de', 'de'],
  ['/de/anything', 'de'],
  ['/design', 'en'],
  ['/xx/page', 'en'],
])('%s is in the language %s', (path, code) => {
  expect(localeOfPath(site, path).code).toBe(code);
});

test.each([
  [['de'], 'de'],
  [['de-AT', 'en'], 'de'],
  [['DE-de'], 'de'],
  [['zh-TW'], 'zh'],
  [['fr', 'ar-EG'], 'ar'],
  [['fr-FR', 'en-GB', 'de'], 'en'],
  [['fr'], null],
  [[], null],
])('a browser that wants %j gets %s', (wishes, code) => {
  expect(matchLocale(wishes, site.locales)?.code ?? null).toBe(code);
});
