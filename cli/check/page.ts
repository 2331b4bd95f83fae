import type { Diagnostic } from '../contract.ts';
import { blocksStyles, type Policies, policyAt } from '../render/csp.ts';
import { markdownFileOf } from '../render/jobs.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { PlannedRoute } from '../routes/types.ts';
import type { PageFacts } from './facts.ts';
import { type CheckedPage, checkPage, type Finding } from './page-rules.ts';

export type PageInput = {
  readonly route: PlannedRoute;
  readonly facts: PageFacts;
  readonly plan: Pick<SitePlan, 'content' | 'table'>;
  readonly policies: Policies;
};

/** Returns the data of a page that its rules check. */
export function checkedPage({ route, facts, plan, policies }: PageInput): CheckedPage {
  const { path, locale, id, index, status, source } = route;
  return {
    path,
    locale,
    id,
    index,
    status,
    isContinuation: source.kind === 'list' && source.page > 1,
    file: markdownFileOf(plan, path),
    facts,
    blocksStyles: blocksStyles(policyAt(policies, path)),
  };
}

/** Checks a single page as `sitegen check` does, without the rules that concern several pages. */
export function checkOnePage(
  input: PageInput & { readonly plan: Pick<SitePlan, 'content' | 'table' | 'config' | 'tree'> },
): readonly Diagnostic[] {
  const { config, tree } = input.plan;
  const settings = config.site.check;
  return checkPage(checkedPage(input), settings, tree.text).filter(isReported(settings.ignore)).map(toDiagnostic);
}

/** Returns a function that returns whether a finding is reported; false if the settings ignore it. */
export function isReported(ignore: { readonly [code: string]: readonly string[] }): (finding: Finding) => boolean {
  const patterns = Object.entries(ignore).map(([code, subjects]) => {
    const parts = subjects.map((subject) =>
      subject
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    );
    return [code, new RegExp(`^(?:${parts.join('|')})$`, 's')] as const;
  });
  return ({ code, subject }) =>
    !patterns.some(([ignoredCode, pattern]) => ignoredCode === code && pattern.test(subject));
}

/**
 * Returns a function that returns whether a finding is new: false for a second `<h1>` that a warning of the build reports at
 * its place in the text.
 */
export function isNew(warnings: readonly Diagnostic[]): (finding: Pick<Finding, 'code' | 'file'>) => boolean {
  const reported = new Set(warnings.flatMap(({ code, file }) => (code === 'CONTENT_SECOND_TITLE' ? [file] : [])));
  return ({ code, file }) => code !== 'PAGE_HEADING_SECOND' || !file || !reported.has(file);
}

/** Returns the problem that reports a finding. */
export function toDiagnostic({ code, severity = 'warning', message, hint, file, line, column }: Finding): Diagnostic {
  const location = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  return { code, severity, message, hint, ...(file == null ? {} : { file, ...location }) };
}
