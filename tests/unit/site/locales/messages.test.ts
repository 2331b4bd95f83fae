import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CODES, filesOf } from './catalogue.ts';

type Route = { readonly id: string; readonly seo: string; readonly locales: 'all' | 'none' | readonly string[] };

const { routes } = parse(readFileSync('config/routes.yaml', 'utf8')) as { routes: readonly Route[] };

/** Message files of pages that do not exist in a language: the first part of the key of their `seo`. */
const absentIn = (code: string): readonly string[] =>
  routes
    .filter(({ locales }) => locales === 'none' || (Array.isArray(locales) && !locales.includes(code)))
    .map(({ seo }) => seo.split('.')[0] as string);

// `sitegen check` finds what is missing, unknown or left in English (`tests/e2e/site.test.ts`).
describe.each(CODES.filter((code) => code !== 'en'))('message files in %s', (code) => {
  test('exist for no page that the language does not have', () => {
    const absent = absentIn(code);
    expect(absent.length).toBeGreaterThan(10);
    expect(filesOf(code).filter((file) => absent.includes(file))).toEqual([]);
  });
});
