import type { SiteConfig } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import { withoutPrefix } from '../lib/paths.ts';
import { isMdx } from '../schema/files.ts';
import type { SourceTree } from '../sources/tree.ts';
import { type LinkPlace, linkSources, type RelativeLink, relativeLinks, relativePlace } from './link-source.ts';

export type LinkProblem = {
  /** Code for a link of a component. */
  readonly code: string;
  /** Code for a link of a Markdown text. */
  readonly contentCode: string;
  readonly message: string;
  readonly hint: string;
};

/** A link of components that is broken, and the pages that show it. */
export type TargetProblem = { readonly problem: LinkProblem; readonly target: string; readonly pages: string[] };

export type ComponentLinksInput = {
  readonly tree: Pick<SourceTree, 'files' | 'text'>;
  readonly config: Pick<SiteConfig, 'locales'>;
  /** The Markdown file of a page, below the root; null for other pages. */
  readonly sourceOf: (path: string) => string | null;
  /** Returns whether a path is that of a page, redirect or file. */
  readonly exists: (path: string) => boolean;
};

/** A broken link with the first place in the sources that names it; null if code composes its address. */
type PlacedProblem = Omit<TargetProblem, 'target'> & { readonly place: LinkPlace | null };

/**
 * Returns the errors for broken links of components. A path that lacks only the slash at its start leads to another
 * address on each page, and is one error.
 */
export function componentLinkErrors(broken: Iterable<TargetProblem>, input: ComponentLinksInput): Diagnostic[] {
  const findInSources = linkSources(input.tree);
  const findRelative = relativeLinks(input.tree);
  const placed: PlacedProblem[] = [];
  const withoutSlash = new Map<string, PlacedProblem>();
  for (const one of broken) {
    const place = findInSources(addressesOf(one, input)) ?? placeInMdx(one, input);
    const link = place ? null : findRelative({ path: one.pages[0] ?? '', target: one.target });
    if (!link || !lacksSlash(one, link, input.exists)) {
      placed.push({ ...one, place: place ?? link?.place ?? null });
      continue;
    }
    const key = JSON.stringify(link);
    const first = withoutSlash.get(key);
    if (first) first.pages.push(...one.pages);
    else withoutSlash.set(key, { ...one, problem: slashProblem(one, link), place: link.place });
  }
  return [...placed, ...withoutSlash.values()].map(toDiagnostic);
}

/** Returns whether a relative address would lead to a page or file if it began with a slash. */
function lacksSlash({ problem }: TargetProblem, { address }: RelativeLink, exists: (path: string) => boolean): boolean {
  return problem.code !== 'PAGE_ANCHOR_MISSING' && exists(`/${address.replace(/[?#].*$/s, '')}`);
}

const slashProblem = ({ problem, target, pages }: TargetProblem, { address }: RelativeLink): LinkProblem => ({
  ...problem,
  message: `The link \`${address}\` is relative to the page: on ${pages[0]} it leads to ${target}, which does not exist.`,
  hint: `Write \`/${address}\`: only a path that begins with a slash leads to the same address from every page.`,
});

/** Returns the place of a relative link in the MDX of the first page that shows it. */
function placeInMdx({ target, pages: [path = ''] }: TargetProblem, { tree, sourceOf }: ComponentLinksInput) {
  const file = sourceOf(path);
  return file !== null && isMdx(file) ? relativePlace(tree, file, { path, target }) : null;
}

/** Returns how sources may write a link: as it is, or without the prefix of its locale. */
function addressesOf({ target, pages }: TargetProblem, { config }: ComponentLinksInput): readonly string[] {
  if (target.startsWith('#')) return [pages[0] + target, target];
  const locale = prefixLocale(config, target);
  return locale ? [target, withoutPrefix(locale, target)] : [target];
}

/** Returns the locale whose prefix a path has; undefined for those of the default locale. */
export const prefixLocale = ({ locales }: Pick<SiteConfig, 'locales'>, path: string) =>
  locales.list.find(({ prefix }) => prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`)));

function toDiagnostic({ problem, pages, place }: PlacedProblem): Diagnostic {
  const [first, ...others] = pages;
  const more = others.length === 0 ? '' : ` and ${others.length} more page${others.length === 1 ? '' : 's'}`;
  return {
    code: problem.code,
    severity: 'error',
    message: `${first}${more}: ${problem.message}`,
    hint: problem.hint,
    ...place,
  };
}
