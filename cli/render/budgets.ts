import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type BundleManifest, firstLoadBytes, islandBytes } from '../bundle/manifest.ts';
import type { SiteSettings } from '../config/types.ts';
import type { Diagnostic } from '../contract.ts';
import type { PageRecord } from '../incremental/record.ts';
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

/** Page types that exceed the budgets of `config/site.yaml`, one error for each type and kind of file. */
export function budgetProblems(input: BudgetInput): readonly Diagnostic[] {
  const { budgets, manifest, base } = input;
  const pages = [...new Set(input.routes.map(({ page }) => page))].sort();
  return pages.flatMap((page) => {
    const { css } = firstLoadBytes(manifest, page, base);
    const javascript = scriptBytes(page, input);
    const { path, bytes } = largestHtml(page, input);
    return [
      over(input, page, { key: 'javascriptKb', bytes: javascript, limitKb: budgets.javascriptKb, what: 'JavaScript' }),
      over(input, page, { key: 'cssKb', bytes: css, limitKb: budgets.cssKb, what: 'CSS' }),
      over(input, page, { key: 'htmlKb', bytes, limitKb: budgets.htmlKb, what: `HTML at ${path}` }),
    ].filter((problem) => problem !== null);
  });
}

/**
 * Bytes of JavaScript, gzipped, that a page of a type loads first: what hydrates it, or all islands of the page that has
 * the largest ones.
 */
export function scriptBytes(page: string, { routes, records, manifest, base }: ScriptInput): number {
  const ofType = routes.filter((route) => route.page === page).map(({ path }) => records.get(path));
  if (ofType.some((record) => record?.hydrates !== false)) return firstLoadBytes(manifest, page, base).javascript;
  const lists = new Set(ofType.map((record) => record?.islands.join('\n') ?? ''));
  return Math.max(0, ...[...lists].map((keys) => (keys === '' ? 0 : islandBytes(manifest, keys.split('\n'), base))));
}

type ScriptInput = Pick<BudgetInput, 'routes' | 'records' | 'manifest' | 'base'>;

type Load = {
  readonly key: string;
  /** Gzipped. */
  readonly bytes: number;
  readonly limitKb: number | undefined;
  readonly what: string;
};

function over({ sourceOf }: BudgetInput, page: string, { key, bytes, limitKb, what }: Load): Diagnostic | null {
  if (limitKb === undefined || bytes <= limitKb * 1000) return null;
  const file = sourceOf(page);
  return {
    code: 'BUDGET_EXCEEDED',
    severity: 'error',
    message: `${page} loads ${kb(bytes)} of ${what}, ${kb(bytes - limitKb * 1000)} more than its budget of ${limitKb} kB.`,
    hint: `Import less at the top of the page, or raise \`budgets.${key}\` in config/site.yaml. Sizes are gzipped.`,
    ...(file && { file }),
  };
}

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** The page of a type with the most HTML. Only documents that exceed the budget as they are can do so gzipped. */
function largestHtml(page: string, input: BudgetInput): { readonly path: string; readonly bytes: number } {
  const limit = (input.budgets.htmlKb ?? Number.POSITIVE_INFINITY) * 1000;
  let largest = { path: '', bytes: 0 };
  for (const route of input.routes) {
    const [html] = input.records.get(route.path)?.files ?? [];
    if (route.page !== page || !html || html[1] <= Math.max(limit, largest.bytes)) continue;
    const bytes = gzipSync(readFileSync(input.locate(html[0]))).length;
    if (bytes > largest.bytes) largest = { path: route.path, bytes };
  }
  return largest;
}
