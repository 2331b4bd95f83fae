import { createElement, Fragment, type ReactNode, use } from 'react';
import type { Json, Locale, Message, MessagePart } from '../contract.ts';
import { PageContext, usePageState } from './context.tsx';
import type { MessageKey, RichTags, Translate, Values } from './message-types.ts';

/** Returns the page's `t`. Its identity is stable until the page changes. */
export function useMessages(): Translate {
  return usePageState().t;
}

/** Returns the locale of the page. */
export function useLocale(): Locale {
  return usePageState().locale;
}

/** Renders a message with rich text; the props are the arguments of `t.rich`. */
export function Rich(props: {
  readonly message: MessageKey;
  readonly values?: Values;
  readonly tags: RichTags;
}): ReactNode {
  return useMessages().rich(props.message, props.values ?? {}, props.tags);
}

/**
 * Returns a message, or undefined if there is none. Suspends the component while messages are loading. `isProbe`: the
 * page only checks whether the message exists.
 */
export type Lookup = (key: string, isProbe?: boolean) => Message | undefined;

/** Creates `t` from a lookup. A missing message is shown as the last part of its key. */
export function createTranslate(lookup: Lookup, format: Format): Translate {
  const text = (key: string, values: Values = {}): string => formatText(lookup(key) ?? lastPart(key), format, values);
  const rich = (key: string, values: Values, tags: RichTags): ReactNode =>
    nodes(
      evaluate<ReactNode>(lookup(key) ?? lastPart(key), {
        format,
        values,
        tag: (name, children) => tags[name]?.(nodes(children)) ?? nodes(children),
      }),
    );
  return Object.assign(text, { rich, has: (key: string) => lookup(key, true) !== undefined }) as Translate;
}

function nodes(parts: readonly ReactNode[]): ReactNode {
  return parts.length === 1 ? parts[0] : createElement(Fragment, null, ...parts);
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/**
 * Returns whether React is rendering a component. Code outside of rendering, such as event handlers, cannot suspend.
 */
export function isRendering(): boolean {
  try {
    return use(PageContext) !== undefined;
  } catch {
    return false;
  }
}

/** Number, date and plural formatting by `Intl` for one language. */
export type Format = {
  readonly plural: (value: number, isOrdinal: boolean) => string;
  readonly number: (value: number, options?: Json) => string;
  /** Formats a date in UTC unless the options contain a time zone, so that server and browser give the same text. */
  readonly date: (value: Date, options?: Json) => string;
};

/** Creates the formats of a language. `Intl` objects are created on first use and cached. */
export function createFormat(language: string): Format {
  const objects = new Map<string, unknown>();
  const once = <T>(key: string, create: () => T): T => {
    if (!objects.has(key)) objects.set(key, create());
    return objects.get(key) as T;
  };
  return {
    plural: (value, isOrdinal) =>
      once(`p${isOrdinal}`, () => new Intl.PluralRules(language, { type: isOrdinal ? 'ordinal' : 'cardinal' })).select(
        value,
      ),
    number: (value, options) =>
      once(
        `n${JSON.stringify(options)}`,
        () => new Intl.NumberFormat(language, options as Intl.NumberFormatOptions),
      ).format(value),
    date: (value, options) =>
      once(
        `d${JSON.stringify(options)}`,
        () => new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...(options as Intl.DateTimeFormatOptions) }),
      ).format(value),
  };
}

/** Returns the text of a message. Rich-text tags are removed, their content is kept. */
export function formatText(message: Message, format: Format, values: Values = {}): string {
  return evaluate<never>(message, { format, values, tag: (_, children) => children.join('') }).join('');
}

/** The context in which a message is evaluated. `tag` renders `<name>children</name>`. */
export type Scope<Node> = {
  readonly format: Format;
  readonly values: Values;
  readonly tag: (name: string, children: readonly (string | Node)[]) => string | Node;
  /** The number that `#` stands for: the value of the enclosing plural minus its offset. */
  readonly count?: number;
};

/** Evaluates a message and returns its parts in order. An argument without a value is shown as `{name}`. */
export function evaluate<Node>(message: Message, scope: Scope<Node>): readonly (string | Node)[] {
  return typeof message === 'string' ? [message] : message.flatMap((part) => evaluatePart(part, scope));
}

function evaluatePart<Node>(part: MessagePart, scope: Scope<Node>): readonly (string | Node)[] {
  if (typeof part === 'string') return [part];
  const { format, values } = scope;
  if (part[0] === '#') return [format.number(scope.count ?? 0)];
  const name = part[1];
  if (part[0] === 'tag') return [scope.tag(name, evaluate(part[2], scope))];
  const value = values[name];
  if (value === undefined) return [`{${name}}`];
  switch (part[0]) {
    case 'arg':
      return [value instanceof Date ? format.date(value) : String(value)];
    case 'number':
      return [format.number(Number(value), part[2])];
    case 'date':
    case 'time':
      return [format.date(new Date(value), part[2])];
    case 'select':
      return evaluate(part[2][String(value)] ?? part[2].other ?? '', scope);
    case 'plural':
    case 'ordinal': {
      const number = Number(value);
      const count = number - part[2];
      const cases = part[3];
      const chosen = cases[`=${number}`] ?? cases[format.plural(count, part[0] === 'ordinal')] ?? cases.other ?? '';
      return evaluate(chosen, { ...scope, count });
    }
  }
}
