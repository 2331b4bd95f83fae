import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
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

/** Messages that are equal in English and in these languages, with the reason. */
const IDENTICAL_TEXTS: readonly { readonly why: string; readonly texts: { readonly [text: string]: string } }[] = [
  {
    why: 'units and signs; other languages write a sign or word of their own',
    texts: {
      '{width} × {height} px': 'es it pt id th de hi ja ko tr vi',
      '{size} px': 'es it pt id th de hi ja ko tr vi',
    },
  },
  {
    why: 'the word of the language is written as in English',
    texts: {
      Blog: 'es fr it pt id de tr vi',
      Home: 'it',
      Video: 'it id de tr vi',
      System: 'de',
      Error: 'es',
      Sepia: 'es id de vi',
      Original: 'es fr pt de',
      'Original: {width} × {height} px, {bytes}': 'es pt de',
      'Zoom {percent}': 'es fr it pt id de',
      Standard: 'fr it de',
      Format: 'fr id de',
      Lasso: 'fr de vi',
      Lossless: 'id',
      Mode: 'fr id',
      Menu: 'fr it pt id vi',
      Model: 'id tr',
      Metadata: 'id',
      Noise: 'id',
      Keyboard: 'id',
      Pages: 'fr',
      'Page {page}': 'fr',
      Options: 'fr',
      Rectangle: 'fr',
      Canyon: 'fr it',
      Emblem: 'de',
    },
  },
];
const allowed = new Set(
  IDENTICAL_TEXTS.flatMap(({ texts }) =>
    Object.entries(texts).flatMap(([text, codes]) => codes.split(' ').map((code) => `${code}: ${text}`)),
  ),
);

/** Words that hold no letters once the placeholders are out need no translation. */
const hasWords = (text: string) => /\p{Letter}/u.test(text.replace(/\{[^{}]*\}/g, ''));
const untranslated = (english: Messages, own: Messages): readonly string[] =>
  [...own].flatMap(([key, text]) => (hasWords(text) && english.get(key) === text ? [text] : []));
const sameIn = (code: string) =>
  filesOf(code).flatMap((file) =>
    untranslated(messagesOf('en', file), messagesOf(code, file)).map((text) => `${code}: ${text}`),
  );
/** Keys that are in one of both only. */
const unpaired = (english: Messages, own: Messages): readonly string[] => [
  ...[...english.keys()].filter((key) => !own.has(key)).map((key) => `missing: ${key}`),
  ...[...own.keys()].filter((key) => !english.has(key)).map((key) => `unknown: ${key}`),
];

const SCRIPTS: { readonly [code: string]: RegExp } = {
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  hi: /\p{Script=Devanagari}/u,
  ru: /\p{Script=Cyrillic}/u,
};

describe.each(others)('messages in %s', (code) => {
  test('have exactly the keys of English for every page that exists in the language', () => {
    const absent = absentIn(code);
    const files = filesOf('en').filter((file) => !absent.has(file));
    expect(files.flatMap((file) => unpaired(messagesOf('en', file), messagesOf(code, file)))).toEqual([]);
    expect(filesOf(code).filter((file) => absent.has(file))).toEqual([]);
  });

  test('are not left in English', () => {
    expect(sameIn(code).filter((one) => !allowed.has(one))).toEqual([]);
  });

  const script = SCRIPTS[code];
  test.runIf(script)('are in the script of the language', () => {
    const foreign = filesOf(code).flatMap((file) =>
      [...messagesOf(code, file).values()].filter((text) => hasWords(text) && !script?.test(text)),
    );
    const names = foreign.filter(
      (text) => !allowed.has(`${code}: ${text}`) && /\p{Letter}{2,} \p{Letter}{2,}/u.test(text),
    );
    expect(names).toEqual([]);
  });
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
  test('report a message that was left in English', () => {
    const own = new Map([...german, [key, english.get(key) as string]]);
    expect(untranslated(english, own)).toContain(english.get(key));
    expect(untranslated(english, german)).not.toContain(english.get(key));
  });
});

test('the list of messages that may equal English contains no other message', () => {
  const present = new Set(others.flatMap(sameIn));
  expect([...allowed].filter((one) => !present.has(one))).toEqual([]);
});
