import {
  type DateTimeSkeleton,
  type MessageFormatElement,
  type NumberSkeleton,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { Json, Message, MessagePart } from '../contract.ts';

type MessageProblem = {
  readonly message: string;
  readonly hint: string;
  /** UTF-16 units from the start of the message. */
  readonly offset: number;
};

export type MessageResult =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly error: MessageProblem };

/** Start of an argument, tag or quotation. Text without it is literal (ICU MessageFormat, apostrophe-friendly mode). */
const specialSyntax = /[{<]|'(?=['{}<>])/;

/** Text with placeholders such as `{name}`, and nothing else of ICU MessageFormat. */
const placeholdersOnly = /^[^{}<>'#]*(?:\{[A-Za-z_]\w*\}[^{}<>'#]*)+$/;

/** Compiles ICU MessageFormat to the parts that the runtime formats, so that no page loads a parser. */
export function compileMessage(text: string): MessageResult {
  if (!specialSyntax.test(text)) return { ok: true, message: text };
  if (placeholdersOnly.test(text)) return { ok: true, message: withPlaceholders(text) };
  try {
    const message = toMessage(parse(text));
    const selfClosing = /(?<!')<[A-Za-z][\w.-]*\s*\/>/.exec(text);
    if (selfClosing) throw new MessageError('A tag has no closing tag', 'Write `<name></name>`.', selfClosing.index);
    return { ok: true, message };
  } catch (error) {
    return { ok: false, error: problemOf(error as ParseError) };
  }
}

/** Compiles text with placeholders only, as the parser would, in less time. */
function withPlaceholders(text: string): Message {
  // At odd indexes of the split text are the names.
  return text.split(/\{(\w+)\}/).flatMap((part, at): MessagePart[] => {
    if (at % 2 === 1) return [['arg', part]];
    return part === '' ? [] : [part];
  });
}

/** Thrown while a message is compiled; `compileMessage` returns it as a value. */
class MessageError extends Error {
  readonly hint: string;
  readonly offset: number;
  constructor(message: string, hint: string, offset = 0) {
    super(message);
    this.hint = hint;
    this.offset = offset;
  }
}

function toMessage(elements: readonly MessageFormatElement[]): Message {
  const parts: MessagePart[] = [];
  for (const element of elements) {
    const part = toPart(element);
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  if (parts.length === 0) return '';
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
}

function toPart(element: MessageFormatElement): MessagePart {
  switch (element.type) {
    case TYPE.literal:
      return element.value;
    case TYPE.pound:
      return ['#'];
    case TYPE.argument:
      return ['arg', element.value];
    case TYPE.tag:
      return ['tag', element.value, toMessage(element.children)];
    case TYPE.select:
      return ['select', element.value, toCases(element.options)];
    case TYPE.plural: {
      const kind = element.pluralType === 'ordinal' ? 'ordinal' : 'plural';
      return [kind, element.value, element.offset, toCases(element.options)];
    }
    case TYPE.number:
    case TYPE.date:
    case TYPE.time: {
      const kind = element.type === TYPE.number ? 'number' : element.type === TYPE.date ? 'date' : 'time';
      const result = argumentOptions(kind, element.style);
      if ('problem' in result) throw new MessageError(`\`{${element.value}, ${kind}}\` ${result.problem}`, result.hint);
      return [kind, element.value, result.options];
    }
  }
}

type Options = { readonly [choice: string]: { readonly value: readonly MessageFormatElement[] } };

function toCases(options: Options): { [choice: string]: Message } {
  return Object.fromEntries(Object.entries(options).map(([choice, { value }]) => [choice, toMessage(value)]));
}

/** An error of the parser, whose message is one of the kinds below, or a `MessageError`. */
type ParseError = Error & {
  readonly location?: { readonly start: { readonly offset: number } };
  readonly hint?: string;
  readonly offset?: number;
};

const quotingHint = "Write a literal brace in apostrophes: '{'.";

/** Message and hint for each kind of error of the parser. */
const parserErrors: { readonly [kind: string]: readonly [message: string, hint: string] } = {
  EXPECT_ARGUMENT_CLOSING_BRACE: ['A placeholder is not closed', quotingHint],
  EMPTY_ARGUMENT: ['A placeholder has no name', `Write it as {name}. ${quotingHint}`],
  MALFORMED_ARGUMENT: ['A placeholder has an invalid name', `Use letters, digits and underscores. ${quotingHint}`],
  INVALID_ARGUMENT_TYPE: [
    'A placeholder has an unknown type',
    'Use number, date, time, plural, selectordinal or select.',
  ],
  EXPECT_ARGUMENT_STYLE: ['A placeholder has a comma but no style after it', 'Remove the comma.'],
  MISSING_OTHER_CLAUSE: [
    'A plural or select has no case `other`',
    'Add `other {…}`, which is used if no other case matches.',
  ],
  UNCLOSED_TAG: ['A tag is not closed', "Add `</name>`. Write a literal `<` in apostrophes: '<'."],
  UNMATCHED_CLOSING_TAG: [
    'A closing tag does not match the opening one',
    'Close tags in the reverse of the order in which they open.',
  ],
  INVALID_TAG: ['A tag is not of the form `<name>`', "Remove its attributes. Write a literal `<` in apostrophes: '<'."],
};

function problemOf(error: ParseError): MessageProblem {
  if (error instanceof MessageError) return { message: `${error.message}.`, hint: error.hint, offset: error.offset };
  const [message, hint] = parserErrors[error.message] ?? [
    `The message is not ICU MessageFormat (${error.message.toLowerCase().replaceAll('_', ' ')})`,
    'Write a plural as {count, plural, one {# file} other {# files}}.',
  ];
  return { message: `${message}.`, hint, offset: error.location?.start.offset ?? 0 };
}

type ArgumentKind = 'number' | 'date' | 'time';

/** `Intl` options, or a problem as the end of a sentence that begins with the placeholder. */
type ArgumentOptions = { readonly options: Json } | { readonly problem: string; readonly hint: string };

type Style = string | NumberSkeleton | DateTimeSkeleton | null | undefined;

const numberStyles: { readonly [style: string]: Json } = {
  integer: { maximumFractionDigits: 0 },
  percent: { style: 'percent' },
};
const dateStyles = ['short', 'medium', 'long', 'full'];

/** Returns `Intl.NumberFormat` or `Intl.DateTimeFormat` options for a style (`short`) or skeleton (`::yMMMd`). */
function argumentOptions(kind: ArgumentKind, style: Style): ArgumentOptions {
  if (typeof style === 'object' && style !== null) {
    return 'tokens' in style ? numberSkeleton(style) : { options: dateSkeleton(style) };
  }
  if (kind === 'number') {
    const options = style ? numberStyles[style] : {};
    if (options !== undefined) return { options };
    const hint = 'Use integer, percent or a skeleton such as `::currency/EUR`.';
    return { problem: `has the unknown style \`${style}\``, hint };
  }
  const name = style || 'medium';
  if (dateStyles.includes(name)) return { options: { [`${kind}Style`]: name } };
  const hint = 'Use short, medium, long, full or a skeleton such as `::yMMMd`.';
  return { problem: `has the unknown style \`${style}\``, hint };
}

/** Skeleton stems of default values, which set no option. */
const defaultStems = ['notation-simple', 'group-auto', 'sign-auto', 'unit-width-short', 'decimal-auto', 'base-unit'];

function numberSkeleton({ tokens, parsedOptions }: NumberSkeleton): ArgumentOptions {
  const { scale, ...options } = parsedOptions;
  if (scale !== undefined) {
    const hint = 'Pass the value as a fraction: 0.5 with `::percent` is shown as 50%.';
    return { problem: 'has a scale, which `Intl` does not support', hint };
  }
  const isUnknown = tokens.every(({ stem }) => !defaultStems.includes(stem)) && Object.keys(options).length === 0;
  if (isUnknown) {
    const names = tokens.map(({ stem }) => stem).join(' ');
    return {
      problem: `has the unknown skeleton \`${names}\``,
      hint: 'Use a skeleton such as `::currency/EUR` or `::compact-short`.',
    };
  }
  return { options: { ...options } as Json };
}

/** `j` is the hour in the hour cycle of the locale, which `Intl` uses if no cycle is given. */
function dateSkeleton({ pattern, parsedOptions }: DateTimeSkeleton): Json {
  const hour = /j+/.exec(pattern)?.[0];
  if (hour === undefined) return { ...parsedOptions } as Json;
  return { ...parsedOptions, hour: hour.length === 2 ? '2-digit' : 'numeric' } as Json;
}
