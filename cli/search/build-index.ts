import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import type { PageRecord } from '../incremental/page-record.ts';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { hashOf } from '../lib/hash.ts';
import { linkOrCopy } from '../lib/link-file.ts';
import { pathMatcher } from '../lib/path-rules.ts';
import { htmlFile, withoutPrefix } from '../lib/paths.ts';
import { writeFile } from '../lib/write-file.ts';
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

/** The pages in a language, and the folder of their index in the cache, whose name depends on all that the index does. */
type LanguagePart = { readonly pages: readonly Page[]; readonly folder: string };

/**
 * Returns the files of the search index; none if `search` is not configured. Pagefind keeps the languages of an index apart, so
 * each is indexed by itself, again only if one of its pages changed, and the files of all are joined.
 */
export async function searchIndex(input: IndexInput): Promise<Result<readonly IndexFile[]>> {
  const settings = input.plan.config.site.search;
  if (!settings) return ok([]);
  const pagefind = await loadPagefind();
  if (!pagefind.ok) return pagefind;
  const keyOf = (pages: unknown) =>
    hashOf(JSON.stringify([pagefind.value.version, settings.root, settings.ignore, pages]));
  const languages = searchedPages(input);
  const cache = join(input.work, 'cache/search');
  const folder = join(cache, keyOf([...languages]));
  const cached = input.cache ? intactFiles(folder) : null;
  if (cached) return ok(cached);
  const partCache = join(input.work, 'cache/search-languages');
  const parts = Array.from(languages.values(), (pages) => ({ pages, folder: join(partCache, keyOf(pages)) }));
  const created = await createParts(pagefind.value, { ...input, parts, settings });
  if (!created.ok) return created;
  const files = joinParts(parts, folder);
  keepOnly(cache, [folder]);
  keepOnly(
    partCache,
    parts.map((part) => part.folder),
  );
  const warnings =
    [...languages.values()].flat().length > 0 && isEmpty(folder) ? [emptyIndexProblem(settings.root)] : [];
  return ok(files, warnings);
}

/** Deletes everything in a cache but some of its folders. */
function keepOnly(cache: string, folders: readonly string[]): void {
  const kept = folders.flatMap((folder) => [folder, sealOf(folder)]);
  for (const name of readdirSync(cache))
    if (!kept.includes(join(cache, name))) rmSync(join(cache, name), { recursive: true, force: true });
}

/** Returns the absolute path of a file of the last build's index by its path in the output, or null. */
export function cachedIndexFile(work: string, path: string): string | null {
  const cache = join(work, 'cache/search');
  if (!path.startsWith(`/${searchFolder}/`) || !existsSync(cache)) return null;
  const name = path.slice(searchFolder.length + 2);
  const file = readdirSync(cache).map((key) => join(cache, key, name));
  return name.includes('..') ? null : (file.find((one) => existsSync(one)) ?? null);
}

/**
 * Returns the pages that search engines may list by language, except excluded paths and lists, which repeat texts of their
 * entries. A site without such pages has one language without pages.
 */
function searchedPages({ plan: { config, site, table }, records }: IndexInput): ReadonlyMap<string, readonly Page[]> {
  const excluded = (config.site.search?.exclude ?? []).map(pathMatcher);
  const locales = new Map(site.locales.map((locale) => [locale.code, locale]));
  const isSearched = (route: PlannedRoute): boolean => {
    const locale = locales.get(route.locale);
    const path = locale ? withoutPrefix(locale, route.path) : route.path;
    return route.index && route.status === 200 && route.source.kind !== 'list' && !excluded.some((is) => is(path));
  };
  const pages = new Map<string, Page[]>();
  for (const route of table.routes.filter(isSearched)) {
    const path = htmlFile(route);
    const file = records.get(route.path)?.files.find(([name]) => name === path);
    if (!file) continue;
    const language = locales.get(route.locale)?.language ?? '';
    const ofLanguage = pages.get(language) ?? [];
    pages.set(language, ofLanguage);
    ofLanguage.push([path, file[2]]);
  }
  return pages.size > 0 ? pages : new Map([['', []]]);
}

type CreateInput = Pick<IndexInput, 'locate' | 'cache'> & {
  readonly parts: readonly LanguagePart[];
  readonly settings: SearchSettings;
};

/** Creates the indexes that are not in the cache. */
async function createParts(pagefind: Pagefind, input: CreateInput): Promise<Result<null>> {
  const missing = input.parts.filter(({ folder }) => !input.cache || !intactFiles(folder));
  if (missing.length === 0) return ok(null);
  try {
    for (const part of missing) {
      const created = await createPart(pagefind, part, input);
      if (!created.ok) return created;
    }
    return ok(null);
  } finally {
    await pagefind.close();
  }
}

/** Creates the index of the pages in a language, in a folder that exists only once it is complete. */
async function createPart(
  pagefind: Pagefind,
  { pages, folder }: LanguagePart,
  { locate, settings }: CreateInput,
): Promise<Result<null>> {
  const staging = `${folder}.${process.pid}`;
  const [source, outputPath] = [join(staging, 'pages'), join(staging, 'index')];
  mkdirSync(source, { recursive: true });
  const createdFolders = new Set<string>();
  for (const [path] of pages) {
    const to = join(source, path);
    if (!createdFolders.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
    createdFolders.add(dirname(to));
    linkOrCopy(locate(path), to);
  }
  try {
    const { index, errors } = await pagefind.createIndex({
      rootSelector: settings.root,
      excludeSelectors: [...settings.ignore],
      maxFragments: MAX_TEXT_FILES,
    });
    if (!index) return fail([indexProblem(errors)]);
    const added = await index.addDirectory({ path: source });
    const written = await index.writeFiles({ outputPath });
    await index.deleteIndex();
    const problems = [...errors, ...added.errors, ...written.errors];
    if (problems.length > 0) return fail([indexProblem(problems)]);
    for (const name of readdirSync(outputPath)) if (isUnused(name)) rmSync(join(outputPath, name));
    rmSync(folder, { recursive: true, force: true });
    renameSync(outputPath, folder);
    seal(folder);
    return ok(null);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

const entryFile = 'pagefind-entry.json';

/** The file that Pagefind's script reads first: where the index of each language begins. */
type IndexEntry = { readonly languages: Readonly<Record<string, { readonly page_count: number }>> };

const readEntry = (folder: string): IndexEntry => JSON.parse(readFileSync(join(folder, entryFile), 'utf8'));

/**
 * Joins the indexes of languages in a folder, which exists only once it is complete, and returns its files. Equal files are
 * there once.
 */
function joinParts(parts: readonly LanguagePart[], folder: string): readonly IndexFile[] {
  const staging = `${folder}.${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  for (const part of parts) {
    for (const name of readdirSync(part.folder, { recursive: true, encoding: 'utf8' })) {
      const [from, to] = [join(part.folder, name), join(staging, name)];
      if (name === entryFile || existsSync(to) || statSync(from).isDirectory()) continue;
      mkdirSync(dirname(to), { recursive: true });
      linkOrCopy(from, to);
    }
  }
  const entries = parts.map((part) => readEntry(part.folder));
  const languages = Object.fromEntries(entries.flatMap((entry) => Object.entries(entry.languages)).sort());
  writeFile(join(staging, entryFile), JSON.stringify({ ...entries[0], languages }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
  return seal(folder);
}

const sealFormat = 'search 1';
const sealOf = (folder: string): string => `${folder}.json`;
const hashesOf = (files: readonly IndexFile[]) => files.map(({ path, key }) => [path, key]);

/** Writes the hashes of the files in a cached folder beside it, and returns the files. */
function seal(folder: string): readonly IndexFile[] {
  const files = filesIn(folder);
  saveCache(sealOf(folder), sealFormat, hashesOf(files));
  return files;
}

/** Returns the files of a cached folder if they are those that were sealed, else null. */
function intactFiles(folder: string): readonly IndexFile[] | null {
  const sealed = loadCache(sealOf(folder), sealFormat);
  if (sealed === null || !existsSync(folder)) return null;
  const files = filesIn(folder);
  return JSON.stringify(sealed) === JSON.stringify(hashesOf(files)) ? files : null;
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
const isEmpty = (folder: string): boolean =>
  Object.values(readEntry(folder).languages).every(({ page_count: count }) => count === 0);

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
