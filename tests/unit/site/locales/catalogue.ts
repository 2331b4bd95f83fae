import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Tree = string | { readonly [key: string]: Tree };

/** Texts by key, for example `home.hero.title`. */
export type Messages = ReadonlyMap<string, string>;

const { locales } = parse(readFileSync('config/locales.yaml', 'utf8')) as { locales: readonly { code: string }[] };
export const CODES = locales.map(({ code }) => code);

const flatten = (tree: Tree, path: string): readonly (readonly [string, string])[] =>
  typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, sub]) => flatten(sub, `${path}.${key}`));

/** Messages of one file of a locale; none if the locale does not have the file. */
export const messagesOf = (code: string, file: string): Messages => {
  const path = `locales/${code}/${file}.json`;
  return new Map(existsSync(path) ? flatten(JSON.parse(readFileSync(path, 'utf8')) as Tree, file) : []);
};

/** Names of the message files of a locale, without their extension. */
export const filesOf = (code: string): readonly string[] =>
  readdirSync(`locales/${code}`).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

/** All messages of a locale. */
export const allMessages = (code: string): Messages =>
  new Map(filesOf(code).flatMap((file) => [...messagesOf(code, file)]));

const ARTICLES = 'content/blog';

/** Slugs of the articles that exist in a locale. */
export const slugsOf = (code: string): readonly string[] =>
  readdirSync(ARTICLES).filter((slug) => existsSync(`${ARTICLES}/${slug}/${code}.md`));

/** Source of one article, front matter included. */
export const articleSource = (code: string, slug: string): string =>
  readFileSync(`${ARTICLES}/${slug}/${code}.md`, 'utf8');

/** What is not prose: code, formulas, HTML comments, targets of links, footnotes, which cite works in other languages. */
const NOT_PROSE =
  /```[\s\S]*?```|`[^`\n]*`|<!--[\s\S]*?-->|\]\([^)\s]*\)|^\[\^[^\]]+\]:.*$|\[\^[^\]]+\]|<[^>\n]+>|https?:\S+/gm;

/** Stands for inline code. */
const CODE = '\ufffc';

/** Texts of one article by location: front matter by field, paragraphs by line. */
export const articleTexts = (code: string, slug: string): Messages => {
  const source = articleSource(code, slug);
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const { title, description, coverAlt, author } = parse(head) as { readonly [field: string]: unknown };
  const fields = { title, description, coverAlt, author };
  const offset = head.split('\n').length + 3;
  const prose = body.replace(NOT_PROSE, (text) => (text.startsWith('`') ? CODE : '') + text.replace(/[^\n]/g, ''));
  return new Map([
    ...Object.entries(fields).flatMap(([field, text]) =>
      typeof text === 'string' ? [[`${slug}/${code}.md ${field}`, text] as const] : [],
    ),
    ...prose.split('\n').map((line, index) => [`${slug}/${code}.md:${index + offset}`, line] as const),
  ]);
};

/** Texts of all articles of a locale by location. */
export const articlesOf = (code: string): Messages =>
  new Map(slugsOf(code).flatMap((slug) => [...articleTexts(code, slug)]));
