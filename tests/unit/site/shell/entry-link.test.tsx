import type { NavigationEntry, PageModule } from '@safelight/sitegen/types';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createPageElement } from '../../../../cli/runtime/server.tsx';
import { EntryLink } from '../../../../site/shell/EntryLink.tsx';
import { payload, site } from '../../cli/runtime/fixture.ts';

/** Attributes of the link that a page renders for an entry. */
function linkOf(entry: Omit<NavigationEntry, 'name'>, page = '/de', locale = 'de'): Record<string, string> {
  const html = renderToString(
    createPageElement({
      site,
      App: undefined,
      module: { Page: EntryLink } as unknown as PageModule,
      payload: { ...payload(page, locale), props: { entry: { name: 'tool', ...entry } } },
      messages: () => 'Tool',
    }),
  );
  const found = html.matchAll(/ (href|hrefLang|aria-current)="([^"]*)"/gi);
  return Object.fromEntries(Array.from(found, ([, name = '', value = '']) => [name.toLowerCase(), value]));
}

test('an entry links to the page’s language, and with disableI18n to the unprefixed path', () => {
  expect(linkOf({ path: '/' })).toEqual({ href: '/sub/de', 'aria-current': 'page' });
  expect(linkOf({ path: '/', disableI18n: true })).toEqual({ href: '/sub/', hreflang: 'en-US' });
  expect(linkOf({ path: '/image-sharpener' }, '/zh', 'zh')).toEqual({ href: '/sub/zh/image-sharpener' });
  expect(linkOf({ path: '/image-sharpener', disableI18n: true }, '/zh', 'zh')).toEqual({
    href: '/sub/image-sharpener',
    hreflang: 'en-US',
  });
});

test('an entry whose page does not exist in the language links to a language in which it exists', () => {
  expect(linkOf({ path: '/unblur-image' })).toEqual({ href: '/sub/unblur-image', hreflang: 'en-US' });
});

test('on an unprefixed page both kinds have the same link', () => {
  const plain = linkOf({ path: '/image-sharpener' }, '/image-sharpener', 'en');
  expect(plain).toEqual({ href: '/sub/image-sharpener', 'aria-current': 'page' });
  expect(linkOf({ path: '/image-sharpener', disableI18n: true }, '/image-sharpener', 'en')).toEqual(plain);
});
