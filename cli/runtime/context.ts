import { createContext, use } from 'react';
import type { Json, Locale, Markup, PageHead, PagePayload, RouteInfo, SiteInfo } from '../contract.ts';
import type { IconData } from './icon.tsx';
import type { Translate } from './messages.ts';

/** What components of a page need of the place where they are rendered. */
export type PageState = {
  readonly site: SiteInfo;
  readonly payload: PagePayload;
  readonly locale: Locale;
  readonly t: Translate;
  /** HTML of a body; `id` finds the element that the server rendered. */
  readonly markup: (of: Markup, id: string) => string;
  /** On the server: data of a named icon. */
  readonly icon?: (name: string) => IconData | undefined;
  /** What components share for as long as the document stands: made by the first that asks, by the same function. */
  readonly shared: <T>(make: (site: SiteInfo) => T) => T;
  /** On the server: takes what a component says of the head. */
  readonly collectHead?: (head: PageHead) => void;
};

export const PageContext = createContext<PageState | null>(null);

export function usePageState(): PageState {
  const state = use(PageContext);
  if (!state) throw new Error('This component is rendered outside of a sitegen page.');
  return state;
}

export function useSite(): SiteInfo {
  return usePageState().site;
}

export function useRoute(): RouteInfo {
  return usePageState().payload.route;
}

/** The page on show: route, HTTP status, title and the properties given to its component. */
export function usePage(): {
  readonly route: RouteInfo;
  readonly status: number;
  readonly title: string;
  readonly props: { readonly [name: string]: unknown };
} {
  const { route, status, head, props } = usePageState().payload;
  return { route, status, title: head.title, props };
}

/** The locale with this code. Throws where the site does not have it. */
export function localeOf(site: SiteInfo, code: string): Locale {
  const locale = site.locales.find((candidate) => candidate.code === code);
  if (!locale) throw new Error(`Unknown locale: ${code}`);
  return locale;
}

/** Value of the site's own settings. */
export function useCustom(name: string): Json | undefined {
  return useSite().custom[name];
}
