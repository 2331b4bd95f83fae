import type { Element, ElementContent } from 'hast';
import type { Code } from 'mdast';
import { editDistance, suggest } from '../../lib/suggest.ts';
import { type CodeOptions, type RenderRun, report } from './body.ts';
import { create } from './elements.ts';

/** Longest range of lines that is read. */
const MAX_RANGE = 10_000;

/** Begins the class of a code block by which its options are found after the tree was sanitised. */
const OPTIONS_CLASS = 'language-options-';

/** Returns a code block whose options may follow the language without a space, as in `js{2}`, with the language alone. */
export function withLanguage(code: Code): Code {
  const [, lang, options] = /^([^\s{]+)(\{.*)$/s.exec(`${code.lang ?? ''} ${code.meta ?? ''}`) ?? [];
  return lang && options ? { ...code, lang, meta: options } : code;
}

/** Languages that many texts have, with names long enough that a difference of one letter is a slip. */
const COMMON_LANGUAGES = (
  'console csharp dockerfile elixir graphql haskell javascript kotlin makefile markdown objectivec powershell python ' +
  'shell swift typescript'
).split(' ');

/** Languages without a grammar whose names resemble a common one. */
const OTHER_LANGUAGES = ['cython', 'qsharp'];

const MIN_LANGUAGE_LETTERS = 5;

/** Warns of a code block whose language is unknown and the misspelled name of a common one: its code stays plain. */
export function reportLanguage({ lang, position }: Code, run: RenderRun): void {
  const name = lang?.toLowerCase() ?? '';
  if (name.length < MIN_LANGUAGE_LETTERS || OTHER_LANGUAGES.includes(name)) return;
  const similar = suggest(name, COMMON_LANGUAGES);
  const maxDistance = name.length < 9 ? 1 : 2;
  if (similar === null || editDistance(name, similar) > maxDistance || run.highlight('', name)) return;
  report(run, position?.start ?? { line: 1, column: 1 }, {
    code: 'CONTENT_CODE_LANGUAGE',
    severity: 'warning',
    message: `\`${lang}\` is no language that is highlighted: the code stays plain.`,
    hint: `Did you mean \`${similar}\`?`,
  });
}

/** Keeps the options of a code block for `decorateCode`, and reports what is none. Returns the class to add, or null. */
export function readCodeOptions({ meta, value, position }: Code, run: RenderRun, acceptsMore: boolean): string | null {
  if (!meta) return null;
  const { options, rest } = parseOptions(meta);
  const start = position?.start ?? { line: 1, column: 1 };
  const lines = value.split('\n').length;
  const beyond = [...options.marked].filter((line) => line < 1 || line > lines);
  if (rest !== '' && !acceptsMore) report(run, start, unknownOption(rest));
  if (beyond.length > 0) report(run, start, missingLine(beyond, lines));
  run.codes.push(options);
  return `${OPTIONS_CLASS}${run.codes.length - 1}`;
}

const TITLE = /(?<!\S)title=(?:(["'])(.*?)\1|(\S+))/;
const LINES = /(?<!\S)\{(\d+(?:-\d+)?(?:,\s*\d+(?:-\d+)?)*)\}/;
const DIFF = /(?<!\S)diff(?!\S)/;

function parseOptions(meta: string): { readonly options: CodeOptions; readonly rest: string } {
  const title = TITLE.exec(meta);
  const others = meta.replace(TITLE, '');
  const ranges = LINES.exec(others)?.[1]?.split(',') ?? [];
  const marked = ranges.flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: Math.max(0, Math.min(to - from + 1, MAX_RANGE)) }, (_, i) => from + i);
  });
  return {
    options: { title: title?.[2] ?? title?.[3] ?? null, marked: new Set(marked), diff: DIFF.test(others) },
    rest: [LINES, DIFF].reduce((text, option) => text.replace(option, ''), others).trim(),
  };
}

const unknownOption = (rest: string) => ({
  code: 'CONTENT_CODE_META',
  severity: 'warning' as const,
  message: `\`${rest}\` after the language of the code block has no effect.`,
  hint: 'Use `title="…"`, `{1,3-5}` and `diff`, or add a rehype plugin that reads it to `plugins` of config/site.yaml.',
});

const missingLine = (beyond: readonly number[], lines: number) => ({
  code: 'CONTENT_CODE_LINES',
  severity: 'warning' as const,
  message: `The code block has ${lines} ${lines === 1 ? 'line' : 'lines'}, and no line ${beyond[0]} to highlight.`,
  hint: 'Correct the numbers between braces.',
});

/**
 * Highlights a code block, unless it contains elements that the author wrote, and marks its lines. Returns it with its
 * title, in an element to which the browser adds a button that copies it.
 */
export function decorateCode(pre: Element, run: RenderRun): Element {
  const code = pre.children.find((child) => child.type === 'element' && child.tagName === 'code');
  // Focus makes it scrollable by keyboard.
  pre.properties.tabIndex = 0;
  if (code?.type !== 'element') return pre;
  const options = takeOptions(code, run);
  const language = languageOf(code);
  if (language !== null) pre.properties.dataLanguage = language;
  if (!code.children.some((child) => child.type === 'element')) {
    const { text, signs } = options?.diff ? withoutSigns(textOf(code)) : { text: textOf(code), signs: '' };
    const tokens = (language && run.highlight(text, language)) || [{ type: 'text' as const, value: text }];
    const marked = options?.marked ?? new Set();
    code.children = signs === '' && marked.size === 0 ? tokens : markLines(tokens, { marked, signs });
  }
  const copy = { className: ['code'], dataCopy: run.labels.copy, dataCopied: run.labels.copied };
  if (!options?.title) return create('div', copy, [pre]);
  return create('figure', copy, [create('figcaption', {}, [{ type: 'text', value: options.title }]), pre]);
}

function takeOptions({ properties }: Element, run: RenderRun): CodeOptions | null {
  const names = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const name = names.find((one) => one.startsWith(OPTIONS_CLASS));
  if (name === undefined) return null;
  properties.className = names.filter((one) => one !== name);
  if (properties.className.length === 0) delete properties.className;
  return run.codes[Number(name.slice(OPTIONS_CLASS.length))] ?? null;
}

function languageOf({ properties }: Element): string | null {
  const names = Array.isArray(properties.className) ? properties.className : [];
  const name = names.map(String).find((className) => className.startsWith('language-'));
  return name ? name.slice('language-'.length) : null;
}

/** Removes the first character of each line of a diff if it is a sign or a space. `signs`: one of `+`, `-`, ` ` per line. */
function withoutSigns(text: string): { readonly text: string; readonly signs: string } {
  const lines = text.replace(/\n$/, '').split('\n');
  const signs = lines.map((line) => (/^[+-]/.test(line) ? line.charAt(0) : ' ')).join('');
  return { text: `${lines.map((line) => line.replace(/^[+\- ]/, '')).join('\n')}\n`, signs };
}

type Marks = { readonly marked: ReadonlySet<number>; readonly signs: string };

/** Puts each line into an element that says what it is: highlighted, added, removed, or none of these. */
function markLines(tokens: readonly ElementContent[], { marked, signs }: Marks): ElementContent[] {
  const lines = splitLines(tokens);
  // The line break that ends the block begins no line.
  if (lines.at(-1)?.length === 0) lines.pop();
  return lines.map((children, index) => {
    const sign = signs[index];
    const tagName = sign === '+' ? 'ins' : sign === '-' ? 'del' : marked.has(index + 1) ? 'mark' : 'span';
    return create(tagName, { className: ['line'] }, [...children, { type: 'text', value: '\n' }]);
  });
}

/** Splits tokens at line breaks. A token of several lines is repeated in each of them. */
function splitLines(nodes: readonly ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  for (const node of nodes) {
    const parts: ElementContent[][] =
      node.type === 'text'
        ? node.value.split('\n').map((value) => (value === '' ? [] : [{ type: 'text', value }]))
        : node.type === 'element'
          ? splitLines(node.children).map((children) => (children.length === 0 ? [] : [{ ...node, children }]))
          : [[node]];
    for (const [index, part] of parts.entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push(...part);
    }
  }
  return lines;
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}
