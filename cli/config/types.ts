import type { z } from 'zod';
import type { Json, Locale, NavigationEntry, RouteRule } from '../contract.ts';
import type { Frozen } from './freeze.ts';
import type { contentSchema } from './schema/content.ts';
import type { routesSchema } from './schema/routes.ts';
import type { siteSchema } from './schema/site.ts';

/** Values of the command line, over those of the files. */
export type ConfigOverrides = {
  readonly siteUrl?: string;
  readonly base?: string;
  readonly out?: string;
  /** Build only these locales; the default one is always built, since unprefixed pages rest on it. */
  readonly locales?: readonly string[];
};

type Site = z.output<typeof siteSchema>;
export type SiteSettings = Frozen<Omit<Site, 'custom'>> & { readonly custom: { readonly [key: string]: Json } };

export type LocaleSettings = {
  readonly default: string;
  readonly prefixDefault: boolean;
  readonly detect: boolean;
  /** The locales to build, in the order of the file. */
  readonly list: readonly Locale[];
  /** Codes of all locales of the file, those left out of this build included. */
  readonly known: readonly string[];
  /** Code -> locales to take a missing message from, in order; ends with the default locale, for which it is empty. */
  readonly fallbacks: { readonly [code: string]: readonly string[] };
  /** Code -> BCP 47 tag, for all known locales. */
  readonly languages: { readonly [code: string]: string };
};

/** Where a prop of a page comes from. */
export type DataQuery =
  | { readonly collection: string; readonly limit?: number; readonly tag?: string }
  /** `{locale}` in the path stands for the locale of the page. */
  | { readonly file: string }
  /** Path below the site settings, such as `custom.pricing`. */
  | { readonly config: string };

type Routes = z.output<typeof routesSchema>;
type Target = NonNullable<RouteRule['redirect']>;
type RouteBase = Frozen<Omit<Routes['routes'][number], 'page' | 'data' | 'redirect'>> & {
  readonly data: { readonly [prop: string]: DataQuery };
};

/** A route of `config/routes.yaml`; one with a redirect shows no page. */
export type RouteConfig = RouteBase &
  ({ readonly page: string; readonly redirect: null } | { readonly page: string | null; readonly redirect: Target });

export type CollectionConfig = Frozen<z.output<typeof contentSchema>['collections'][string]>;

/** All of `config/`, checked, with defaults filled in; frozen. */
export type SiteConfig = {
  readonly site: SiteSettings;
  readonly locales: LocaleSettings;
  readonly routes: readonly RouteConfig[];
  readonly notFound: Frozen<NonNullable<Routes['notFound']>> | null;
  /**
   * Path or glob -> redirect and headers, from the least to the most specific. Holds every redirect of the site:
   * those of routes, in each of their locales, and that of the root as well.
   */
  readonly rules: { readonly [glob: string]: RouteRule };
  readonly navigation: readonly NavigationEntry[];
  readonly content: { readonly maxTextMb: number; readonly collections: { readonly [name: string]: CollectionConfig } };
};
