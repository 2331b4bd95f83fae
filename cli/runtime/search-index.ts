/** A part of a text; `isMatch`: it matches what was searched for. */
export type TextPart = { readonly text: string; readonly isMatch: boolean };

/** A section of a page, below a heading with an id, that matches. */
export type SectionResult = {
  readonly title: string;
  /** Path of the page with its locale prefix and without base, and the id of the heading as its fragment. */
  readonly path: string;
  readonly excerpt: readonly TextPart[];
};

/** A page that matches. */
export type SearchResult = {
  readonly title: string;
  /** Path with locale prefix and without base. */
  readonly path: string;
  readonly excerpt: readonly TextPart[];
  readonly sections: readonly SectionResult[];
};

/** The pages that match a query, the best ones first. */
export type SearchAnswer = {
  /** Number of all matching pages. */
  readonly total: number;
  /** Loads the results of a range of these pages. */
  readonly load: (from: number, to: number) => Promise<readonly SearchResult[]>;
};

/** The search over the pages of one language; it runs in the browser. */
export type Search = {
  /** Loads the index of the page's language, so that the first query is answered at once. */
  readonly prepare: () => Promise<void>;
  /** Finds pages in the language of the open page. Rejects if the index cannot be loaded; the next call tries again. */
  readonly find: (query: string) => Promise<SearchAnswer>;
};

/** The part of Pagefind's script that is used. An instance searches in the language that the document had at first. */
type Pagefind = {
  readonly createInstance: (options: { readonly baseUrl: string; readonly excerptLength: number }) => Instance;
};
type Instance = {
  readonly init: () => Promise<unknown>;
  readonly search: (query: string) => Promise<{ readonly results: readonly { readonly data: () => Promise<Data> }[] }>;
};
type Data = {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: { readonly title?: string };
  readonly sub_results: readonly { readonly title: string; readonly url: string; readonly excerpt: string }[];
};

/** Words of an excerpt. */
const EXCERPT_WORDS = 24;

/** Instances by language. */
const instances = new Map<string, Promise<Instance>>();

/** Returns the search in the index of a language. */
export function openIndex(base: string, language: string): Search {
  const load = (): Promise<Instance> => {
    const instance = instances.get(language) ?? createInstance(base);
    instances.set(language, instance);
    instance.catch(() => instances.delete(language));
    return instance;
  };
  return {
    prepare: async () => void (await load()),
    find: async (query) => {
      const found = (await (await load()).search(query)).results;
      const best = await found[0]?.data();
      const results = best && hasMatch(best, query) ? found : [];
      return {
        total: results.length,
        load: async (from, to) =>
          (await Promise.all(results.slice(from, to).map((result) => result.data()))).map(resultOf),
      };
    },
  };
}

async function createInstance(base: string): Promise<Instance> {
  const url = `${base}/_search/pagefind.js`;
  // Ask before the import: an import that fails counts as code of the page that is missing, and reloads the page.
  const { ok, status } = await fetch(url, { method: 'HEAD' });
  if (!ok) throw new Error(`${url} answers ${status}. Build the site to create the search index.`);
  const { createInstance: create } = (await import(/* @vite-ignore */ url)) as Pagefind;
  const instance = create({ baseUrl: '/', excerptLength: EXCERPT_WORDS });
  await instance.init();
  return instance;
}

function resultOf({ url, excerpt, meta, sub_results: sections }: Data): SearchResult {
  return {
    title: meta.title ?? '',
    path: pathOf(url),
    excerpt: partsOf(excerpt),
    // The part of a page above its first heading is a section without an id.
    sections: sections
      .filter((section) => section.url.includes('#'))
      .map((section) => ({
        title: section.title,
        path: pathOf(section.url),
        excerpt: partsOf(section.excerpt),
      })),
  };
}

/** Returns the path of a page, whose URL in the index is that of a folder. */
function pathOf(url: string): string {
  const [path = '', hash] = url.split('#');
  return `${path.replace(/\/+$/, '') || '/'}${hash === undefined ? '' : `#${hash}`}`;
}

/** Characters that a word and its match have in common at least. */
const MIN_COMMON_PREFIX = 3;

/** Writing systems without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * True if the best result matches a word of the query. Pagefind shortens a word that no page has until one begins with
 * what is left of it, if need be a single letter.
 */
function hasMatch({ excerpt }: Data, query: string): boolean {
  if (UNSPACED.test(query)) return true;
  const startOf = (word: string) =>
    word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, MIN_COMMON_PREFIX);
  const starts = query
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map(startOf);
  const matches = partsOf(excerpt).filter(({ isMatch }) => isMatch);
  return matches.some(({ text }) => starts.some((start) => startOf(text).startsWith(start)));
}

/** Splits an excerpt, in HTML with a `mark` around each match, into texts. */
function partsOf(excerpt: string): readonly TextPart[] {
  const { body } = new DOMParser().parseFromString(excerpt, 'text/html');
  return Array.from(body.childNodes, (node) => ({ text: node.textContent ?? '', isMatch: node.nodeName === 'MARK' }));
}
