import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
type Options = {
  readonly resultTypes: readonly string[];
  readonly iframes: boolean;
  readonly runOnly?: readonly string[];
};

declare global {
  interface Window {
    readonly axe?: { readonly run: (options: Options) => Promise<{ readonly violations: readonly Violation[] }> };
  }
}

/** Rules whose answer depends on the theme. */
export const themeRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong with a page; by all rules that it has on by itself, or by some. The page's policy stays in force. */
export async function axeViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(async (runOnly) => {
    const options = { resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) };
    return (await window.axe?.run(options))?.violations;
  }, rules);
  if (!violations) throw new Error('axe is not in the page.');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
}
