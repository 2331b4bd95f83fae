/** One page in one locale. Paths are with locale prefix and without base. */
export type Route = {
  readonly path: string;
  readonly id: string;
  readonly locale: string;
  readonly params: Readonly<Record<string, string>>;
  /** Module key such as `pages/Home` or `templates/BlogPost`. */
  readonly page: string;
  /** Locale -> path of the same page, itself included. */
  readonly alternates: Readonly<Record<string, string>>;
  /** False: `noindex`, and in no sitemap. */
  readonly index: boolean;
  /** W3C date or date-time. */
  readonly lastmod: string | null;
  readonly status: number;
};

/** The source of a page and of its props. */
export type RouteSource =
  | {
      readonly kind: 'page';
      readonly id: string;
      /** Number of the page, if the route is divided into several. */
      readonly page?: number;
      /** Path in the configuration, if that of the locale may differ. */
      readonly configPath?: string;
    }
  | { readonly kind: 'entry'; readonly collection: string; readonly folder: string }
  | {
      readonly kind: 'list';
      readonly collection: string;
      /** Term whose entries it lists; null: all entries. */
      readonly tag: string | null;
      /** Taxonomy of the term; null: the tags. */
      readonly taxonomy: string | null;
      readonly page: number;
      /** Path in the configuration, if that of the locale may differ. */
      readonly configPath?: string;
    }
  | { readonly kind: 'not-found' };

export type PlannedRoute = Route & { readonly source: RouteSource };

/** `routes`: the pages to build. `byPath`: also those of other shards and, by their URLs, those of other domains. */
export type RouteTable = {
  readonly routes: readonly PlannedRoute[];
  readonly byPath: ReadonlyMap<string, PlannedRoute>;
};

export type OutputFile = {
  /** Below the output folder. */
  readonly path: string;
  readonly content: string;
};
