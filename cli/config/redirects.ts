import type { Diagnostic } from '../contract.ts';
import { isGlob, pathMatcher } from '../lib/path-rules.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import { bare, isPublicFile } from './navigation.ts';
import type { PathTable } from './path-table.ts';
import { didYouMean, problemAt, warningAt } from './problem.ts';
import type { PlacedRule } from './rules.ts';
import type { SiteSettings } from './types.ts';

type Site = Pick<SiteSettings, 'url' | 'base'>;

/** The path of the site that a target means, or null for another site. */
function pathOf(target: string, { url, base }: Site): string | null {
  if (target.startsWith('/')) return bare(target);
  const { origin, pathname } = new URL(target);
  if (origin !== url || !`${pathname}/`.startsWith(`${base}/`)) return null;
  return bare(pathname.slice(base.length) || '/');
}

/** The redirect of a path: the most specific of those that match it. Rules come from the least specific on. */
function redirectAt(rules: readonly PlacedRule[], path: string): PlacedRule | null {
  const matching = rules.filter(({ glob }) => pathMatcher(glob)(path));
  return matching.findLast(({ rule }) => rule.redirect) ?? null;
}

/** Redirects that lead round in a circle, of any length and through globs; each circle once. */
export function checkLoops(rules: readonly PlacedRule[], site: Site): readonly Diagnostic[] {
  const settled = new Set<PlacedRule>();
  const problems: Diagnostic[] = [];
  for (const start of rules) {
    const chain: PlacedRule[] = [];
    let next: PlacedRule | null = start.rule.redirect ? start : null;
    while (next !== null && !settled.has(next) && !chain.includes(next)) {
      chain.push(next);
      const path = pathOf(next.rule.redirect?.to ?? '/', site);
      next = path === null ? null : redirectAt(rules, path);
    }
    if (next !== null && chain.includes(next)) problems.push(loop(chain.slice(chain.indexOf(next))));
    for (const rule of chain) settled.add(rule);
  }
  return problems;
}

function loop(circle: readonly PlacedRule[]): Diagnostic {
  const [first] = circle as readonly [PlacedRule];
  const to = first.rule.redirect?.to ?? '';
  const code = 'CONFIG_REDIRECT_LOOP';
  if (circle.length > 1) {
    const way = [...circle, first].map(({ glob }) => `\`${glob}\``).join(' to ');
    const text = [`Redirects lead round in a circle: ${way}.`, 'Let one of them lead to a page.'] as const;
    return problemAt(first.where, code, text);
  }
  if (isGlob(first.glob)) {
    const text = `\`${first.glob}\` redirects to \`${to}\`, which it matches itself: a loop.`;
    return problemAt(first.where, code, [text, 'Choose a target that no redirect matches.']);
  }
  return problemAt(first.where, code, [`\`${first.glob}\` redirects to itself.`, 'Choose another target.']);
}

/** Warns of redirects to a path of the site that is neither page, nor file, nor redirect. */
export function checkTargets(
  tree: SourceTree,
  rules: readonly PlacedRule[],
  { paths, site }: { readonly paths: PathTable; readonly site: Site },
): readonly Diagnostic[] {
  const warned = new Set<unknown>();
  return rules.flatMap(({ rule, where }) => {
    const path = rule.redirect ? pathOf(rule.redirect.to, site) : null;
    const known = path === null || paths.has(path) || isPublicFile(tree, path) || redirectAt(rules, path) !== null;
    if (known || warned.has(JSON.stringify(where))) return [];
    warned.add(JSON.stringify(where));
    const hint = didYouMean(suggest(path, paths.plain), 'Redirect to a path of config/routes.yaml.');
    return [warningAt(where, 'CONFIG_REDIRECT_TARGET', [`No page stands at \`${path}\`.`, hint])];
  });
}
