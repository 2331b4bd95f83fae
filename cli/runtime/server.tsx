import type { ReactElement } from 'react';
import type { PageHead, PageModule, PagePayload, SiteInfo } from '../contract.ts';
import { localeOf } from './context.ts';
import { createFormat, type Format } from './format.ts';
import type { IconData } from './icon.tsx';
import { createTranslate, type Lookup, type Translate } from './messages.ts';
import { PageTree, type Shell } from './tree.tsx';

export type PageElementInput = {
  readonly site: SiteInfo;
  readonly App?: Shell | undefined;
  readonly module: PageModule;
  /** Its `messages` and `head` are not read. */
  readonly payload: PagePayload;
  /** Message of a key in the page's locale, fallbacks included. */
  readonly messages: Lookup;
  /**
   * Takes each key that the page reads, also those without a message; the same key may come again. `probe` is true
   * where the page only asks whether there is a message.
   */
  readonly onRead?: (key: string, probe: boolean) => void;
  /** Takes what `useHead` says, outer components first. */
  readonly onHead?: (head: PageHead) => void;
  /** `Intl` of the page's language, to be shared by its pages; made anew where missing. */
  readonly format?: Format;
  /** Data of an icon asked for by name; the names asked for are to be served as `{base}/_icons/{prefix}.json`. */
  readonly icon?: (name: string) => IconData | undefined;
};

/** The React element of a page, exactly as the browser hydrates it. Pure: render it with react-dom/server. */
export function createPageElement(input: PageElementInput): ReactElement {
  const { site, App, module, payload } = input;
  const state = {
    site,
    payload,
    locale: localeOf(site, payload.route.locale),
    t: serverTranslate(input),
    markup: (of: { readonly html: string | null }) => of.html ?? '',
    icon: input.icon ?? (() => undefined),
    shared: <T,>(make: (site: SiteInfo) => T) => make(site),
    ...(input.onHead && { collectHead: input.onHead }),
  };
  return <PageTree state={state} module={module} App={App} />;
}

/** `t` of a page, for its exported `head`; records the keys read as rendering does. */
export function serverTranslate(
  input: Pick<PageElementInput, 'site' | 'payload' | 'messages' | 'onRead' | 'format'>,
): Translate {
  const { messages, onRead } = input;
  const language = localeOf(input.site, input.payload.route.locale).language;
  const lookup: Lookup = (key, probe = false) => {
    onRead?.(key, probe);
    return messages(key);
  };
  return createTranslate(lookup, input.format ?? createFormat(language));
}
