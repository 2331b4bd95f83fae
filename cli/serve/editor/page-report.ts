import { pageFiles } from '../../bundle/request.ts';
import { factsOf } from '../../check/facts.ts';
import { checkLinks, type LinkedPage } from '../../check/links.ts';
import { checkOnePage, isNew } from '../../check/page.ts';
import { reasonToHide } from '../../content/collect.ts';
import type { HiddenEntry } from '../../content/content-index.ts';
import type { Diagnostic, PagePayload } from '../../contract.ts';
import { policiesOf } from '../../render/csp.ts';
import { entryOf, markdownFileOf } from '../../render/jobs.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import type { PlannedRoute } from '../../routes/types.ts';
import type { AnswerSource } from '../live/answer-source.ts';
import type { ServedPage } from '../live/render.ts';

/** What an editor should know about a page. Plain data, which the bar in the page shows. */
export type PageReport = {
  readonly path: string;
  readonly locale: string;
  /** Source file below the root; null for entries that are loaded from elsewhere. */
  readonly file: string | null;
  /** Null for pages that are no entry. */
  readonly entry: {
    /** `published`, or why a build without drafts leaves it out. */
    readonly state: HiddenEntry['reason'] | 'published';
    /** ISO date; `''` without one. */
    readonly date: string;
    readonly expires: string | null;
    readonly words: number;
    readonly minutes: number;
  } | null;
  /** All languages of the site. `path`: URL of the page in that language, with base; null if it is not translated. */
  readonly languages: readonly { readonly code: string; readonly name: string; readonly path: string | null }[];
  /** Keys of messages of the page that are shown in another language. */
  readonly untranslated: readonly string[];
  readonly problems: readonly Diagnostic[];
};

type ReportInput = { readonly plan: SitePlan; readonly source: AnswerSource };

/** Renders a page and returns its report; null if there is no such page. */
export async function pageReport(path: string, { plan, source }: ReportInput): Promise<PageReport | null> {
  const route = plan.table.byPath.get(path);
  const page = route ? await source.page(path) : null;
  if (!route || !page) return null;
  const entry = route.source.kind === 'entry' ? entryOf(plan, route) : null;
  const file = entry ? entry.file : (pageFiles([route.page], plan.tree).get(route.page) ?? null);
  const ofFile = source.problems().filter((problem) => file !== null && problem.file === file);
  const rendered = page.ok ? page.warnings : page.problems;
  const checked = page.ok
    ? checkOnePage({ route, facts: factsOf(page.value.html), plan, policies: policiesOf({ plan, bootScript: '' }) })
    : [];
  const anchors = page.ok ? await anchorProblems(path, page.value, { plan, source }) : [];
  return {
    path,
    locale: route.locale,
    file: file !== null && plan.tree.files.has(file) ? file : null,
    entry: entry && {
      state: reasonToHide(entry, { drafts: false, today: source.today }) ?? 'published',
      date: entry.date,
      expires: entry.expires,
      words: entry.words,
      minutes: entry.minutes,
    },
    languages: languagesOf(route, plan),
    untranslated: page.ok ? fallbackKeys(JSON.parse(page.value.payload), page.value.reads.messages, plan) : [],
    problems: unique([...ofFile, ...rendered, ...anchors, ...checked.filter(isNew([...ofFile, ...rendered]))]),
  };
}

/**
 * Returns the errors of a page's links to elements that other pages lack. These pages are rendered for their ids, so that
 * the page itself is shown without them.
 */
async function anchorProblems(path: string, { reads }: ServedPage, { plan, source }: ReportInput) {
  const targets = new Set(reads.targets.flatMap((target) => /^([^#]+)#./.exec(target)?.[1] ?? []));
  targets.delete(path);
  const others: LinkedPage[] = [];
  for (const target of targets) {
    const page = plan.table.byPath.has(target) ? await source.page(target) : null;
    if (page?.ok) others.push({ ...page.value.reads, path: target });
  }
  return checkLinks({
    ...plan,
    pages: [{ ...reads, path }, ...others],
    correct: new Set(others),
    sourceOf: (one) => markdownFileOf(plan, one),
    // Links to what does not exist are reported with the page.
    hasFile: () => true,
  });
}

const languagesOf = ({ alternates }: PlannedRoute, { site }: Pick<SitePlan, 'site'>): PageReport['languages'] =>
  site.locales.map(({ code, name }) => {
    const path = alternates[code];
    return { code, name, path: path === undefined ? null : encodeURI(site.base + path) };
  });

/** Returns the keys of the messages of a page that come from a fallback language. */
function fallbackKeys(
  { messages, route }: PagePayload,
  read: readonly string[],
  { catalogues }: Pick<SitePlan, 'catalogues'>,
): readonly string[] {
  const from = catalogues.locales[route.locale]?.from ?? {};
  return [...new Set([...Object.keys(messages), ...read])].filter((key) => key in from).sort();
}

function unique(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
