/** One page in one locale. Paths are with locale prefix and without base. */
export type Route = {
  readonly path: string;
  /** Id of `routes.yaml`, or `blog`, `blog.list`, `blog.tag` for content, or `not-found`. */
  readonly id: string;
  readonly locale: string;
  readonly params: Readonly<Record<string, string>>;
  /** Module key such as `pages/Home` or `templates/BlogPost`. */
  readonly page: string;
  /** Locale code -> path of the same page, itself included. */
  readonly alternates: Readonly<Record<string, string>>;
  /** Whether search engines may list the page. */
  readonly index: boolean;
  /** W3C date or date-time of the last change of its content; null where unknown. */
  readonly lastmod: string | null;
  /** HTTP status: 404 on not-found pages, else 200. */
  readonly status: number;
};

export type RouteTable = {
  readonly routes: readonly Route[];
  readonly byPath: ReadonlyMap<string, Route>;
};

export type OutputFile = {
  /** Below the output folder, with forward slashes and without one at the start. */
  readonly path: string;
  readonly content: string;
};
