import { decodeEntities } from '../text/html.ts';
import { EMPTY_SOURCE, type ParsedSource } from './page.ts';
import { defined } from './read-html.ts';

/** Keys and items of lists, which are no text. */
const STRUCTURE = /^(?:-(?:\s|$)|["']?[\w:.-]+["']?\s*(?::(?=\s|$)|=))/;

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t' };

/** A scalar of YAML or TOML: quoted, or plain with an optional comment. */
const scalar = (value: string): string => {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
  if (double !== undefined)
    return double.replace(
      /\\(?:(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|(.))/g,
      (_, number: string | undefined, letter = '') =>
        number ? decodeEntities(`&#${Number.parseInt(number.slice(1), 16)};`) : (ESCAPES[letter] ?? letter),
    );
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1];
  return single?.replace(/''/g, "'") ?? value.replace(/\s+#.*$/, '').trim();
};

type Values = Map<string, string>;

/** Lines of a block scalar (`|` or `>`) or of a folded value: those indented deeper than the key. */
const indentedLines = (lines: readonly string[], indent: number): readonly string[] => {
  const end = lines.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent);
  return (end < 0 ? lines : lines.slice(0, end)).map((line) => line.trim());
};

/** Key-value pairs of YAML or TOML; nested keys are joined by dots. Lists are skipped. */
const readPairs = (lines: readonly string[]): Values => {
  const values: Values = new Map();
  const path: { readonly indent: number; readonly key: string }[] = [];
  let table = '';
  for (const [index, line] of lines.entries()) {
    const header = /^\[([^[\]]+)\]\s*$/.exec(line)?.[1];
    if (header) table = `${header}.`;
    const pair = /^(\s*)["']?([\w:.-]+?)["']?\s*(?::(?=\s|$)|=)\s*(.*)$/.exec(line);
    if (!pair || header) continue;
    const [, space = '', key = '', rest = ''] = pair;
    while ((path.at(-1)?.indent ?? -1) >= space.length) path.pop();
    const name = table + [...path.map((one) => one.key), key].join('.');
    const below = indentedLines(lines.slice(index + 1), space.length);
    const text = below.filter((one) => one !== '');
    if (rest === '') {
      path.push({ indent: space.length, key });
      if (text[0] && !STRUCTURE.test(text[0])) values.set(name, scalar(text.join(' ')));
    } else if (/^[|>]/.test(rest)) values.set(name, below.join(rest.startsWith('|') ? '\n' : ' ').trim());
    else if (/^["']/.test(rest)) values.set(name, scalar([rest, ...text].join(' ')));
    else values.set(name, [scalar(rest), ...below.filter((one) => one !== '' && !one.startsWith('-'))].join(' '));
  }
  return values;
};

const readJson = (text: string): Values | null => {
  const values: Values = new Map();
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string') values.set(name, value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) walk(one, name === '' ? key : `${name}.${key}`);
  };
  try {
    walk(JSON.parse(text), '');
    return values;
  } catch {
    return null;
  }
};

const pairsOf = (source: string): Values => {
  const text = source.replace(/\r\n?/g, '\n').replace(/^\ufeff?\s*/, '');
  if (text.startsWith('{')) return readJson(text.replace(/^(\{[\s\S]*?\n\})[\s\S]*$/, '$1')) ?? new Map();
  const fenced = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)(?:\n\1[ \t]*(?:\n|$)|$)/.exec(text);
  return readPairs((fenced?.[2] ?? text).split('\n'));
};

/** Parses page metadata from front matter in YAML, TOML or JSON, with or without fences. */
export const readFrontMatter = (source: string): ParsedSource => {
  const values = pairsOf(source);
  const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '');
  const byName = new Map([...values].map(([name, value]) => [plain(name), value]));
  const first = (...names: readonly string[]) =>
    names
      .flatMap((name) => [byName.get(`seo.${name}`), byName.get(name)])
      .find((value) => value !== undefined && value !== '');
  const found = {
    title: first('title', 'metatitle', 'headline'),
    description: first('description', 'metadescription', 'excerpt', 'summary', 'subtitle'),
    url: first('canonical', 'canonicalurl', 'url', 'permalink'),
    siteName: first('sitename', 'og:sitename'),
    image: first(
      'image',
      'ogimage',
      'og:image',
      'image.src',
      'image.url',
      'cover',
      'cover.src',
      'cover.image',
      'thumbnail',
      'banner',
      'featuredimage',
    ),
    socialTitle: first('ogtitle', 'og:title', 'og.title', 'twittertitle'),
    socialDescription: first('ogdescription', 'og:description', 'og.description', 'twitterdescription'),
  };
  const meta = defined(found);
  if (Object.keys(meta).length === 0) return EMPTY_SOURCE;
  return { kind: 'frontMatter', meta, tags: {} };
};
