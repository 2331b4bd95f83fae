import { type ComponentType, createContext, type ReactNode, use, useLayoutEffect } from 'react';
import type {
  IslandTrigger,
  Json,
  Locale,
  Markup,
  PageHead,
  PageModule,
  PagePayload,
  RouteInfo,
  SiteInfo,
} from '../contract.ts';
import type { IconData } from './icon.tsx';
import type { Translate } from './messages.ts';

/** What the components of a page read from their context. */
export type PageState = {
  readonly site: SiteInfo;
  readonly payload: PagePayload;
  readonly locale: Locale;
  readonly t: Translate;
  /** HTML of a body; `id` identifies the element that the server rendered. */
  readonly markup: (of: Markup, id: string) => string;
  /** On the server: data of an icon by its name. */
  readonly icon?: (name: string) => IconData | undefined;
  /** Returns `create(site)`, which is called once per document and shared by all components of all its pages. */
  readonly shared: <T>(create: (site: SiteInfo) => T) => T;
  /** On the server: receives what components pass to `useHead`. */
  readonly collectHead?: (head: PageHead) => void;
  /** On the server, for a page without hydration: receives an island and returns its index. */
  readonly collectIsland?: (island: CollectedIsland) => number;
};

/** Where the code of an island is, its name for messages, and when it is hydrated. */
export type IslandPlace = { readonly key: string; readonly name: string; readonly on: IslandTrigger };

/** An island that a page without hydration shows. */
export type CollectedIsland = {
  readonly place: IslandPlace;
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  readonly props: { readonly [name: string]: unknown };
};

declare module 'react' {
  namespace JSX {
    /** Marks of islands on a page that exports `hydrate = false`: the browser hydrates the component by itself. */
    interface IntrinsicAttributes {
      /** At once. */
      'client:load'?: true;
      /** When the browser is idle. */
      'client:idle'?: true;
      /** When it is visible. */
      'client:visible'?: true;
      /** Rendered in the browser only; until then what is between its tags is shown. */
      'client:only'?: true;
    }
  }
}

export const PageContext = createContext<PageState | null>(null);

/** Shell of a site: surrounds every page and stays mounted when the page changes. */
export type Shell = ComponentType<{ readonly children: ReactNode }>;

export type PageTreeProps = {
  readonly state: PageState;
  readonly module: PageModule;
  readonly App: Shell | undefined;
  /** Called once this page is in the document. */
  readonly onCommit?: () => void;
};

/** The whole React tree of a page: the same on the server, during hydration and after navigation. */
export function PageTree({ state, module, App, onCommit }: PageTreeProps): ReactNode {
  useLayoutEffect(() => onCommit?.(), [onCommit]);
  const { route, props } = state.payload;
  const page = <module.Page key={route.path} {...props} />;
  return <PageContext value={state}>{App ? <App>{page}</App> : page}</PageContext>;
}

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

/** Returns the current page: its route, HTTP status, title and the properties of its component. */
export function usePage(): {
  readonly route: RouteInfo;
  readonly status: number;
  readonly title: string;
  readonly props: { readonly [name: string]: unknown };
} {
  const { route, status, head, props } = usePageState().payload;
  return { route, status, title: head.title, props };
}

/** Returns a value of the `custom` map of `config/site.yaml`. */
export function useCustom(name: string): Json | undefined {
  return useSite().custom[name];
}
