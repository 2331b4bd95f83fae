import { afterEach, expect, test, vi } from 'vitest';
import { localeOfPath } from '../../../../cli/runtime/error-page.ts';
import { detectLocale, matchLocale, storeLocale } from '../../../../cli/runtime/locale-choice.ts';
import { localeOf, resolveLocalePath } from '../../../../cli/runtime/paths.ts';
import { site } from './fixture.ts';

test.each([
  ['/', 'en', '/'],
  ['/', 'de', '/de'],
  ['/?a=1#x', 'de', '/de?a=1#x'],
  ['/image-sharpener', 'zh', '/zh/image-sharpener'],
  ['/image-sharpener', 'de', '/image-sharpener'],
  ['/unblur-image#faq', 'zh', '/unblur-image#faq'],
  ['/blog', 'de', '/de/blog'],
  ['#x', 'de', '#x'],
  ['mailto:a@b.example', 'de', 'mailto:a@b.example'],
  ['blog', 'de', 'blog'],
])('a link to %s in %s leads to %s', (to, code, path) => {
  expect(resolveLocalePath(site, to, code).path).toBe(path);
});

test('resolveLocalePath returns the locale of the path', () => {
  expect(resolveLocalePath(site, '/unblur-image', 'de').locale.code).toBe('en');
});

test('only the locale codes of the site are accepted', () => {
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
])('a browser with the languages %j gets %s', (languages, code) => {
  expect(matchLocale(languages, site.locales)?.code ?? null).toBe(code);
});

afterEach(() => vi.unstubAllGlobals());

/** A visitor's browser at the start of a visit. Returns what is written to `document.cookie`. */
function visit({ cookie = '', languages = ['de-DE'], userAgent = 'Mozilla/5.0 Firefox/140.0', referrer = '' }) {
  const written: string[] = [];
  const document = {
    referrer,
    get cookie() {
      return cookie;
    },
    set cookie(text) {
      written.push(text);
    },
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { origin: 'https://example.org' });
  vi.stubGlobal('navigator', { languages, userAgent });
  return written;
}

test('the chosen locale is stored below the base for 365 days', () => {
  const written = visit({});
  storeLocale(site, localeOf(site, 'zh'));
  expect(written).toEqual(['locale=zh; Path=/sub; SameSite=Lax; Max-Age=31536000']);
});

test('the stored locale is detected before the languages of the browser, whatever other cookies there are', async () => {
  const written = visit({ cookie: 'oldlocale=ar; locale=zh; a=1' });
  expect((await detectLocale(site))?.code).toBe('zh');
  expect(written).toEqual([]);
});

test.each(['', 'locale=xx', 'locale='])('the languages of the browser count with the cookies %j', async (cookie) => {
  const written = visit({ cookie });
  expect((await detectLocale(site))?.code).toBe('de');
  expect(written).toHaveLength(1);
});

test('no locale is detected for crawlers and for visitors from a page of the site', async () => {
  visit({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  expect(await detectLocale(site)).toBeNull();
  visit({ referrer: 'https://example.org/sub/about' });
  expect(await detectLocale(site)).toBeNull();
});

test.each(['reload', 'back_forward'])(
  'no locale is detected after %s: the visitor has chosen this page',
  async (type) => {
    visit({});
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
    expect(await detectLocale(site)).toBeNull();
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'navigate' }] });
    expect((await detectLocale(site))?.code).toBe('de');
  },
);

test('blocked cookies are no error', async () => {
  visit({});
  Object.defineProperty(document, 'cookie', {
    get: () => {
      throw new Error('SecurityError');
    },
    set: () => {
      throw new Error('SecurityError');
    },
  });
  expect((await detectLocale(site))?.code).toBe('de');
});
