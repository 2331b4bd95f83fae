import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, EntryListProps, EntryProps, EntrySummary, Head, HeadTag, PageHead } from '../contract.ts';
import { duplicatesIn, duplicateText, mergeTags, tagProblem, tagsOf } from '../lib/head-tags.ts';
import { suggest } from '../lib/suggest.ts';
import { blockedSource, blockedText, policyAt } from './csp.ts';
import { generatedHead } from './head.ts';
import type { HeadInput, JsonLdKind } from './head-input.ts';
import { hasCopy, type PageJob, type RenderScope } from './job.ts';
import type { Translate } from './server-module.ts';

export type PageHeadInput = { readonly job: PageJob; readonly scope: RenderScope };

/**
 * Returns the head of a page: generated elements, then those of plugins, of `config/site.yaml`, of its route, of the
 * page's `head` and of each `useHead`; later elements replace earlier ones of the same key.
 * `headUpdates`: of the page and its components, outer components first. `targets`: addresses in the elements.
 */
export function pageHead(
  input: PageHeadInput,
  t: Translate,
  headUpdates: readonly PageHead[],
): { readonly head: Head; readonly targets: readonly string[]; readonly problems: readonly Diagnostic[] } {
  const { job, scope } = input;
  const wrong = headUpdates.flatMap((one) => wrongHead(input, one));
  if (wrong.length > 0) return { head: { title: '', tags: [] }, targets: [], problems: wrong };
  const { title, tags } = generatedHead(headInput(input, t, Object.assign({}, ...headUpdates) as PageHead));
  const pageTags = headUpdates.map((one) => tagsOf(one, scope.site.base));
  const sources = [...scope.heads, job.head, ...pageTags];
  const unknownKeyProblems = unknownKeys(input, headUpdates);
  if (sources.every((source) => source.length === 0))
    return { head: { title, tags }, targets: [], problems: unknownKeyProblems };
  const added = new Set(sources.flat());
  const merged = mergeTags([tags, ...sources]);
  const flatPageTags = pageTags.flat();
  return {
    head: { title, tags: merged },
    targets: merged.filter((tag) => added.has(tag)).map(([, { href, src }]) => src ?? href ?? ''),
    problems: [
      ...unknownKeyProblems,
      ...invalidTagProblems(input, flatPageTags),
      ...pageTags.flatMap((one) => duplicateProblems(input, one)),
      ...blockedTagProblems(input, flatPageTags),
    ],
  };
}

/** Returns the path below the root of the file of a page's component. */
export function pageFile(page: string, root: string): string | undefined {
  const base = page.startsWith('pages/') ? `site/${page}` : page;
  return [`${base}.tsx`, `${base}.jsx`].find((path) => existsSync(join(root, path)));
}

function headProblem(input: PageHeadInput, code: string, [message, hint]: readonly [string, string]): Diagnostic {
  const { route } = input.job;
  const file = pageFile(route.page, input.scope.root);
  const position = file === undefined ? {} : { file };
  return { code, severity: 'warning', message: `${route.path}: ${message}`, hint, ...position };
}

/** Returns the error for an exported `head` that is no function; null for any other. */
export function headExportProblem(input: PageHeadInput, head: unknown): Diagnostic | null {
  if (head === undefined || typeof head === 'function') return null;
  const hint = 'Write it as one: `export const head = () => ({ title: … })`.';
  return headError(input, ['`head` is no function.', hint]);
}

type Expectation = { readonly isValid: (value: unknown) => boolean; readonly what: string };

const aText: Expectation = { isValid: (value) => typeof value === 'string', what: 'a text' };
const aList: Expectation = { isValid: Array.isArray, what: 'a list' };

/** What each value of a head must be. */
const headParts: Readonly<Record<keyof PageHead, Expectation>> = {
  title: aText,
  description: aText,
  keywords: aText,
  image: aText,
  noindex: { isValid: (value) => typeof value === 'boolean', what: 'true or false' },
  jsonLd: aList,
  meta: aList,
  link: aList,
  script: aList,
};

/** Returns errors for a head that is no map of keys, or has values of other kinds. */
function wrongHead(input: PageHeadInput, head: unknown): readonly Diagnostic[] {
  if (Object.prototype.toString.call(head) !== '[object Object]') {
    const what = head instanceof Promise ? 'a promise' : JSON.stringify(head);
    const hint = 'Return `{ title, description, … }`; what it needs is in its `props`.';
    return [headError(input, [`\`head\` returns ${what} instead of a map of keys.`, hint])];
  }
  const values = head as Readonly<Record<string, unknown>>;
  return Object.entries(headParts).flatMap(([key, { isValid, what }]) => {
    const value = values[key] ?? undefined;
    const message = `\`${key}\` of the head must be ${what}.`;
    const isWrong = value !== undefined && !isValid(value);
    return isWrong ? [headError(input, [message, 'Correct the value in `head` or `useHead`.'])] : [];
  });
}

const headError = (input: PageHeadInput, text: readonly [string, string]): Diagnostic => ({
  ...headProblem(input, 'HEAD_INVALID', text),
  severity: 'error',
});

const headKeys = Object.keys(headParts);

/** Returns warnings for keys that no head has. */
function unknownKeys(input: PageHeadInput, headUpdates: readonly PageHead[]): readonly Diagnostic[] {
  const keys = headUpdates.flatMap((one) => Object.keys(one)).filter((key) => !headKeys.includes(key));
  return keys.map((key) => {
    const similar = suggest(key, headKeys);
    const hint = similar ? `Did you mean \`${similar}\`?` : `Keys of a head: ${headKeys.join(', ')}.`;
    return headProblem(input, 'HEAD_UNKNOWN_KEY', [`\`${key}\` is no key of a head and is ignored.`, hint]);
  });
}

/** Returns errors for elements that cannot be written as HTML. */
function invalidTagProblems(input: PageHeadInput, tags: readonly HeadTag[]): readonly Diagnostic[] {
  return tags.flatMap((tag): readonly Diagnostic[] => {
    const problem = tagProblem(tag);
    if (problem === null) return [];
    const hint = 'Correct the element in `head` or `useHead`.';
    return [headError(input, [problem, hint])];
  });
}

/** Returns warnings for elements that one source adds twice. */
function duplicateProblems(input: PageHeadInput, tags: readonly HeadTag[]): readonly Diagnostic[] {
  return duplicatesIn(tags).map((index) => headProblem(input, 'HEAD_DUPLICATE', duplicateText(tags[index] as HeadTag)));
}

/** Returns warnings for elements that the content security policy of the page blocks. */
function blockedTagProblems(input: PageHeadInput, tags: readonly HeadTag[]): readonly Diagnostic[] {
  const { policies, site } = input.scope;
  const policy = policyAt(policies, input.job.route.path);
  return tags.flatMap((tag) => {
    const missing = blockedSource(tag, { policy, origin: site.url });
    return missing ? [headProblem(input, 'HEAD_BLOCKED', blockedText(tag, missing))] : [];
  });
}

function headInput(input: PageHeadInput, t: Translate, page: PageHead): HeadInput {
  const { job, scope } = input;
  const { route, props } = job;
  const catalogue = scope.messages[route.locale] ?? {};
  const text = (name: string) => {
    const key = `${job.seo}.${name}`;
    return job.seo !== null && (catalogue[key] !== undefined || name === 'title') ? t(key, job.values) : '';
  };
  const { entry, entries, pagination, feeds } = props as Partial<EntryListProps> & { entry?: EntrySummary };
  const seo = entry
    ? { title: entry.title, description: entry.description, keywords: entry.tags.map((tag) => tag.tag).join(', ') }
    : { title: text('title'), description: text('description'), keywords: text('keywords') };
  return {
    site: scope.site,
    organization: scope.organization,
    route,
    seo: seo.title === '' ? { ...seo, title: scope.site.name } : seo,
    kind: job.jsonLd as JsonLdKind | null,
    ...(entry ? { entry, words: (props as unknown as EntryProps).words } : {}),
    ...(entries ? { entries } : {}),
    ...(pagination ? { pagination } : {}),
    ...(feeds ? { feeds } : {}),
    breadcrumbs: breadcrumbs(input, seo.title, t),
    ...(job.card ? { image: job.card } : {}),
    hasCopy: hasCopy(scope, route),
    page,
  };
}

/** From the home page to this one; none for the home page itself. */
function breadcrumbs({ job, scope }: PageHeadInput, title: string, t: Translate): { name: string; path: string }[] {
  if (job.parents.length === 0) return [];
  const parents = job.parents.map(({ path, seo }) => ({
    path,
    name: seo === null ? scope.site.name : t(`${seo}.title`),
  }));
  return [...parents, { path: job.route.path, name: title === '' ? scope.site.name : title }];
}
