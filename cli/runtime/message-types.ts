import type { ReactNode } from 'react';

/** Values of messages by key. It is empty here; the generated declaration of a site extends it. */
// biome-ignore lint/suspicious/noEmptyInterface: interfaces are merged with the generated declaration.
export interface MessageArguments {}

/** Message keys; any string until the declaration is generated. */
export type MessageKey = keyof MessageArguments extends never ? string : Extract<keyof MessageArguments, string>;

/** Tuple of the values argument that the message of a key requires. */
export type MessageValues<Key extends MessageKey> = Key extends keyof MessageArguments
  ? keyof MessageArguments[Key] extends never
    ? readonly []
    : readonly [values: MessageArguments[Key]]
  : readonly [values?: Values];

/** Values of a message's arguments. A date can be a `Date`, milliseconds since 1970 or an ISO string. */
export type Values = { readonly [name: string]: string | number | Date };

/** Functions that render `<name>…</name>` in a message, by tag name. They receive the content. */
export type RichTags = { readonly [name: string]: (children: ReactNode) => ReactNode };

/** Formats the message of a key in the language of the page. */
export type Translate = {
  <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>): string;
  /** Formats a message like `t`, with rich-text tags rendered as React nodes. */
  readonly rich: (key: MessageKey, values: Values, tags: RichTags) => ReactNode;
  /** Returns whether the message exists in this locale or a fallback. */
  readonly has: (key: MessageKey) => boolean;
};
