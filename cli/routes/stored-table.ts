import type { PlannedRoute, RouteTable } from './types.ts';

/** Properties that many routes share. */
type SharedProperties = Pick<PlannedRoute, 'id' | 'locale' | 'page' | 'index' | 'status' | 'lastmod'>;

/** The other properties of a route but its path. */
type OwnProperties = readonly [
  params: PlannedRoute['params'],
  alternates: PlannedRoute['alternates'],
  source: PlannedRoute['source'],
];

/** A route table as plain data. */
export type StoredTable = {
  readonly paths: readonly string[];
  /** Distinct values of shared properties as JSON, and the index of each route's. */
  readonly shared: readonly string[];
  readonly sharedOf: Uint32Array;
  /** The other properties of each route as JSON. */
  readonly own: Iterable<string>;
};

/** Returns a route table as plain data. */
export function storedTable({ byPath }: Pick<RouteTable, 'byPath'>): StoredTable {
  const routes = [...byPath.values()];
  const indices = new Map<string, number>();
  const sharedOf = routes.map(({ id, locale, page, index, status, lastmod }) => {
    const json = JSON.stringify({ id, locale, page, index, status, lastmod } satisfies SharedProperties);
    const at = indices.get(json) ?? indices.size;
    indices.set(json, at);
    return at;
  });
  return {
    paths: routes.map(({ path }) => path),
    shared: [...indices.keys()],
    sharedOf: Uint32Array.from(sharedOf),
    own: ownTexts(routes),
  };
}

function* ownTexts(routes: readonly PlannedRoute[]): Generator<string> {
  for (const { params, alternates, source } of routes)
    yield JSON.stringify([params, alternates, source] satisfies OwnProperties);
}

export type TableSource = Omit<StoredTable, 'own'> & {
  /** Returns the own properties of the route at an index as JSON. */
  readonly own: (index: number) => string;
};

/** Returns a route table from plain data. What only few routes are read for is parsed on first use. */
export function tableFrom({ paths, shared, sharedOf, own }: TableSource): RouteTable {
  const values = shared.map((json) => JSON.parse(json) as SharedProperties);
  const routes = paths.map(
    (path, index) => new StoredRoute(path, values[sharedOf[index] as number] as SharedProperties, { own, index }),
  );
  return {
    routes: routes.filter(({ path }) => path.startsWith('/')),
    byPath: new Map(routes.map((route) => [route.path, route])),
  };
}

class StoredRoute implements PlannedRoute {
  readonly path: string;
  readonly #shared: SharedProperties;
  readonly #text: Pick<TableSource, 'own'> & { readonly index: number };
  #own: OwnProperties | null = null;

  constructor(path: string, shared: SharedProperties, text: Pick<TableSource, 'own'> & { readonly index: number }) {
    this.path = path;
    this.#shared = shared;
    this.#text = text;
  }

  get id(): string {
    return this.#shared.id;
  }

  get locale(): string {
    return this.#shared.locale;
  }

  get page(): string {
    return this.#shared.page;
  }

  get index(): boolean {
    return this.#shared.index;
  }

  get status(): number {
    return this.#shared.status;
  }

  get lastmod(): string | null {
    return this.#shared.lastmod;
  }

  get params(): PlannedRoute['params'] {
    return this.#ownProperties()[0];
  }

  get alternates(): PlannedRoute['alternates'] {
    return this.#ownProperties()[1];
  }

  get source(): PlannedRoute['source'] {
    return this.#ownProperties()[2];
  }

  #ownProperties(): OwnProperties {
    this.#own ??= JSON.parse(this.#text.own(this.#text.index)) as OwnProperties;
    return this.#own;
  }
}

/** Returns a route with properties of its own, in the order of a planned one. */
export const ownRoute = (route: PlannedRoute): PlannedRoute => {
  const { path, id, locale, params, page, alternates, index, lastmod, status, source } = route;
  return { path, id, locale, params, page, alternates, index, lastmod, status, source };
};
