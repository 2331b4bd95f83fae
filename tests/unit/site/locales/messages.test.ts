import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkTexts } from '../../../../cli/check/texts.ts';
import { resolveConfig } from '../../../../cli/config/resolve.ts';
import { readSources } from '../../../../cli/sources/read.ts';
import { openStatCache } from '../../../../cli/sources/stat-cache.ts';
import { CODES, filesOf, type Messages, messagesOf } from './catalogue.ts';

type Route = { readonly id: string; readonly seo: string; readonly locales: 'all' | 'none' | readonly string[] };

const { routes } = parse(readFileSync('config/routes.yaml', 'utf8')) as { routes: readonly Route[] };
const others = CODES.filter((code) => code !== 'en');

/** Message files of pages that do not exist in a language: the first part of the key of their `seo`. */
const absentIn = (code: string): ReadonlySet<string> =>
  new Set(
    routes
      .filter((route) => route.locales === 'none' || (Array.isArray(route.locales) && !route.locales.includes(code)))
      .map(({ seo }) => seo.split('.')[0] as string),
  );

const tree = readSources(process.cwd(), openStatCache(null, Date.now));
const config = resolveConfig(tree, {});
if (!config.ok) throw new Error(JSON.stringify(config.problems));
const { site, locales } = config.value;

/** What `sitegen check` says of the messages: left in English, in a foreign script, with other numbers or spaces. */
const findings = checkTexts({
  tree,
  defaultLocale: 'en',
  otherLocales: locales.list.filter(({ code }) => code !== 'en'),
  missing: new Map(),
  readKeys: allKeys(),
  identical: site.check.identical,
});

function allKeys(): ReadonlySet<string> {
  return new Set(filesOf('en').flatMap((file) => [...messagesOf('en', file).keys()]));
}

/** Keys that are in one of both only. */
const unpaired = (english: Messages, own: Messages): readonly string[] => [
  ...[...english.keys()].filter((key) => !own.has(key)).map((key) => `missing: ${key}`),
  ...[...own.keys()].filter((key) => !english.has(key)).map((key) => `unknown: ${key}`),
];

describe.each(others)('messages in %s', (code) => {
  test('have exactly the keys of English for every page that exists in the language', () => {
    const absent = absentIn(code);
    const files = filesOf('en').filter((file) => !absent.has(file));
    expect(files.flatMap((file) => unpaired(messagesOf('en', file), messagesOf(code, file)))).toEqual([]);
    expect(filesOf(code).filter((file) => absent.has(file))).toEqual([]);
  });
});

test('no message is left in English, and nothing is allowed to be the same that differs', () => {
  expect(findings.map(({ code, file, message }) => `${code} ${file} ${message}`)).toEqual([]);
});

describe('the checks of messages', () => {
  const english = messagesOf('en', 'navigation');
  const german = messagesOf('de', 'navigation');
  const key = [...german.keys()].find((one) => german.get(one) !== english.get(one)) as string;

  test('report nothing for correct messages', () => {
    expect([unpaired(english, german), german.size > 3]).toEqual([[], true]);
  });
  test('report a missing and an unused message', () => {
    const own = new Map([...german, ['navigation.gone', 'Fort']]);
    own.delete(key);
    expect(unpaired(english, own)).toEqual([`missing: ${key}`, 'unknown: navigation.gone']);
  });
});
