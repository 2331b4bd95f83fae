import { createHolder, withoutHeld } from './hold.ts';
import { decodeEntities, TAG } from './html.ts';

export type InlineRules = {
  /** The words for a picture count as text. */
  readonly imageAlt: boolean;
};

/** Labels of links and footnotes that a document defines, in lower case. */
export type Definitions = ReadonlySet<string>;

const label = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Definitions of a Markdown document: `[label]: …` and `[^note]: …`. */
export const definitionsOf = (markdown: string): Definitions =>
  new Set([...markdown.matchAll(/^ {0,3}\[([^\]\n]+)\]:/gm)].map((match) => label(match[1] ?? '')));

const BRACKETS = String.raw`\[((?:[^[\]]|\[[^[\]]*\])*)\]`;
const TARGET = String.raw`\((?:\s*<[^<>\n]*>|[^()]*(?:\([^()]*\)[^()]*)*)\)`;
const PICTURE = new RegExp(`!${BRACKETS}(?:${TARGET}|\\[([^\\]]*)\\])`, 'g');
const LINK = new RegExp(`${BRACKETS}(?:${TARGET}|\\[([^\\]]*)\\])?`, 'g');
const STARS = /(\*{1,3})(?=[^\s*])(.+?)(?<=[^\s*])\1/g;
const UNDERSCORES = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])(.+?)(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu;
const STRIKE = /(~~?)(?=[^\s~])(.+?)(?<=[^\s~])\1/g;

const withoutEmphasis = (text: string): string => {
  const once = text.replace(STARS, '$2').replace(UNDERSCORES, '$2').replace(STRIKE, '$2');
  return once === text ? text : withoutEmphasis(once);
};

/** Code in backticks: one space at each end goes, unless there is nothing else. */
const codeText = (code: string): string => {
  const flat = code.replace(/\n/g, ' ');
  return /^ .*\S.* $/.test(flat) ? flat.slice(1, -1) : flat;
};

/**
 * Text of one line of Markdown as a reader sees it: without emphasis, targets of links, tags and notes. `defined`
 * tells which `[label]` is a link.
 */
export const inlineText = (markdown: string, rules: InlineRules, defined: Definitions): string => {
  const { hold, release: released } = createHolder();
  const isDefined = (name: string) => defined.has(label(name));
  const text = withoutHeld(markdown)
    .replace(/\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (whole, ticks = '') =>
      hold(ticks === '' ? whole.slice(1) : codeText(whole.slice(ticks.length, -ticks.length))),
    )
    .replace(/<([a-z][a-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/gi, (_, address) => hold(address))
    .replace(TAG, '')
    .replace(/&[#\w]+;/g, (entity) => (decodeEntities(entity) === entity ? entity : hold(decodeEntities(entity))))
    .replace(/\[\^([^\]\s]+)\]/g, (whole, note) => (isDefined(`^${note}`) ? '' : whole))
    .replace(PICTURE, (_, alt) => (rules.imageAlt ? hold(inlineText(released(alt), rules, defined)) : ''))
    .replace(LINK, (whole, inside, reference) => {
      const shortcut = whole === `[${inside}]`;
      const target = reference ? reference : inside;
      const isReference = shortcut || reference !== undefined;
      return isReference && !isDefined(released(target)) ? whole : inside;
    });
  return released(withoutEmphasis(text))
    .replace(/\s*\n\s*/g, ' ')
    .trim();
};
