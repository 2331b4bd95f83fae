import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react';
import type { PageHead, PageModule, PagePayload, SiteInfo } from '../contract.ts';
import { type CollectedIsland, PageContext, type PageState, PageTree, type Shell } from './context.tsx';
import type { IconData } from './icon.tsx';
import { slotElement } from './island-element.ts';
import { createFormat, createTranslate, type Format, type Lookup, type Translate } from './messages.ts';
import { localeOf } from './paths.ts';

export type PageElementInput = {
  readonly site: SiteInfo;
  readonly App?: Shell | undefined;
  readonly module: PageModule;
  /** Its `messages` and `head` are not read. */
  readonly payload: PagePayload;
  /** Returns the message of a key in the page's locale or its fallbacks. */
  readonly messages: Lookup;
  /**
   * Receives each key that the page reads, including keys without a message; the same key may repeat. `isProbe`: the
   * page only checks whether the message exists.
   */
  readonly onRead?: (key: string, isProbe: boolean) => void;
  /** Receives what components pass to `useHead`, outer components first. */
  readonly onHead?: (head: PageHead) => void;
  /** Formats of the page's language, shared by its pages; created if missing. */
  readonly format?: Format;
  /** Returns the data of a `NamedIcon`. The caller serves the requested names as `{base}/_icons/{prefix}.json`. */
  readonly icon?: (name: string) => IconData | undefined;
  /** For a page without hydration: receives each island and returns its index. */
  readonly onIsland?: (island: CollectedIsland) => number;
};

/** Returns the React element of a page, exactly as the browser hydrates it. Pure: render it with react-dom/server. */
export function createPageElement(input: PageElementInput): ReactElement {
  const { App, module, onIsland } = input;
  const state = { ...serverState(input), ...(onIsland && { collectIsland: onIsland }) };
  return <PageTree state={state} module={module} App={App} />;
}

export type ComponentElementInput = Omit<PageElementInput, 'App' | 'module' | 'onIsland'> & {
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  readonly props: { readonly [name: string]: unknown };
  /** What is between its tags; null: nothing. */
  readonly children: string | null;
  /** True: the browser hydrates it by itself, with the children as HTML in an element. */
  readonly isIsland: boolean;
};

/** Returns the React element of one component with the context of a page: an island, or a component of a text. */
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
  };
}

/** Returns `t` of a page for its exported `head`; reports the keys read as rendering does. */
export function serverTranslate(
  input: Pick<PageElementInput, 'site' | 'payload' | 'messages' | 'onRead' | 'format'>,
): Translate {
  const { messages, onRead } = input;
  const language = localeOf(input.site, input.payload.route.locale).language;
  const lookup: Lookup = (key, isProbe = false) => {
    onRead?.(key, isProbe);
    return messages(key);
  };
  return createTranslate(lookup, input.format ?? createFormat(language));
}
