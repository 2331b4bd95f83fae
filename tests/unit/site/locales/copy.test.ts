import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allMessages, articleSource, articlesOf, CODES, type Messages, slugsOf } from './catalogue.ts';
import { ANY_QUOTE, IN_ALL, MISPRINTS, type Misprint, QUOTES } from './typography.ts';

type Term = {
  readonly find: string;
  readonly write: string;
  readonly why: string;
  readonly example: string;
  readonly case?: boolean;
  readonly messages?: boolean;
  /** Contexts in which the word is allowed. */
  readonly except?: string;
};
const TERMS = parse(readFileSync('tests/unit/site/locales/terms.yaml', 'utf8')) as {
  readonly [code: string]: readonly Term[];
};

/** `\b` of JavaScript knows only ASCII letters: before a letter or group it becomes the start of a word, else its end. */
const WORD = '[\\p{L}\\p{M}\\p{N}]';
const patternOf = (term: Term): RegExp =>
  new RegExp(
    term.find.replace(/\\b(?=\p{L}|\((?!\?)|\[)/gu, `(?<!${WORD})`).replaceAll('\\b', `(?!${WORD})`),
    term.case ? 'u' : 'iu',
  );

type Texts = Iterable<readonly [string, string]>;
const termsIn = (texts: Texts, terms: readonly Term[]): readonly string[] => {
  const patterns = terms.map((term) => ({ ...term, pattern: patternOf(term) }));
  return [...texts].flatMap(([key, text]) =>
    patterns.flatMap(({ pattern, except, write, why }) => {
      const match = pattern.exec(except ? text.replace(new RegExp(except, 'iu'), '') : text);
      return match ? [`${key} “${match[0]}” (${why}): write ${write}`] : [];
    }),
  );
};
const misprintsIn = (texts: Texts, code: string): readonly string[] => {
  const rules: readonly Misprint[] = [...IN_ALL, ...(MISPRINTS[code] ?? [])];
  return [...texts].flatMap(([key, text]) => [
    ...rules.flatMap(({ find, why }) => {
      const match = find.exec(text);
      return match ? [`${key}: ${why}: …${text.slice(Math.max(0, match.index - 10), match.index + 15)}…`] : [];
    }),
    ...[...text.matchAll(ANY_QUOTE)].flatMap(([mark]) =>
      QUOTES[code]?.includes(mark) ? [] : [`${key}: the quotation mark ${mark}`],
    ),
  ]);
};

/** What stands between quotation marks, without the spaces inside French ones. */
const QUOTED = /[„“«「‘][\u00a0\u202f]?([^”“»」’]+?)[\u00a0\u202f]?[”“»」’]/g;
/** Controls and tools that a text names, by the keys of both: the text says their names as the page shows them. */
const NAMED: readonly (readonly [text: string, name: string])[] = [
  ['photoRestoration.limits.3', 'home.tools.unblurImage.name'],
  ['photoRestoration.how.1.title', 'workspace.action.generate'],
  ['photoRestoration.questions.2.a', 'photoRestoration.options.detail'],
  ['errors.model.unloaded.text', 'workspace.action.generate'],
  ['workspace.status.changed', 'workspace.action.generate'],
  ['workspace.mask.eachPicture', 'workspace.mask.find'],
];
/** Keys whose texts are the name of one tool. */
const namesOf = (messages: Messages): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...messages].flatMap(([key, name]) => {
      const tool = /^home\.tools\.(\w+)\.name$/.exec(key)?.[1];
      if (!tool) return [];
      const alike = [messages.get(`navigation.${tool}`), messages.get(`${tool}.h1`)].filter((one) => one !== undefined);
      return [[tool, [...new Set([name, ...alike])]] as const];
    }),
  );
const unnamed = (messages: Messages): readonly string[] =>
  NAMED.flatMap(([text, name]) => {
    const [sentence, label] = [messages.get(text) ?? '', messages.get(name) ?? ''];
    const quoted = [...sentence.matchAll(QUOTED)].map(([, words]) => words);
    const isNamed = quoted.length > 0 ? quoted.includes(label) : sentence.includes(label);
    return label !== '' && isNamed ? [] : [`${text} does not name ${label}`];
  });

describe.each(CODES)('texts in %s', (code) => {
  const messages = allMessages(code);
  const articles = articlesOf(code);
  // Keywords are lists; the names of quotation marks contain them.
  const prose = [...messages].filter(([key]) => !/\.keywords$|^pMarksConverter\.quotes/.test(key));

  test('use the terms of native writers', () => {
    const terms = TERMS[code] ?? [];
    const inArticles = terms.filter((term) => !term.messages);
    expect([...termsIn(prose, terms), ...termsIn(articles, inArticles)]).toEqual([]);
    expect(terms.length).toBeGreaterThan(4);
  });
  test('use the quotation marks, spaces and signs of the language', () => {
    expect([...misprintsIn(prose, code), ...misprintsIn(articles, code)]).toEqual([]);
  });
  test('use one name for each tool', () => {
    // The English headings of tools may say more than the menu has room for.
    const differing = code === 'en' ? [] : [...namesOf(messages)].filter(([, names]) => names.length > 1);
    expect(differing).toEqual([]);
    expect(new Set([...namesOf(messages).values()].map(([name]) => name)).size).toBe(12);
    if (code !== 'en') expect(unnamed(messages)).toEqual([]);
  });
});

describe('the checks detect planted errors', () => {
  test.each(CODES)('each term in its example, in %s', (code) => {
    const missed = (TERMS[code] ?? []).filter((term) => termsIn([['example', term.example]], [term]).length === 0);
    expect(missed.map(({ example }) => example)).toEqual([]);
  });
  test.each(CODES)('each misprint in its example, in %s', (code) => {
    const rules = [...IN_ALL, ...(MISPRINTS[code] ?? [])];
    expect(rules.filter(({ find, example }) => !find.test(example)).map(({ example }) => example)).toEqual([]);
  });
  test('a tool with two names, and a text with another name for it', () => {
    const german = new Map([...allMessages('de'), ['navigation.unblurImage', 'Entwackeln']]);
    expect([...namesOf(german)].find(([, names]) => names.length > 1)?.[0]).toBe('unblurImage');
    german.set('home.tools.unblurImage.name', 'Entwackeln');
    expect(unnamed(german)).toEqual(['photoRestoration.limits.3 does not name Entwackeln']);
  });
});

/** The name of English in the note beside a link to an article that exists in English only. */
const ENGLISH: { readonly [code: string]: string } = {
  de: 'Englisch',
  fr: 'anglais',
  es: 'inglés',
  pt: 'inglês',
  it: 'inglese',
  ru: 'английском',
  tr: 'İngilizce',
  zh: '英文',
  ja: '英語',
  ko: '영어',
  th: 'ภาษาอังกฤษ',
  vi: 'tiếng Anh',
  hi: 'अंग्रेज़ी',
  id: 'bahasa Inggris',
};
/** Links to articles with a note that they are in English although they are not, or without it although they are. */
const misleading = (source: string, code: string, slugs: readonly string[]): readonly string[] =>
  source.split('\n').flatMap((line) =>
    [...line.matchAll(/\]\(\/blog\/([\w-]+)\)(?=([^[]{0,25}))/gu)].flatMap(([, slug = '', after = '']) => {
      const note = ENGLISH[code] as string;
      return slugs.includes(slug) ? (after.includes(note) ? [slug] : []) : line.includes(note) ? [] : [slug];
    }),
  );

describe('articles in more than one language', () => {
  /** The articles that every language has. */
  const everywhere = ['on-your-device', 'scanning-prints', 'what-blur-is', 'photo-metadata'];
  test.each(CODES)('exist in %s', (code) => {
    expect(everywhere.filter((slug) => !slugsOf(code).includes(slug))).toEqual([]);
  });
  test.each(CODES.filter((code) => code !== 'en'))('say in %s which linked articles are in English', (code) => {
    const slugs = slugsOf(code);
    const found = slugs.flatMap((slug) =>
      misleading(articleSource(code, slug), code, slugs).map((target) => `${slug}/${code}.md: ${target}`),
    );
    expect(found).toEqual([]);
  });
  test('have links of the right kind', () => {
    const line = 'Siehe [Haare](/blog/hair) und [Scans](/blog/scans) (auf Englisch).';
    expect(misleading(line, 'de', ['hair'])).toEqual([]);
    expect(misleading(line, 'de', ['hair', 'scans'])).toEqual(['scans']);
    expect(misleading('Siehe [Haare](/blog/hair).', 'de', [])).toEqual(['hair']);
  });
});
