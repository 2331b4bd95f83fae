import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Message, MessagePart } from '../contract.ts';
import { argumentOptions } from './options.ts';

type MessageFault = {
  readonly message: string;
  readonly hint: string;
  /** UTF-16 units from the start of the message. */
  readonly offset: number;
};

export type CompiledMessage =
  | { readonly ok: true; readonly message: Message }
  | { readonly ok: false; readonly fault: MessageFault };

/** An argument, a tag, or a quotation: anything else stands for itself (ICU MessageFormat, apostrophe-friendly). */
const special = /[{<]|'(?=['{}<>])/;

/** Compiles ICU MessageFormat to the form that the runtime reads: no parser is needed where it is shown. */
export function compileMessage(text: string): CompiledMessage {
  if (!special.test(text)) return { ok: true, message: text };
  try {
    const message = toMessage(parse(text));
    const selfClosing = /(?<!')<[A-Za-z][\w.-]*\s*\/>/.exec(text);
    if (selfClosing) throw new MessageError('A tag needs an end', 'Write `<name></name>`.', selfClosing.index);
    return { ok: true, message };
  } catch (error) {
    return { ok: false, fault: faultOf(error as ParseError) };
  }
}

/** Leaves `compileMessage` as a value. */
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
      if ('fault' in result) throw new MessageError(`\`{${element.value}, ${kind}}\` ${result.fault}`, result.hint);
      return [kind, element.value, result.options];
    }
  }
}

type Options = { readonly [choice: string]: { readonly value: readonly MessageFormatElement[] } };

function toCases(options: Options): { [choice: string]: Message } {
  return Object.fromEntries(Object.entries(options).map(([choice, { value }]) => [choice, toMessage(value)]));
}

/** What the parser throws: a kind as message, and a place. */
type ParseError = Error & {
  readonly location?: { readonly start: { readonly offset: number } };
  readonly hint?: string;
  readonly offset?: number;
};

const quoting = "A brace that is meant as text is written in apostrophes: '{'.";

/** Sentences for the kinds of errors of the parser. */
const kinds: { readonly [kind: string]: readonly [message: string, hint: string] } = {
  EXPECT_ARGUMENT_CLOSING_BRACE: ['A placeholder is not closed', quoting],
  EMPTY_ARGUMENT: ['A placeholder has no name', `Write it as {name}. ${quoting}`],
  MALFORMED_ARGUMENT: ['A placeholder has a name that cannot be one', `Names have no spaces or signs. ${quoting}`],
  INVALID_ARGUMENT_TYPE: [
    'A placeholder has an unknown type',
    'Types are number, date, time, plural, selectordinal and select.',
  ],
  EXPECT_ARGUMENT_STYLE: ['A placeholder has a comma but no style after it', 'Remove the comma.'],
  MISSING_OTHER_CLAUSE: [
    'A plural or select has no case `other`',
    'Add `other {…}`: it is used when no other case fits.',
  ],
  UNCLOSED_TAG: ['A tag is not closed', "Add `</name>`. A `<` that is meant as text is written '<'."],
  UNMATCHED_CLOSING_TAG: [
    'A closing tag does not match the opening one',
    'Tags close in the reverse of the order in which they open.',
  ],
  INVALID_TAG: [
    'A tag is not of the form `<name>`',
    "Tags have no attributes. A `<` that is meant as text is written '<'.",
  ],
};

function faultOf(error: ParseError): MessageFault {
  if (error instanceof MessageError) return { message: `${error.message}.`, hint: error.hint, offset: error.offset };
  const [message, hint] = kinds[error.message] ?? [
    `The message is not ICU MessageFormat (${error.message.toLowerCase().replaceAll('_', ' ')})`,
    'A plural reads {count, plural, one {# file} other {# files}}.',
  ];
  return { message: `${message}.`, hint, offset: error.location?.start.offset ?? 0 };
}
