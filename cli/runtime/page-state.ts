import { use } from 'react';
import type { Message, PagePayload, SiteInfo } from '../contract.ts';
import type { PageState } from './context.tsx';
import { createMarkupReader } from './markup.tsx';
import { createFormat, createTranslate, isRendering, type Lookup } from './messages.ts';
import { localeOf } from './paths.ts';

type PageStateInput = {
  readonly site: SiteInfo;
  /**
   * Returns a message that is not in the payload; while it is loading, a promise, which must be the same for every
   * call.
   */
  readonly loadMessage: (locale: string, key: string) => Message | Promise<void> | undefined;
};

/**
 * Returns a function that creates the state of a page from its payload. The pages share the values of
 * `PageState.shared`.
 */
export function createPageStates(
  { site, loadMessage }: PageStateInput,
  root: ParentNode,
): (payload: PagePayload) => PageState {
  const markup = createMarkupReader(root);
  const singletons = new Map<unknown, unknown>();
  const shared = <T>(create: (site: SiteInfo) => T): T => {
    if (!singletons.has(create)) singletons.set(create, create(site));
    return singletons.get(create) as T;
  };
  return (payload) => {
    const locale = localeOf(site, payload.route.locale);
    const lookup: Lookup = (key) => {
      const message = payload.messages[key] ?? loadMessage(locale.code, key);
      if (!(message instanceof Promise)) return message;
      // Suspend a component until the catalogue is loaded. An event handler cannot suspend; it gets the last part of
      // the key.
      if (isRendering()) use(message);
      return undefined;
    };
    const t = createTranslate(lookup, createFormat(locale.language));
    return { site, payload, locale, t, markup, shared };
  };
}
