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
import type { Translate } from './message-types.ts';

/** An icon of an Iconify set: the content of its `<svg>` and the size of its view box. */
export type IconData = { readonly body: string; readonly width: number; readonly height: number };

/** The state of a page that its components read from the context. */
export type PageState = {
  readonly site: SiteInfo;
  readonly payload: PagePayload;
  readonly locale: Locale;
  readonly t: Translate;
  /** Returns the HTML of a Markdown body. `id` identifies the element that the server rendered. */
  readonly markup: (of: Markup, id: string) => string;
  /** On the server: returns the data of an icon by name. */
  readonly icon?: (name: string) => IconData | undefined;
  /** Returns `create(site)`. The value is created once per document and shared by all components of all pages. */
  readonly shared: <T>(create: (site: SiteInfo) => T) => T;
  /** On the server: receives the argument of each `useHead` call. */
  readonly collectHead?: (head: PageHead) => void;
  /** On the server: receives the files of each lazy component that is rendered, relative to the root. */
  readonly collectLazy?: (files: readonly string[]) => void;
  /** On the server, for pages without hydration: registers an island and returns its index. */
  readonly collectIsland?: (island: CollectedIsland) => number;
};

/** Describes an island: the key that locates its code, its name for messages, and when it is hydrated. */
export type IslandInfo = { readonly key: string; readonly name: string; readonly on: IslandTrigger };

/** An island that was rendered on a page without hydration. */
export type CollectedIsland = {
  readonly info: IslandInfo;
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  readonly props: { readonly [name: string]: unknown };
};

declare module 'react' {
  namespace JSX {
    /**
     * Attributes that make a component an island on a page that exports `hydrate = false`. The browser hydrates each
     * island separately.
     */
    interface IntrinsicAttributes {
      /** Hydrate as soon as the page has loaded. */
      'client:load'?: true;
      /** Hydrate when the browser is idle. */
      'client:idle'?: true;
      /** Hydrate when the component becomes visible. */
      'client:visible'?: true;
      /** Render in the browser only; until then, show the children. */
      'client:only'?: true;
    }
  }
}

export const PageContext = createContext<PageState | null>(null);

/** The shell of a site: a component around every page that stays mounted when the page changes. */
export type Shell = ComponentType<{ readonly children: ReactNode }>;

export type PageTreeProps = {
  readonly state: PageState;
  readonly module: PageModule;
  readonly App: Shell | undefined;
  /** Called when this page has been committed to the document. */
  readonly onCommit?: (() => void) | undefined;
};

/** Renders the React tree of a page, which is identical on the server, during hydration and after navigation. */
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

/** Returns what is the same on all pages: name, languages, navigation, base and theme of the site. */
export function useSite(): SiteInfo {
  return usePageState().site;
}

/** Returns the route of the page: its id, path, and its addresses in other languages. */
export function useRoute(): RouteInfo {
  return usePageState().payload.route;
}

/** Returns the current page: its route, HTTP status, title and component props. */
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
