import { createElement, Fragment, type ReactNode, use } from 'react';
import type { Locale, Message } from '../contract.ts';
import { PageContext, usePageState } from './context.ts';
import { evaluate, type Format, formatText, type Values } from './format.ts';
import type { MessageArguments } from './message-arguments.ts';

/** Keys of the messages; any text until the generated declarations are there. */
export type MessageKey = keyof MessageArguments extends never ? string : Extract<keyof MessageArguments, string>;

/** Values that a key's message asks for. */
export type MessageValues<Key extends MessageKey> = Key extends keyof MessageArguments
  ? keyof MessageArguments[Key] extends never
    ? readonly []
    : readonly [values: MessageArguments[Key]]
  : readonly [values?: Values];

/** Wraps the content of `<name>…</name>` in a message. */
export type RichTags = { readonly [name: string]: (children: ReactNode) => ReactNode };

export type Translate = {
  <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>): string;
  /** As `t`, with rich-text tags turned into elements. */
  readonly rich: (key: MessageKey, values: Values, tags: RichTags) => ReactNode;
  /** True where the message exists in this locale or a fallback. */
  readonly has: (key: MessageKey) => boolean;
};

/**
 * Gives a message, undefined where there is none, or suspends the component until it is there. `probe`: the page only
 * asks whether there is one.
 */
export type Lookup = (key: string, probe?: boolean) => Message | undefined;

/** `t` over a lookup. A message that does not exist shows as the last part of its key. */
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

/** The page's `t`. It stays the same function until the page changes. */
export function useMessages(): Translate {
  return usePageState().t;
}

/** The locale of the page. */
export function useLocale(): Locale {
  return usePageState().locale;
}

/** A message with rich text as an element; the properties are those of `t.rich`. */
export function Rich(props: {
  readonly message: MessageKey;
  readonly values?: Values;
  readonly tags: RichTags;
}): ReactNode {
  return useMessages().rich(props.message, props.values ?? {}, props.tags);
}

/** True while React renders a component: outside, as in event handlers, a component cannot be suspended. */
export function isRendering(): boolean {
  try {
    return use(PageContext) !== undefined;
  } catch {
    return false;
  }
}
