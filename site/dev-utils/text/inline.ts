import { decodeEntities, TAG } from './html.ts';
import { createPlaceholders, withoutPlaceholders } from './placeholders.ts';

export type InlineRules = {
  /** Include the `alt` text of images. */
  readonly imageAlt: boolean;
};

/** Normalised labels of the link references and footnotes that a document defines. */
export type Definitions = ReadonlySet<string>;

const label = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Collects the definitions of a Markdown document: `[label]: …` and `[^note]: …`. */
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
  const unmarked = text.replace(STARS, '$2').replace(UNDERSCORES, '$2').replace(STRIKE, '$2');
  return unmarked === text ? text : withoutEmphasis(unmarked);
};

/** Content of a code span: strips one space at each end, unless it is blank (CommonMark 6.1). */
const codeText = (code: string): string => {
  const flat = code.replace(/\n/g, ' ');
  return /^ .*\S.* $/.test(flat) ? flat.slice(1, -1) : flat;
};

/**
 * Visible text of one line of Markdown: without emphasis, link targets, tags and footnote references. `defined` holds
 * the labels for which `[label]` is a link.
 */
export const inlineText = (markdown: string, rules: InlineRules, defined: Definitions): string => {
  const { protect, restore: restored } = createPlaceholders();
  const isDefined = (name: string) => defined.has(label(name));
  const text = withoutPlaceholders(markdown)
    .replace(/\\[!-/:-@[-`{-~]|(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (whole, ticks = '') =>
      protect(ticks === '' ? whole.slice(1) : codeText(whole.slice(ticks.length, -ticks.length))),
    )
    .replace(/<([a-z][a-z\d+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>/gi, (_, address) => protect(address))
    .replace(TAG, '')
    .replace(/&[#\w]+;/g, (entity) => (decodeEntities(entity) === entity ? entity : protect(decodeEntities(entity))))
    .replace(/\[\^([^\]\s]+)\]/g, (whole, note) => (isDefined(`^${note}`) ? '' : whole))
    .replace(PICTURE, (_, alt) => (rules.imageAlt ? protect(inlineText(restored(alt), rules, defined)) : ''))
    .replace(LINK, (whole, inside, reference) => {
      const shortcut = whole === `[${inside}]`;
      const target = reference ? reference : inside;
      const isReference = shortcut || reference !== undefined;
      return isReference && !isDefined(restored(target)) ? whole : inside;
    });
  return restored(withoutEmphasis(text))
    .replace(/\s*\n\s*/g, ' ')
    .trim();
};
