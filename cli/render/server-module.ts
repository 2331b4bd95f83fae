import type { ComponentType, ReactNode } from 'react';
import type { HeadContext, IslandTrigger, Messages, PageHead, PageModule, PagePayload, SiteInfo } from '../contract.ts';
import type { IslandKey } from '../lib/islands.ts';
import type { IconData } from '../sources/icons.ts';

export type Translate = HeadContext['t'];

/** Exports of the server bundle of a site. */
export type ServerModule = {
  readonly site: SiteInfo;
  readonly createPageElement: (input: {
    readonly site: SiteInfo;
    readonly App: unknown;
    readonly module: PageModule;
    readonly payload: PagePayload;
    readonly messages: (key: string) => Messages[string] | undefined;
    readonly onRead: (key: string, isProbe: boolean) => void;
    readonly onMissingValue: (key: string, name: string) => void;
    readonly onHead: (head: PageHead) => void;
    readonly icon: (name: string) => IconData | undefined;
    readonly onIsland?: (island: Island) => number;
  }) => ReactNode;
  readonly createComponentElement: (input: {
    readonly site: SiteInfo;
    readonly payload: PagePayload;
    readonly messages: (key: string) => Messages[string] | undefined;
    readonly onRead: (key: string, isProbe: boolean) => void;
    readonly onMissingValue: (key: string, name: string) => void;
    readonly icon: (name: string) => IconData | undefined;
    readonly Component: Island['Component'];
    readonly props: Island['props'];
    readonly children: string | null;
    readonly isIsland: boolean;
  }) => ReactNode;
  /** Components of texts. */
  readonly components: Readonly<Record<IslandKey, Island['Component']>>;
  readonly serverTranslate: (input: {
    readonly site: SiteInfo;
    readonly payload: PagePayload;
    readonly messages: (key: string) => Messages[string] | undefined;
    readonly onRead: (key: string, isProbe: boolean) => void;
    readonly onMissingValue: (key: string, name: string) => void;
  }) => Translate;
  readonly App: unknown;
};

/** An island that a page without hydration shows. */
export type Island = {
  readonly info: { readonly key: IslandKey; readonly name: string; readonly on: IslandTrigger };
  readonly Component: ComponentType<{ readonly children?: ReactNode }>;
  readonly props: Readonly<Record<string, unknown>>;
};

/** Returns the element of one component with the context of a page. */
export type ComponentElement = (
  component: Pick<Island, 'Component' | 'props'> & { readonly children: string | null; readonly isIsland: boolean },
) => ReactNode;
