import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { positionAt } from '../sources/encoding.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { Finding } from './page-rules.ts';

/** The source texts of a locale's messages by key. */
export type Texts = ReadonlyMap<string, string>;

export type TextsInput = {
  readonly tree: Pick<SourceTree, 'files' | 'text'>;
  /** Code of the default locale. */
  readonly defaultLocale: string;
  /** Codes of the other locales of this build, with their BCP 47 tags. */
  readonly otherLocales: readonly { readonly code: string; readonly language: string }[];
  /** Locale -> keys that it needs and does not have. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** Keys that pages have read. */
  readonly readKeys: ReadonlySet<string>;
  /** Text of the default locale -> codes of locales in which it is the same. */
  readonly identical: { readonly [text: string]: readonly string[] };
};

/** Checks the messages of all locales: missing, unused, left in the default language, or unlike their source. */
export function checkTexts(input: TextsInput): readonly Finding[] {
  const { tree, defaultLocale, otherLocales } = input;
  const source = textsOf(tree, defaultLocale);
  const unused = unusedKeys(source, input);
  const findings: Finding[] = unused.map((key) => ({
    code: 'MESSAGE_UNUSED',
    ...locationOf(tree, defaultLocale, key),
    message: `No page shows \`${key}\`, and no code names it.`,
    hint: 'Remove it from all locales, or correct the key that was meant.',
  }));
  const usedAllowances = new Set<string>();
  for (const { code, language } of otherLocales) {
    const texts = textsOf(tree, code);
    for (const key of input.missing.get(code) ?? []) {
      const message = `\`${key}\` has no text in ${code}: “${shorten(source.get(key) ?? '')}”`;
      const hint = `Translate it in locales/${code}. Until then pages show the fallback.`;
      findings.push({ code: 'MESSAGE_UNTRANSLATED', ...fileOf(code, key), message, hint });
    }
    for (const [key, text] of texts) {
      const original = source.get(key);
      if (original === undefined) continue;
      const allowed = input.identical[original]?.includes(code) ?? false;
      if (text === original && allowed) usedAllowances.add(`${code} ${original}`);
      const finding = text === original && allowed ? null : suspiciousText(text, original, language);
      if (finding)
        findings.push({ ...finding, ...locationOf(tree, code, key), message: `\`${key}\` ${finding.message}` });
    }
  }
  return [...findings, ...needlessAllowances(input, usedAllowances)];
}

/** Returns a finding if a translation is probably wrong, or null. */
function suspiciousText(
  text: string,
  original: string,
  language: string,
): Pick<Finding, 'code' | 'message' | 'hint'> | null {
  if (text === original && hasWords(text)) {
    const message = `is the same as in the default locale: “${shorten(text)}”`;
    const hint = 'Translate it, or allow the text in `check.identical` of config/site.yaml.';
    return { code: 'MESSAGE_IDENTICAL', message, hint };
  }
  const script = scripts[language.split('-')[0] as string];
  if (script && !script.test(text) && /\p{L}{2,} \p{L}{2,}/u.test(withoutPlaceholders(text))) {
    return {
      code: 'MESSAGE_SCRIPT',
      message: `is not in the script of ${language}: “${shorten(text)}”`,
      hint: 'Translate it.',
    };
  }
  if (/^\s|\s$/.test(text) !== /^\s|\s$/.test(original)) {
    const message = 'begins or ends with a space, unlike in the default locale.';
    return { code: 'MESSAGE_SPACES', message, hint: 'Remove the space, or add it to both.' };
  }
  const [numbers, expected] = [numbersIn(text), numbersIn(original)];
  if (numbers !== '' && expected !== '' && numbers !== expected) {
    const message = `has other numbers than the default locale: “${shorten(text)}”, “${shorten(original)}”`;
    return { code: 'MESSAGE_NUMBERS', message, hint: 'Correct the number that is wrong.' };
  }
  return null;
}

/** The script in which a language is written; each of its texts has letters of it. */
const scripts: { readonly [language: string]: RegExp } = {
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
  hi: /\p{Script=Devanagari}/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  bg: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  he: /\p{Script=Hebrew}/u,
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
};

const withoutPlaceholders = (text: string): string => text.replace(/\{[^{}]*\}/g, '');
const hasWords = (text: string): boolean => /\p{L}/u.test(withoutPlaceholders(text));

/**
 * Returns the numbers of a text with two or more digits, sorted, without digit grouping, which depends on the language.
 * Numbers of one digit are often written as words.
 */
const numbersIn = (text: string): string =>
  (
    withoutPlaceholders(text)
      .normalize('NFKC')
      .replace(/(?<=\d)[\s.,’'٬](?=\d)/g, '')
      .match(/\p{Nd}{2,}/gu) ?? []
  )
    .sort()
    .join(' ');

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Returns a finding for each allowance of `check.identical` that no text needs. */
function needlessAllowances(
  { identical, otherLocales }: TextsInput,
  usedAllowances: ReadonlySet<string>,
): readonly Finding[] {
  const builtLocales = new Set(otherLocales.map(({ code }) => code));
  return Object.entries(identical).flatMap(([text, codes]) =>
    codes
      .filter((code) => builtLocales.has(code) && !usedAllowances.has(`${code} ${text}`))
      .map((code) => ({
        code: 'CHECK_NEEDLESS',
        subject: text,
        file: 'config/site.yaml',
        message: `\`check.identical\` allows “${text}” in ${code}, where no message has it.`,
        hint: 'Remove it there.',
      })),
  );
}

function textsOf({ files, text }: TextsInput['tree'], code: string): Texts {
  const texts = new Map<string, string>();
  const folder = `locales/${code}/`;
  for (const path of files.keys()) {
    if (!path.startsWith(folder) || !path.endsWith('.json')) continue;
    flatten(JSON.parse(text(path)), path.slice(folder.length, -5).replaceAll('/', '.'), texts);
  }
  return texts;
}

function flatten(value: unknown, key: string, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(key, value);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) flatten(inner, `${key}.${name}`, texts);
}

/** Returns the subject and file of a message. The first part of its key names the file. */
const fileOf = (code: string, key: string): Pick<Finding, 'subject' | 'file'> => ({
  subject: key,
  file: `locales/${code}/${key.split('.')[0]}.json`,
});

/** Returns the subject and location of a message that exists. */
function locationOf(
  { files, text }: TextsInput['tree'],
  code: string,
  key: string,
): Pick<Finding, 'subject' | 'file' | 'line' | 'column'> {
  const subjectAndFile = fileOf(code, key);
  if (!files.has(subjectAndFile.file as string)) return subjectAndFile;
  const source = text(subjectAndFile.file as string);
  const root = parseTree(source);
  const node = root && findNodeAtLocation(root, key.split('.').slice(1));
  return node ? { ...subjectAndFile, ...positionAt(source, node.offset) } : subjectAndFile;
}

/**
 * Returns the keys that no page has read and that no code can name, neither whole nor by a prefix or suffix that code
 * completes (`errors.${code}.text`). Code that runs only in the browser is not rendered, so its keys are not read.
 */
function unusedKeys(source: Texts, { tree, readKeys }: TextsInput): readonly string[] {
  const unread = [...source.keys()].filter((key) => !readKeys.has(key) && !key.startsWith('markdown.'));
  if (unread.length === 0) return [];
  const parts = literalParts(tree);
  const canBeNamed = (key: string): boolean => {
    if (parts.has(key)) return true;
    const segments = key.split('.');
    return segments.some((_, index) => {
      const [start, end] = [segments.slice(0, index + 1).join('.'), segments.slice(index + 1).join('.')];
      return [`${start}.`, `.${end}`, end, ...(index > 0 ? [start] : [])].some(
        (part) => part !== '' && parts.has(part),
      );
    });
  };
  return unread.filter((key) => !canBeNamed(key));
}

/** Returns the parts of string literals and templates in the site's code and settings that may be parts of keys. */
function literalParts({ files, text }: TextsInput['tree']): ReadonlySet<string> {
  const parts = new Set<string>();
  for (const { path, kind } of files.values()) {
    if (kind === 'config' ? !path.endsWith('.yaml') : !/\.(?:tsx?|jsx?|mjs)$/.test(path)) continue;
    for (const [part] of text(path).matchAll(/[\w-]*(?:\.[\w-]+)+\.?|(?<=['"`])[\w-]+\.?(?=['"`$])|(?<=[}])\.[\w.-]+/g))
      parts.add(part);
  }
  return parts;
}
