import { use } from 'react';
import type { PagePayload, SiteInfo } from '../contract.ts';
import type { Catalogues } from './catalogue.ts';
import { localeOf, type PageState } from './context.ts';
import { createFormat } from './format.ts';
import { createMarkupReader } from './markup.tsx';
import { createTranslate, isRendering, type Lookup } from './messages.ts';

export type DescriberInput = {
  readonly site: SiteInfo;
  readonly catalogues: Catalogues;
  /** Holds what the server rendered. */
  readonly root: ParentNode;
};

/** Makes what components of a page see of it in the browser. */
export function createDescriber({ site, catalogues, root }: DescriberInput): (payload: PagePayload) => PageState {
  const markup = createMarkupReader(root);
  return (payload) => {
    const locale = localeOf(site, payload.route.locale);
    const lookup: Lookup = (key) => {
      const message = payload.messages[key] ?? catalogues.find(locale.code, key);
      if (message !== undefined || catalogues.isSettled(locale.code)) return message;
      const loading = catalogues.load(locale.code);
      // A component waits for the catalogue; an event handler cannot and gets the end of the key.
      if (isRendering()) use(loading);
      return undefined;
    };
    const t = createTranslate(lookup, createFormat(locale.language));
    return { site, payload, locale, t, markup, icon: () => undefined };
  };
}
