import type { Json } from '../contract.ts';

/** Loads the entries of a collection before a build: from an API, a content management system or a database. */
export type Loader = {
  /** Names of the environment variables that it receives. */
  readonly environment?: readonly string[];
  /** Files below the root that it may read. With them, its result is reused until one of them changes. */
  readonly files?: readonly string[];
  /** Maximum age in seconds of a reused result. Without `files` and this, the loader runs in every build. */
  readonly maxAgeSeconds?: number;
  /** Returns the entries: a list of maps, each with an `id`, or a map from ids to maps. */
  readonly load: (input: LoaderInput) => Json | Promise<Json>;
};

/** What `load` of a loader receives. */
export type LoaderInput = {
  /** The variables that the loader names, of the process or of the `.env` files of the site. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** `options` of the collection. */
  readonly options: { readonly [key: string]: Json };
  /** Returns the text of a file below the root. Throws if `files` does not name it. */
  readonly read: (path: string) => string;
  /** Aborts when the loader takes too long. */
  readonly signal: AbortSignal;
};
