import { describe, expect, it } from 'vitest';
import type { LocaleSettings } from '../../../../cli/config/types.ts';
import { type Catalogues, compileLocales, type LocaleOptions } from '../../../../cli/locales/compile.ts';
import type { CompiledFile } from '../../../../cli/locales/files.ts';
import { treeOf } from '../../../tree.ts';

type Texts = { readonly [path: string]: string };

const languages: Readonly<Record<string, string>> = { en: 'en-US', de: 'de-DE', ru: 'ru-RU', ja: 'ja-JP', gsw: 'gsw' };

/** English and the locales given, each falling back on those before it and then on English. */
function settings(...codes: readonly string[]): LocaleSettings {
  const supportedLocales = ['en', ...codes];
  return {
    default: 'en',
    detect: false,
    pseudo: false,
    domains: [],
    domain: null,
    allCodes: supportedLocales,
    list: supportedLocales.map((code) => ({
      code,
      name: code,
      language: languages[code] ?? code,
      dir: 'ltr',
      prefix: '',
    })),
    fallbacks: Object.fromEntries(
      supportedLocales.map((code, at) => [code, [...codes.slice(0, Math.max(0, at - 1)), ...(at ? ['en'] : [])]]),
    ),
    languages,
  };
}

function compiled(texts: Texts, codes: readonly string[], options: LocaleOptions = {}): Catalogues {
  const result = compileLocales(treeOf(texts), settings(...codes), options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** Problems of a German, Russian or other message for an English one. */
function problemsOf(english: string, other: string, code = 'de'): readonly string[] {
  const text = (value: string) => JSON.stringify({ a: value });
  const tree = treeOf({ 'locales/en/x.json': text(english), [`locales/${code}/x.json`]: text(other) });
  const result = compileLocales(tree, settings(code));
  return (result.ok ? result.warnings : result.problems).map(
    (p) => `${p.code} ${p.file}:${p.line}:${p.column} ${p.message} | ${p.hint}`,
  );
}

describe('compileLocales', () => {
  const texts = {
    'locales/en/common.json': '{ "ok": "OK", "empty": "" }',
    'locales/en/home.json': '{ "hero": { "title": "Hello {name}", "steps": ["One", "Two"] } }',
    'locales/de/common.json': '{ "ok": "Gut" }',
    'locales/de/home.json': '{ "hero": { "title": "Hallo {name}", "steps": ["Eins", ""] } }',
    'locales/gsw/home.json': '{ "hero": { "steps": ["Eis"] } }',
  };

  it('completes each locale from its fallbacks, in the order of the default locale', () => {
    const { locales } = compiled(texts, ['de', 'gsw']);
    expect(locales.en).toMatchObject({ from: {} });
    expect(locales.gsw?.messages).toEqual({
      'common.ok': 'Gut',
      'common.empty': '',
      'home.hero.title': ['Hallo ', ['arg', 'name']],
      'home.hero.steps.0': 'Eis',
      'home.hero.steps.1': 'Two',
    });
    expect(locales.gsw?.from).toEqual({ 'common.ok': 'de', 'home.hero.title': 'de', 'home.hero.steps.1': 'en' });
    expect(Object.keys(locales.de?.messages ?? {})).toEqual(Object.keys(locales.en?.messages ?? {}));
  });

  it('lists the missing messages of each locale', () => {
    const { coverage } = compiled(texts, ['de', 'gsw']);
    expect(coverage).toEqual([
      { locale: 'en', missing: [] },
      { locale: 'de', missing: ['home.hero.steps.1'] },
      { locale: 'gsw', missing: ['common.ok', 'home.hero.title', 'home.hero.steps.1'] },
    ]);
  });

  it('lists only missing messages that a locale needs', () => {
    const needed = (code: string) => (key: string) => code === 'en' || !key.startsWith('home.');
    const { coverage } = compiled(texts, ['de', 'gsw'], { needed });
    expect(coverage.map(({ missing }) => missing)).toEqual([[], [], ['common.ok']]);
  });

  it('falls back on a locale that is not built', () => {
    const config = settings('de', 'gsw');
    const only = { ...config, list: config.list.filter(({ code }) => code !== 'de') };
    const result = compileLocales(treeOf(texts), only);
    expect(result.ok && Object.keys(result.value.locales)).toEqual(['en', 'gsw']);
    expect(result.ok && result.value.locales.gsw?.from['common.ok']).toBe('de');
  });

  it('recompiles only changed files', () => {
    const cache = new Map<string, CompiledFile>();
    compiled(texts, ['de'], { cache });
    const before = [...cache.values()];
    compiled({ ...texts, 'locales/de/common.json': '{ "ok": "Fein" }' }, ['de'], { cache });
    const after = [...cache.values()];
    expect(after).toHaveLength(before.length);
    expect(after.filter((file) => !before.includes(file))).toHaveLength(1);
  });
});

describe('the check of a translation', () => {
  it('requires the placeholders of the source, of the same type', () => {
    expect(problemsOf('Hi {name} {n, number}', 'Hallo {nmae}')).toEqual([
      'LOCALE_PLACEHOLDER locales/de/x.json:1:6 `x.a` lacks the placeholder `{name}`. | The message in en has it. Names are not translated.',
      'LOCALE_PLACEHOLDER locales/de/x.json:1:6 `x.a` lacks the placeholder `{n}`. | The message in en has it. Names are not translated.',
      'LOCALE_PLACEHOLDER locales/de/x.json:1:6 `x.a` has the placeholder `{nmae}`. | Did you mean `name`?',
    ]);
    expect(problemsOf('{n, plural, one {# file} other {# files}}', '{n} Dateien')).toEqual([
      'LOCALE_PLACEHOLDER locales/de/x.json:1:6 `x.a` takes `{n}` as text. | In en it is a number. Write {n, number} or {n, plural, …}.',
    ]);
    expect(problemsOf('{n, plural, one {# file} other {# files}}', '{n, number} Dateien')).toEqual([]);
    expect(problemsOf('plain', 'mit {name}')).toHaveLength(1);
    expect(problemsOf('with {name}', 'ohne')).toHaveLength(1);
  });

  it('requires exactly the plural categories of the language', () => {
    const english = '{n, plural, =0 {none} one {#} other {#}}';
    expect(problemsOf(english, '{n, plural, one {#} few {#} many {#} other {#}}', 'ru')).toEqual([]);
    expect(problemsOf(english, '{n, plural, one {#} few {#} other {#}}', 'ru')).toEqual([
      'LOCALE_PLURAL locales/ru/x.json:1:6 The plural of `{n}` in `x.a` lacks `many`. | ru-RU has the categories `few`, `many`, `one`, `other`.',
    ]);
    expect(problemsOf(english, '{n, plural, =0 {無} other {#}}', 'ja')).toEqual([]);
    expect(problemsOf(english, '{n, plural, one {#} other {#}}', 'ja')[0]).toContain('has `one`, which is not used');
    expect(problemsOf('{n, plural, other {#}}', '{n, plural, one {#} other {#}}')[0]).toContain(
      'locales/en/x.json:1:6',
    );
    const ordinal = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
    expect(problemsOf(ordinal, '{n, selectordinal, other {#.}}')).toEqual([]);
  });

  it('requires the tags and choices of the source', () => {
    expect(problemsOf('<b>x</b>', '<i>x</i>').map((p) => p.split(' | ')[0])).toEqual([
      'LOCALE_TAG locales/de/x.json:1:6 `x.a` lacks the tag `<b>`.',
      'LOCALE_TAG locales/de/x.json:1:6 `x.a` has the tag `<i>`.',
    ]);
    const english = '{s, select, male {he} female {she} other {they}}';
    expect(problemsOf(english, '{s, select, male {er} other {sie}}')).toEqual([]);
    expect(problemsOf(english, '{s, select, malr {er} other {sie}}')[0]).toContain(
      'has the choice `malr` of `{s}`. | Did you mean `male`?',
    );
  });

  it('accepts a missing message but not a broken one', () => {
    expect(problemsOf('Hi {name}', '')).toEqual([]);
    expect(problemsOf('Hi {name}', 'Hi {name')).toEqual([
      "LOCALE_MESSAGE locales/de/x.json:1:10 `x.a`: A placeholder is not closed. | Write a literal brace in apostrophes: '{'.",
    ]);
  });

  it('warns of keys that the source does not have', () => {
    const tree = treeOf({
      'locales/en/x.json': '{ "title": "a", "text": "b" }',
      'locales/de/x.json': '{ "tilte": "A", "text": "B" }',
    });
    const result = compileLocales(tree, settings('de'));
    expect(result.ok && result.warnings.map((w) => `${w.line}:${w.column} ${w.message} ${w.hint}`)).toEqual([
      '1:12 `x.tilte` is not a message of en, so no page can show it. Did you mean `x.title`?',
    ]);
    expect(result.ok && result.value.coverage[1]).toEqual({ locale: 'de', missing: ['x.title'] });
  });
});

it('reports all problems of all files in one run', () => {
  const tree = treeOf({
    'locales/en/x.json': '{ "a": "x", "b": 1, "a": "y" }',
    'locales/en/sub/y.json': '{}',
    'locales/de/x.json': '{ "a": "x" ',
    'locales/de/y.z.json': '{}',
  });
  const result = compileLocales(tree, settings('de'));
  expect(result.ok ? [] : result.problems.map((p) => `${p.code} ${p.file}:${p.line}`)).toEqual([
    'LOCALE_SYNTAX locales/de/x.json:1',
    'LOCALE_FILE_NAME locales/de/y.z.json:undefined',
    'LOCALE_FILE_NAME locales/en/sub/y.json:undefined',
    'LOCALE_NOT_TEXT locales/en/x.json:1',
    'LOCALE_DUPLICATE_KEY locales/en/x.json:1',
  ]);
});

it.each([
  ['a comma too many', '{ "title": "a",, "text": "b" }', 'LOCALE_SYNTAX'],
  ['an open placeholder', '{ "title": "a {name", "text": "b" }', 'LOCALE_MESSAGE'],
  ['bytes of Latin-1', '{ "title": "\xe9", "text": "b" }', 'SOURCE_NOT_UTF8'],
])('does not call translations superfluous because the source has %s', (_what, english, code) => {
  const texts = treeOf({ 'locales/en/x.json': english, 'locales/de/x.json': '{ "title": "A", "text": "B" }' });
  // One byte for each character: the same as UTF-8 but for the last of them.
  const tree = { ...texts, bytes: (path: string) => Buffer.from(texts.text(path), 'latin1') };
  const result = compileLocales(tree, settings('de'));
  expect(result.ok ? [] : result.problems.map((problem) => problem.code)).toEqual([code]);
});
