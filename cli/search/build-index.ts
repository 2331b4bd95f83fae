import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import type { PageRecord } from '../incremental/record.ts';
import { hashOf } from '../lib/hash.ts';
import { linkOrCopy } from '../lib/link-file.ts';
import { pathMatcher } from '../lib/path-rules.ts';
import { htmlFile, withoutPrefix } from '../lib/paths.ts';
import { fail, ok, type Result } from '../report/result.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { PlannedRoute } from '../routes/types.ts';
import { loadPagefind, type Pagefind } from './pagefind.ts';

/** Folder of the index in the output, from which the runtime loads `pagefind.js`. */
export const searchFolder = '_search';

/** True for the files of Pagefind's own search pages, which the runtime does not use. */
const isUnused = (path: string): boolean => /^pagefind-(?:ui|modular-ui|component-ui|highlight)\./.test(path);

/** Maximum number of files with the texts of pages, per language: a file of a large site holds several pages. */
const MAX_TEXT_FILES = 500;

type SearchSettings = NonNullable<SitePlan['config']['site']['search']>;

export type IndexFile = {
  /** Below the output folder. */
  readonly path: string;
  /** Content hash. */
  readonly key: string;
  /** Absolute path in the cache. */
  readonly from: string;
};

type IndexInput = {
  readonly plan: Pick<SitePlan, 'config' | 'site' | 'table'>;
  readonly records: ReadonlyMap<string, PageRecord>;
  /** Returns the absolute path of a file of the new output. */
  readonly locate: (path: string) => string;
  /** The site's `.sitegen` folder. */
  readonly work: string;
  /** False: creates the index even if the cached one is current. */
  readonly cache: boolean;
};

/** A page as published: path of its HTML file below the output folder, and the hash of its content. */
type Page = readonly [file: string, hash: string];

/** Returns the files of the search index; none if `search` is not configured. */
export async function searchIndex(input: IndexInput): Promise<Result<readonly IndexFile[]>> {
  const settings = input.plan.config.site.search;
  if (!settings) return ok([]);
  const pagefind = await loadPagefind();
  if (!pagefind.ok) return pagefind;
  const pages = searchedPages(input);
  const cache = join(input.work, 'cache/search');
  const folder = join(cache, hashOf(JSON.stringify([pagefind.value.version, settings.root, settings.ignore, pages])));
  if (input.cache && existsSync(folder)) return ok(filesIn(folder));
  const created = await createIndex(pagefind.value, { ...input, pages, folder, settings });
  if (!created.ok) return created;
  for (const name of readdirSync(cache))
    if (join(cache, name) !== folder) rmSync(join(cache, name), { recursive: true, force: true });
  return ok(filesIn(folder), created.warnings);
}

/** Returns the absolute path of a file of the last build's index by its path in the output, or null. */
export function cachedIndexFile(work: string, path: string): string | null {
  const cache = join(work, 'cache/search');
  if (!path.startsWith(`/${searchFolder}/`) || !existsSync(cache)) return null;
  const name = path.slice(searchFolder.length + 2);
  const file = readdirSync(cache).map((key) => join(cache, key, name));
  return name.includes('..') ? null : (file.find((one) => existsSync(one)) ?? null);
}

/** Returns the pages that search engines may list, except excluded paths and lists, which repeat texts of their entries. */
function searchedPages({ plan: { config, site, table }, records }: IndexInput): readonly Page[] {
  const excluded = (config.site.search?.exclude ?? []).map(pathMatcher);
  const locales = new Map(site.locales.map((locale) => [locale.code, locale]));
  const isSearched = (route: PlannedRoute): boolean => {
    const locale = locales.get(route.locale);
    const path = locale ? withoutPrefix(locale, route.path) : route.path;
    return route.index && route.status === 200 && route.source.kind !== 'list' && !excluded.some((is) => is(path));
  };
  return table.routes.filter(isSearched).flatMap((route) => {
    const path = htmlFile(route);
    const file = records.get(route.path)?.files.find(([name]) => name === path);
    return file ? [[path, file[2]] as const] : [];
  });
}

type CreateInput = Pick<IndexInput, 'locate'> & {
  readonly pages: readonly Page[];
  readonly folder: string;
  readonly settings: SearchSettings;
};

/** Creates the index of the pages in `folder`, which exists only once it is complete. */
async function createIndex(pagefind: Pagefind, input: CreateInput): Promise<Result<null>> {
  const { pages, folder, settings } = input;
  const staging = `${folder}.${process.pid}`;
  const [source, outputPath] = [join(staging, 'pages'), join(staging, 'index')];
  const createdFolders = new Set<string>();
  for (const [path] of pages) {
    const to = join(source, path);
    if (!createdFolders.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
    createdFolders.add(dirname(to));
    linkOrCopy(input.locate(path), to);
  }
  mkdirSync(source, { recursive: true });
  try {
    const { index, errors } = await pagefind.createIndex({
      rootSelector: settings.root,
      excludeSelectors: [...settings.ignore],
      maxFragments: MAX_TEXT_FILES,
    });
    if (!index) return fail([indexProblem(errors)]);
    const added = await index.addDirectory({ path: source });
    const written = await index.writeFiles({ outputPath });
    const problems = [...errors, ...added.errors, ...written.errors];
    if (problems.length > 0) return fail([indexProblem(problems)]);
    for (const name of readdirSync(outputPath)) if (isUnused(name)) rmSync(join(outputPath, name));
    rmSync(folder, { recursive: true, force: true });
    renameSync(outputPath, folder);
    return ok(null, pages.length > 0 && isEmpty(folder) ? [emptyIndexProblem(settings.root)] : []);
  } finally {
    await pagefind.close();
    rmSync(staging, { recursive: true, force: true });
  }
}

function filesIn(folder: string): readonly IndexFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return files.map((from) => ({
    path: `${searchFolder}/${from
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}`,
    key: hashOf(readFileSync(from)),
    from,
  }));
}

/** True if no page has a text in the index. */
function isEmpty(folder: string): boolean {
  const { languages } = JSON.parse(readFileSync(join(folder, 'pagefind-entry.json'), 'utf8')) as {
    readonly languages: Readonly<Record<string, { readonly page_count: number }>>;
  };
  return Object.values(languages).every(({ page_count: count }) => count === 0);
}

const indexProblem = (errors: readonly string[]): Diagnostic => ({
  code: 'SEARCH_FAILED',
  severity: 'error',
  message: `Pagefind could not create the search index: ${errors.join('; ')}`,
  hint: 'Build again with `--no-cache`. To publish without a search, remove `search` from config/site.yaml.',
  file: 'config/site.yaml',
});

const emptyIndexProblem = (root: string): Diagnostic => ({
  code: 'SEARCH_EMPTY',
  severity: 'warning',
  message: `The search index is empty: no page has an element that matches \`${root}\`.`,
  hint: 'Put the content of the pages into a `main` element, or set `search.root` to the selector of its element.',
  file: 'config/site.yaml',
});
