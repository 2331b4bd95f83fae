import { leftOutCodes } from '../config/locales.ts';
import type { SiteConfig } from '../config/types.ts';
import type { ContentIndex, HiddenEntry } from '../content/content-index.ts';
import { hiddenHint, hiddenReason, leftOutLocale } from '../content/links.ts';
import type { Diagnostic } from '../contract.ts';
import type { WrittenLink } from '../incremental/page-record.ts';
import { lazy } from '../lib/lazy.ts';
import { pathMatcher } from '../lib/path-rules.ts';
import { entryPath, localePath, pathFor } from '../lib/paths.ts';
import { suggest } from '../lib/suggest.ts';
import type { RouteTable } from '../routes/types.ts';
import type { SourceTree } from '../sources/tree.ts';
import {
  type ComponentLinksInput,
  componentLinkErrors,
  type LinkProblem,
  prefixLocale,
  type TargetProblem,
} from './component-links.ts';

/** Links and ids of a page, from its build record. */
export type LinkedPage = {
  readonly path: string;
  /** Links of the rendered page within the site, as `targetsOf` gives them. */
  readonly targets: readonly string[];
  /** Its ids, which fragments may name. */
  readonly ids: readonly string[];
  /** Links of its Markdown, with their positions. */
  readonly written: readonly WrittenLink[];
};

export type LinkCheckInput = {
  readonly tree: Pick<SourceTree, 'files' | 'text'>;
  readonly config: Pick<SiteConfig, 'rules' | 'locales'>;
  readonly content: ContentIndex;
  readonly table: RouteTable;
  readonly pages: Iterable<LinkedPage>;
  /** Pages whose links are known to be correct. */
  readonly correct: ReadonlySet<LinkedPage>;
  /** The Markdown file of a page, below the root; null for other pages. */
  readonly sourceOf: (path: string) => string | null;
  /** Returns whether the output has a file, by its path below the output folder. */
  readonly hasFile: (path: string) => boolean;
};

/**
 * Reports every internal link without a page, redirect or file, or whose fragment is not an id of the page. Links of
 * Markdown are reported at their position, links of components once for all pages that show them, at the first place in
 * the sources that names them.
 */
export function checkLinks(input: LinkCheckInput): readonly Diagnostic[] {
  const pages = [...input.pages];
  const exists = existenceCheck(input);
  const check = targetCheck({ ...input, exists }, new Map(pages.map((page) => [page.path, page])));
  const problems: Diagnostic[] = [];
  const problemsByTarget = new Map<string, TargetProblem>();
  for (const page of pages) {
    if (input.correct.has(page)) continue;
    const reported = new Set<string>();
    for (const [target, line, column] of page.written) {
      const problem = check(target, page.path);
      if (!problem) continue;
      reported.add(target);
      const { contentCode: code, message, hint } = problem;
      const file = input.sourceOf(page.path) ?? page.path;
      problems.push({ code, severity: 'error', message, hint, file, line, column });
    }
    for (const target of page.targets) {
      const problem = reported.has(target) ? null : check(target, page.path);
      if (!problem) continue;
      const id = target.startsWith('#') ? page.path + target : target;
      const reportedProblem = problemsByTarget.get(id);
      if (reportedProblem) reportedProblem.pages.push(page.path);
      else problemsByTarget.set(id, { problem, target, pages: [page.path] });
    }
  }
  return [...problems, ...componentLinkErrors(problemsByTarget.values(), { ...input, exists })];
}

/** Returns a function that checks a link target, with a cache. */
function targetCheck(
  input: LinkCheckInput & Pick<ComponentLinksInput, 'exists'>,
  pages: ReadonlyMap<string, LinkedPage>,
): (target: string, from: string) => LinkProblem | null {
  const { exists } = input;
  const hidden = lazy(() => hiddenPaths(input));
  /** The paths of the pages in the locale of a path. */
  const pathsBeside = (path: string): readonly string[] => {
    const locale = prefixLocale(input.config, path);
    return [...input.table.byPath.keys()].filter((one) => prefixLocale(input.config, one) === locale);
  };
  const leftOut = leftOutCodes(input.config);
  const idsOf = new Map<string, ReadonlySet<string>>();
  const cache = new Map<string, LinkProblem | null>();
  const find = (path: string, id: string | null): LinkProblem | null => {
    if (!exists(path))
      return missingPath(path, {
        hidden: hidden().get(path),
        leftOut: leftOut.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)),
        suggestion: suggest(path, isFilePath(path) ? [] : pathsBeside(path)),
      });
    const page = pages.get(path.replace(/\/index\.html$/, '') || '/');
    if (id === null || !page) return null;
    const ids = idsOf.get(page.path) ?? new Set(page.ids);
    idsOf.set(page.path, ids);
    return ids.has(id) ? null : missingId(page.path, id, suggest(id, page.ids));
  };
  return (target, from) => {
    const fullTarget = target.startsWith('#') ? from + target : target;
    const cached = cache.get(fullTarget);
    if (cached !== undefined) return cached;
    const hashOffset = fullTarget.indexOf('#');
    const problem =
      hashOffset < 0 ? find(fullTarget, null) : find(fullTarget.slice(0, hashOffset), fullTarget.slice(hashOffset + 1));
    cache.set(fullTarget, problem);
    return problem;
  };
}

/** Returns a function that returns whether a path is that of a page, redirect or file. */
function existenceCheck({ config, table, hasFile }: LinkCheckInput): (path: string) => boolean {
  const redirects = Object.keys(config.rules).filter((path) => config.rules[path]?.redirect);
  const matchers = redirects.map(pathMatcher);
  return (path) =>
    table.byPath.has(path) ||
    hasFile(path.slice(1)) ||
    // The `#` of a name.
    hasFile(path.slice(1).replaceAll('%23', '#')) ||
    hasFile(`${path.slice(1)}/index.html`) ||
    matchers.some((matches) => matches(path));
}

/** Returns whether a path looks like that of a file that is no page. */
const isFilePath = (path: string): boolean => /\.(?!html?$)\w+$/i.test(path);

/** Returns the entries that are excluded from this build by path. */
function hiddenPaths({ config, content }: LinkCheckInput): ReadonlyMap<string, HiddenEntry> {
  const paths = new Map<string, HiddenEntry>();
  for (const index of content.values()) {
    const { path, paths: translated } = index.config;
    if (path === undefined) continue;
    for (const hidden of index.hidden) {
      const { entry } = hidden;
      const locale = config.locales.list.find(({ code }) => code === entry.locale);
      if (locale)
        paths.set(localePath(locale, entryPath(pathFor({ path, paths: translated }, locale.code), entry)), hidden);
    }
  }
  return paths;
}

type PathFacts = {
  /** The entry that has the path and is not published. */
  readonly hidden: HiddenEntry | undefined;
  /** The locale of the path, if the build leaves it out. */
  readonly leftOut: string | undefined;
  readonly suggestion: string | null;
};

function missingPath(path: string, { hidden, leftOut, suggestion }: PathFacts): LinkProblem {
  if (hidden) {
    return {
      code: 'PAGE_LINK_BROKEN',
      contentCode: 'CONTENT_LINK_BROKEN',
      message: `The link to ${path} leads to ${hidden.entry.file}, which ${hiddenReason(hidden)} and is not published.`,
      hint: hiddenHint,
    };
  }
  if (leftOut !== undefined) {
    const { reason, hint } = leftOutLocale(leftOut);
    return {
      code: 'PAGE_LINK_BROKEN',
      contentCode: 'CONTENT_LINK_BROKEN',
      message: `The link to ${path} leads to a page that ${reason} and is not published.`,
      hint,
    };
  }
  if (isFilePath(path)) {
    const hint = `Add site/public${path}, or correct the path.`;
    const message = `There is no file ${path}, which the page links or shows.`;
    return { code: 'PAGE_FILE_MISSING', contentCode: 'CONTENT_FILE_MISSING', message, hint };
  }
  return {
    code: 'PAGE_LINK_BROKEN',
    contentCode: 'CONTENT_LINK_BROKEN',
    message: `The link to ${path} does not match a page or file of the site.`,
    hint:
      suggestion === null
        ? 'Correct the path; give the link `rel="external"` if another program on this host answers it.'
        : `Did you mean ${suggestion}?`,
  };
}

function missingId(path: string, id: string, suggestion: string | null): LinkProblem {
  return {
    code: 'PAGE_ANCHOR_MISSING',
    contentCode: 'CONTENT_ANCHOR_MISSING',
    message: `The link to ${path}#${id} is broken: the page has no element with the id "${id}".`,
    hint:
      suggestion === null
        ? 'Link to the page itself, or to the id of one of its headings.'
        : `Did you mean #${suggestion}?`,
  };
}
