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

/** Rules whose answer depends on colours: on the theme, not on the language. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** Some of the rules that axe has on by itself: these only, or all but these. */
type Choice = { readonly only?: readonly string[]; readonly without?: readonly string[] };

/** What axe finds wrong with a page; by all rules that it has on by itself, or by some. The page's policy stays in force. */
export async function axeViolations(page: Page, { only, without = [] }: Choice = {}): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
  const options: Options = { resultTypes: ['violations'], iframes: false, rules, ...(only && { runOnly: only }) };
  const violations = await page.evaluate(async (wanted) => (await window.axe?.run(wanted))?.violations, options);
  if (!violations) throw new Error('axe is not in the page.');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
}
