import { readFileSync } from 'node:fs';
import type { NavigationEntry } from '@safelight/sitegen/types';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  currentOf,
  existsIn,
  plainPath,
  showsDeveloperTools,
  visibleEntries,
} from '../../../../site/shell/navigation.ts';

const navigation = parse(readFileSync('config/navigation.yaml', 'utf8')) as readonly NavigationEntry[];
const names = (custom: { readonly mode: string; readonly devLock: boolean }) =>
  visibleEntries({ navigation, custom }).map(({ name }) => name);

describe('the route list', () => {
  test('shows developer tools only when the mode is dev and the lock is off (specification 6)', () => {
    expect(showsDeveloperTools({ mode: 'dev', devLock: false })).toBe(true);
    expect(showsDeveloperTools({ mode: 'dev', devLock: true })).toBe(false);
    expect(showsDeveloperTools({ mode: 'prod', devLock: false })).toBe(false);
    expect(showsDeveloperTools({})).toBe(false);
  });
  test('contains the groups of the specification in order (specification 2)', () => {
    const groups = ['blog', 'enhance', 'remove', 'filter', 'videoRemover'];
    expect(names({ mode: 'prod', devLock: false })).toEqual(groups);
    expect(names({ mode: 'dev', devLock: false })).toEqual([...groups, 'developerTools']);
  });
});

describe('the current entry', () => {
  const enhance = navigation.find(({ name }) => name === 'enhance') as NavigationEntry;
  const blog = navigation.find(({ name }) => name === 'blog') as NavigationEntry;
  test('is a page, or the section that contains the page', () => {
    expect(currentOf(blog, '/blog')).toBe('page');
    expect(currentOf(blog, '/blog/colour')).toBe('section');
    expect(currentOf(blog, '/blogs')).toBeNull();
    expect(currentOf(enhance, '/photo-restoration')).toBe('section');
    expect(currentOf(enhance, '/')).toBeNull();
  });
  test('ignores a locale prefix, but only as a whole segment', () => {
    expect(plainPath({ path: '/de/blog' }, '/de')).toBe('/blog');
    expect(plainPath({ path: '/de' }, '/de')).toBe('/');
    expect(plainPath({ path: '/deer' }, '/de')).toBe('/deer');
    expect(plainPath({ path: '/blog' }, '')).toBe('/blog');
  });
});

test('a page exists in the locales of its route; entries are assumed to exist', () => {
  const site = { routes: [{ path: '/image-sharpener', locales: ['en', 'zh'] }] };
  expect(existsIn(site, '/image-sharpener', 'zh')).toBe(true);
  expect(existsIn(site, '/image-sharpener', 'de')).toBe(false);
  expect(existsIn(site, '/blog', 'de')).toBe(true);
});
