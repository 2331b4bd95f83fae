import { use } from 'react';
import type { Message, PagePayload, SiteInfo } from '../contract.ts';
import type { PageState } from './context.tsx';
import { createMarkupReader } from './markup.tsx';
import { createFormat, createTranslate, isRendering, type Lookup } from './messages.ts';
import { localeOf } from './paths.ts';

type PageStateInput = {
  readonly site: SiteInfo;
  /** Finds a message that the payload does not contain; while it is loading: a promise, the same one for every call. */
  readonly loadMessage: (locale: string, key: string) => Message | Promise<void> | undefined;
};

/** Returns a function from a page's payload to the state that its components read. */
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
      // A component suspends until the catalogue is loaded; an event handler cannot and shows the end of the key.
      if (isRendering()) use(message);
      return undefined;
    };
    const t = createTranslate(lookup, createFormat(locale.language));
    return { site, payload, locale, t, markup, shared };
  };
}
