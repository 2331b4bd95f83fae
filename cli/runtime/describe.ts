import { use } from 'react';
import type { Message, PagePayload, SiteInfo } from '../contract.ts';
import { localeOf, type PageState } from './context.ts';
import { createFormat } from './format.ts';
import { createMarkupReader } from './markup.tsx';
import { createTranslate, isRendering, type Lookup } from './messages.ts';

/** A message that the payload does not hold; a promise, the same one every time, until that is known. */
export type MissingMessage = (locale: string, key: string) => Message | Promise<void> | undefined;

export type DescriberInput = {
  readonly site: SiteInfo;
  readonly missing: MissingMessage;
  /** Holds what the server rendered. */
  readonly root: ParentNode;
};

/** Makes what components of a page see of it in the browser. */
export function createDescriber({ site, missing, root }: DescriberInput): (payload: PagePayload) => PageState {
  const markup = createMarkupReader(root);
  const made = new Map<unknown, unknown>();
  const shared = <T>(make: (of: SiteInfo) => T): T => {
    if (!made.has(make)) made.set(make, make(site));
    return made.get(make) as T;
  };
  return (payload) => {
    const locale = localeOf(site, payload.route.locale);
    const lookup: Lookup = (key) => {
      const message = payload.messages[key] ?? missing(locale.code, key);
      if (!(message instanceof Promise)) return message;
      // A component waits for the catalogue; an event handler cannot and gets the end of the key.
      if (isRendering()) use(message);
      return undefined;
    };
    const t = createTranslate(lookup, createFormat(locale.language));
    return { site, payload, locale, t, markup, shared };
  };
}
