import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import type { PageHead, PageModule, PagePayload, SiteInfo } from '../contract.ts';
import { slotElement } from '../lib/islands.ts';
import { type CollectedIsland, type IconData, PageContext, type PageState, PageTree, type Shell } from './context.tsx';
import type { Translate, Values } from './message-types.ts';
import { createFormat, createTranslate, type Format, type Lookup } from './messages.ts';
import { localeOf } from './paths.ts';

export type PageElementInput = {
  readonly site: SiteInfo;
  readonly App?: Shell | undefined;
  readonly module: PageModule;
  /** The payload. Its `messages` and `head` are not used. */
  readonly payload: PagePayload;
  /** Returns the message of a key in the page's locale or its fallbacks. */
  readonly messages: Lookup;
  /**
   * Called with each message key that the page reads, including missing ones; keys may repeat. `isProbe`: the page only
   * checks whether the message exists.
   */
  readonly onRead?: (key: string, isProbe: boolean) => void;
  /** Called with the name of each argument of a message that the page gives no value. */
  readonly onMissingValue?: (key: string, name: string) => void;
  /** Called with the argument of each `useHead` call, outer components first. */
  readonly onHead?: (head: PageHead) => void;
  /** Called with the files of each lazy component that is rendered, relative to the root. */
  readonly onLazy?: (files: readonly string[]) => void;
  /** Formats of the page's language, shared between pages; created if not given. */
  readonly format?: Format;
  /** Returns the data of a `NamedIcon`. The caller must serve the requested icons at `{base}/_icons/{prefix}.json`. */
  readonly icon?: (name: string) => IconData | undefined;
  /** For a page without hydration: registers an island and returns its index. */
  readonly onIsland?: (island: CollectedIsland) => number;
};

/**
 * Returns the React element of a page, which is identical to the one that the browser hydrates. Render it with
 * `react-dom/server`.
 */
export function createPageElement(input: PageElementInput): ReactElement {
  const { App, module, onIsland } = input;
  const state = { ...serverState(input), ...(onIsland && { collectIsland: onIsland }) };
  return <PageTree state={state} module={module} App={App} />;
}

export type ComponentElementInput = Omit<PageElementInput, 'App' | 'module' | 'onIsland'> & {
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  readonly props: { readonly [name: string]: unknown };
  /** Content between its tags, or null. */
  readonly children: string | null;
  /** Whether the browser hydrates it separately, with the children as HTML in a slot element. */
  readonly isIsland: boolean;
};

/** Returns the React element of a single component with the context of a page: an island, or a component in a text. */
export function createComponentElement(input: ComponentElementInput): ReactElement {
  const { Component, props, children, isIsland } = input;
  const slot = isIsland && children !== null ? createElement(slotElement, { key: 'slot' }, children) : children;
  return (
    <PageContext value={serverState(input)}>
      <Component {...props}>{slot}</Component>
    </PageContext>
  );
}

function serverState(input: Omit<PageElementInput, 'App' | 'module'>): PageState {
  const { site, payload } = input;
  return {
    site,
    payload,
    locale: localeOf(site, payload.route.locale),
    t: serverTranslate(input),
    markup: (of: { readonly html: string | null }) => of.html ?? '',
    icon: input.icon ?? (() => undefined),
    shared: <T,>(create: (site: SiteInfo) => T) => create(site),
    ...(input.onHead && { collectHead: input.onHead }),
    ...(input.onLazy && { collectLazy: input.onLazy }),
  };
}

/** Returns the `t` that a page's exported `head` function receives. Calls `onRead` for the keys, as rendering does. */
export function serverTranslate(
  input: Pick<PageElementInput, 'site' | 'payload' | 'messages' | 'onRead' | 'onMissingValue' | 'format'>,
): Translate {
  const { messages, onRead, onMissingValue } = input;
  const language = localeOf(input.site, input.payload.route.locale).language;
  const lookup: Lookup = (key, isProbe = false) => {
    onRead?.(key, isProbe);
    return messages(key);
  };
  const t = createTranslate(lookup, input.format ?? createFormat(language));
  if (!onMissingValue) return t;
  const observed = (key: string, values: Values = {}): Values =>
    new Proxy(values, {
      get: (target, name: string) => {
        if (target[name] === undefined) onMissingValue(key, name);
        return target[name];
      },
    });
  const text = (key: string, values?: Values): string => t(key, observed(key, values));
  return Object.assign(text, {
    ...t,
    rich: (key, values, tags) => t.rich(key, observed(key, values), tags),
  } as Translate);
}
