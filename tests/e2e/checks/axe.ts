import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
type Options = {
  readonly resultTypes: readonly string[];
  readonly iframes: boolean;
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
};

declare global {
  interface Window {
    readonly axe?: { readonly run: (options: Options) => Promise<{ readonly violations: readonly Violation[] }> };
  }
}

/** Rules that depend on colours, and so on the theme but not on the language. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** A selection of axe's default rules: only these, or all except these. */
type Choice = { readonly only?: readonly string[]; readonly without?: readonly string[] };

/** Violations that axe reports on a page, by its default rules or a selection. The page's content security policy applies. */
export async function axeViolations(page: Page, { only, without = [] }: Choice = {}): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
  const options: Options = { resultTypes: ['violations'], iframes: false, rules, ...(only && { runOnly: only }) };
  const violations = await page.evaluate(
    async (axeOptions) => (await window.axe?.run(axeOptions))?.violations,
    options,
  );
  if (!violations) throw new Error('axe is not in the page.');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
}
