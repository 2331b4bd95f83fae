import type { z } from 'zod';
import type { Json, Locale, NavigationEntry, RouteRule } from '../contract.ts';
import type { FieldRules } from '../schema/fields.ts';
import type { contentSchema } from './schema/content.ts';
import type { routesSchema } from './schema/routes.ts';
import type { siteSchema } from './schema/site.ts';

/** Values of the command line, which replace those of the files. */
export type ConfigOverrides = {
  readonly siteUrl?: string;
  readonly base?: string;
  readonly out?: string;
  /** Build only these locales and the default one, which pages without prefix belong to. */
  readonly locales?: readonly string[];
  /** Build the pages of this domain. Without it, all locales are on one domain. */
  readonly domain?: string;
  /** Replace the messages by those of a pseudo-locale. */
  readonly pseudo?: boolean;
  /** Exclude all pages from search engines: the site is a preview. */
  readonly preview?: boolean;
};

type Site = z.output<typeof siteSchema>;
export type SiteSettings = Frozen<Omit<Site, 'custom'>> & { readonly custom: { readonly [key: string]: Json } };

/** A domain of a site whose languages have domains of their own. Its pages are built into a folder of their own. */
export type Domain = {
  /** Host, also the name of its folder below the output folder: `example.de`, with a port `localhost-3000`. */
  readonly name: string;
  /** Origin. */
  readonly url: string;
  /** Codes of its locales. */
  readonly codes: readonly string[];
};

export type LocaleSettings = {
  readonly default: string;
  readonly detect: boolean;
  /** Whether messages are replaced by those of a pseudo-locale. */
  readonly pseudo: boolean;
  /** Domains of the site, if locales have domains of their own. */
  readonly domains: readonly Domain[];
  /** The domain of this build; null: all locales are on one domain. */
  readonly domain: Domain | null;
  /** Locales to build, in the order of the file. */
  readonly list: readonly Locale[];
  /** Codes of all locales of the file, including those excluded from this build. */
  readonly allCodes: readonly string[];
  /** Code -> locales that provide its missing messages, in order. The last one is the default locale. */
  readonly fallbacks: { readonly [code: string]: readonly string[] };
  /** Code -> BCP 47 tag, for all locales of the file. */
  readonly languages: { readonly [code: string]: string };
};

/** Source of a prop of a page. */
export type DataQuery =
  | { readonly collection: string; readonly limit?: number; readonly tag?: string; readonly perPage?: number }
  /** `{locale}` in the path is replaced by the locale of the page. */
  | { readonly file: string; readonly perPage?: number }
  /** A picture below `content/`. */
  | { readonly image: string }
  /** Path below the site settings, such as `custom.pricing`. */
  | { readonly config: string };

type Routes = z.output<typeof routesSchema>;
type Target = NonNullable<RouteRule['redirect']>;
type RouteBase = Frozen<Omit<Routes['routes'][number], 'page' | 'data' | 'redirect'>> & {
  readonly data: { readonly [prop: string]: DataQuery };
};

/** A route of `config/routes.yaml`. A route with a redirect renders no page. */
export type RouteConfig = RouteBase &
  ({ readonly page: string; readonly redirect: null } | { readonly page: string | null; readonly redirect: Target });

type Collection = z.output<typeof contentSchema>['collections'][string];
export type CollectionConfig = Frozen<Omit<Collection, 'type' | 'sort' | 'fields'>> & {
  readonly type: NonNullable<Collection['type']>;
  /** Field that entries are sorted by, with `-` from large to small. */
  readonly sort: string;
  readonly fields: FieldRules;
};

/** The validated configuration with all defaults. Frozen. */
export type SiteConfig = {
  readonly site: SiteSettings;
  readonly locales: LocaleSettings;
  readonly routes: readonly RouteConfig[];
  readonly notFound: Frozen<NonNullable<Routes['notFound']>> | null;
  /**
   * Path or glob -> redirect and headers, from general to specific. Contains all redirects of the site, including
   * those of routes (one per locale) and of the root.
   */
  readonly rules: { readonly [glob: string]: RouteRule };
  readonly navigation: readonly NavigationEntry[];
  readonly content: { readonly maxTextMb: number; readonly collections: { readonly [name: string]: CollectionConfig } };
};

/** `T` with every property readonly, recursively. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

/** Freezes plain data recursively, in place. */
export function deepFreeze<T>(value: T): Frozen<T> {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value as Frozen<T>;
}
