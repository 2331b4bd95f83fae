import type { Json, Message, MessagePart } from '../contract.ts';

/** Values of a message's arguments. Dates may be given as `Date`, milliseconds or ISO text. */
export type Values = { readonly [name: string]: string | number | Date };

/** What a message needs of `Intl`, for one language. */
export type Format = {
  readonly plural: (value: number, ordinal: boolean) => string;
  readonly number: (value: number, options?: Json) => string;
  /** In UTC unless the options name a time zone, so that server and browser agree. */
  readonly date: (value: Date, options?: Json) => string;
};

/** How to render one message. `tag` gives the text or node of `<name>children</name>`. */
export type Scope<Node> = {
  readonly format: Format;
  readonly values: Values;
  readonly tag: (name: string, children: readonly (string | Node)[]) => string | Node;
  /** The number that `#` stands for. */
  readonly count?: number;
};

/** `Intl` objects of a language, each made once and when first asked for. */
export function createFormat(language: string): Format {
  const made = new Map<string, unknown>();
  const once = <T>(key: string, make: () => T): T => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key) as T;
  };
  return {
    plural: (value, ordinal) =>
      once(`p${ordinal}`, () => new Intl.PluralRules(language, { type: ordinal ? 'ordinal' : 'cardinal' })).select(
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

/** Text of a message; of rich-text tags only the content is kept. */
export function formatText(message: Message, format: Format, values: Values = {}): string {
  return evaluate<never>(message, { format, values, tag: (_, children) => children.join('') }).join('');
}

/** Parts of a message in order. An argument without a value shows as `{name}`. */
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
