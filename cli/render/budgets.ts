import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type BundleManifest, firstLoadBytes, islandBytes } from '../bundle/manifest.ts';
import type { SiteSettings } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import type { PageRecord } from '../incremental/page-record.ts';
import type { Route } from '../routes/types.ts';

export type BudgetInput = {
  readonly budgets: SiteSettings['budgets'];
  readonly manifest: BundleManifest;
  readonly base: string;
  readonly routes: readonly Pick<Route, 'path' | 'page'>[];
  readonly records: ReadonlyMap<string, PageRecord>;
  /** Absolute path of an output file. */
  readonly locate: (path: string) => string;
  /** Source file of a page key. */
  readonly sourceOf: (page: string) => string | undefined;
};

/** Returns an error for each page type and kind of file that exceeds the budgets of `config/site.yaml`. */
export function budgetProblems(input: BudgetInput): readonly Diagnostic[] {
  const { budgets, manifest, base } = input;
  const pages = [...new Set(input.routes.map(({ page }) => page))].sort();
  return pages.flatMap((page) => {
    const limits = { ...budgets, ...budgets.pages[page] };
    const { css } = firstLoadBytes(manifest, page, base);
    const javascript = scriptBytes(page, input);
    const { path, bytes } = largestHtml(page, limits.htmlKb, input);
    return [
      budgetProblem(input, page, {
        key: 'javascriptKb',
        bytes: javascript,
        limitKb: limits.javascriptKb,
        what: 'JavaScript',
      }),
      budgetProblem(input, page, { key: 'cssKb', bytes: css, limitKb: limits.cssKb, what: 'CSS' }),
      budgetProblem(input, page, { key: 'htmlKb', bytes, limitKb: limits.htmlKb, what: `HTML at ${path}` }),
    ].filter((problem) => problem !== null);
  });
}

/**
 * Returns the gzipped bytes of JavaScript that a page of a type loads first: the code that hydrates it, or the islands of
 * the page whose islands are largest.
 */
export function scriptBytes(page: string, { routes, records, manifest, base }: ScriptInput): number {
  const recordsOfType = routes.filter((route) => route.page === page).map(({ path }) => records.get(path));
  if (recordsOfType.some((record) => record?.hydrates !== false))
    return firstLoadBytes(manifest, page, base).javascript;
  const islandLists = new Set(recordsOfType.map((record) => record?.islands.join('\n') ?? ''));
  return Math.max(
    0,
    ...[...islandLists].map((keys) => (keys === '' ? 0 : islandBytes(manifest, keys.split('\n'), base))),
  );
}

type ScriptInput = Pick<BudgetInput, 'routes' | 'records' | 'manifest' | 'base'>;

type MeasuredSize = {
  readonly key: string;
  /** Gzipped. */
  readonly bytes: number;
  readonly limitKb: number | undefined;
  readonly what: string;
};

function budgetProblem(
  { sourceOf }: BudgetInput,
  page: string,
  { key, bytes, limitKb, what }: MeasuredSize,
): Diagnostic | null {
  if (limitKb === undefined || bytes <= limitKb * 1000) return null;
  const file = sourceOf(page);
  return {
    code: 'BUDGET_EXCEEDED',
    severity: 'error',
    message: `${page} loads ${formatKb(bytes)} of ${what}, ${formatKb(bytes - limitKb * 1000)} more than its budget of ${limitKb} kB.`,
    hint: `Import less at the top of the page, or raise \`budgets.${key}\` in config/site.yaml. Sizes are gzipped.`,
    ...(file && { file }),
  };
}

const formatKb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * Returns the page of a type with the largest gzipped HTML. Documents within the budget before compression are skipped,
 * since compression only makes them smaller.
 */
function largestHtml(
  page: string,
  htmlKb: number | undefined,
  input: BudgetInput,
): { readonly path: string; readonly bytes: number } {
  let largest = { path: '', bytes: 0 };
  if (htmlKb === undefined) return largest;
  for (const route of input.routes) {
    const [html] = input.records.get(route.path)?.files ?? [];
    if (route.page !== page || !html || html[1] <= Math.max(htmlKb * 1000, largest.bytes)) continue;
    const bytes = gzipSync(readFileSync(input.locate(html[0]))).length;
    if (bytes > largest.bytes) largest = { path: route.path, bytes };
  }
  return largest;
}
