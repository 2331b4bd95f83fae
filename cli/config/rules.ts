import type { z } from 'zod';
import type { Diagnostic, Locale, RouteRule } from '../contract.ts';
import { compareRulePaths, isGlob, pathMatcher } from '../lib/path-rules.ts';
import { isHosted, localePath, pathFor } from '../lib/paths.ts';
import { suggest } from '../lib/suggest.ts';
import { decodePart } from '../lib/url.ts';
import type { SourceTree } from '../sources/tree.ts';
import { didYouMean, problemAt, warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import { type IndexedRoute, redirectOf } from './pages.ts';
import { isPublicFile, localesOf, type PathTable, withoutQuery } from './paths.ts';
import type { routesSchema } from './schema/routes.ts';
import { trimSlash } from './schema/shared.ts';
import type { LocaleSettings, SiteSettings } from './types.ts';

/** A rule and the location that defines it. */
export type LocatedRule = {
  /** Without percent escapes, as the paths of pages. */
  readonly glob: string;
  readonly rule: RouteRule;
  readonly location: ReturnType<LoadedFile<unknown>['locate']>;
};

export type RuleInput = {
  readonly file: LoadedFile<z.output<typeof routesSchema>>;
  readonly routes: readonly IndexedRoute[];
  readonly locales: readonly Locale[];
  readonly settings: LocaleSettings;
  readonly paths: PathTable;
  /** `rootRedirect` of config/site.yaml and its location. */
  readonly root: { readonly to: string | undefined; readonly location: LocatedRule['location'] };
};

/** Returns all rules of the site, including the redirects of routes and of the root, from general to specific. */
export function resolveRules(input: RuleInput): {
  readonly value: readonly LocatedRule[];
  readonly problems: readonly Diagnostic[];
} {
  const problems: Diagnostic[] = [];
  const rules = new Map<string, LocatedRule>();
  for (const located of [...configuredRules(input, problems), ...routeRedirects(input), ...rootRedirect(input)]) {
    const { glob, location } = located;
    const first = rules.get(glob);
    if (first?.rule.redirect && located.rule.redirect) {
      const text = [`The path \`${glob}\` has two redirects.`, 'Remove one of them.'] as const;
      problems.push(problemAt(location, 'CONFIG_REDIRECT_CLASH', text));
    } else {
      rules.set(glob, { glob, location, rule: { ...first?.rule, ...located.rule } });
    }
  }
  return { value: [...rules.values()].sort((a, b) => compareRulePaths(a.glob, b.glob)), problems };
}

/** Returns why a path or glob is invalid, as the end of a sentence; null for a valid one. */
function globProblem(glob: string): string | null {
  if (!glob.startsWith('/') || /[\s?#{}\\]/.test(glob) || glob.includes('//')) {
    return 'must start with `/` and contain no spaces, `?`, `#`, braces or empty segments';
  }
  if (/%2a/i.test(glob)) return 'contains `%2A`: a rule cannot name a star, since `*` stands for any text';
  const mixedSegment = glob.split('/').find((segment) => segment.includes('**') && segment !== '**');
  if (mixedSegment === undefined) return null;
  return `has text beside \`**\` in \`${mixedSegment}\`: \`**\` must be a whole segment, such as in \`/docs/**\``;
}

function configuredRules({ file }: RuleInput, problems: Diagnostic[]): LocatedRule[] {
  return Object.entries(file.value.rules).flatMap(([glob, { redirect, headers }]) => {
    const location = file.locate(['rules', glob], 'key');
    const problem = globProblem(glob);
    if (problem !== null) {
      problems.push(
        problemAt(location, 'CONFIG_BAD_GLOB', [
          `The rule \`${glob}\` ${problem}.`,
          'Write a path or a glob such as `/docs/**`.',
        ]),
      );
      return [];
    }
    const rule = { ...(redirect ? { redirect: redirectOf(redirect) } : {}), ...(headers ? { headers } : {}) };
    return [{ glob: trimSlash(decodePart(glob)), rule, location }];
  });
}

/** Returns the redirects of routes, one per locale. The target is that of the locale if it exists there, else the default one. */
function routeRedirects({ file, routes, locales, settings, paths }: RuleInput): LocatedRule[] {
  return routes.flatMap(({ route, index }) => {
    if (route.redirect === null) return [];
    const { to, status } = route.redirect;
    const location = file.locate(['routes', index, 'redirect']);
    const hosted = localesOf(route, locales)?.filter(isHosted);
    const path = decodePart(to);
    const target = routes.find((one) => one.route.path === path)?.route ?? { path };
    const targetIn = (locale: Pick<Locale, 'prefix' | 'code'>) => localePath(locale, pathFor(target, locale.code));
    const fallback = locales.filter(({ code }) => code === settings.default).map(targetIn);
    return (hosted ?? [{ prefix: '', code: '' }]).map(({ prefix, code }) => {
      const candidates = to.startsWith('/') ? [targetIn({ prefix, code }), ...fallback] : [];
      return {
        glob: localePath({ prefix }, pathFor(route, code)),
        rule: { redirect: { to: candidates.find(paths.has) ?? to, status } },
        location,
      };
    });
  });
}

/** Returns the redirect of `/`: the configured one, or one to the default locale if it has a prefix and `/` has no page. */
function rootRedirect({ root, settings, paths, locales }: RuleInput): LocatedRule[] {
  const home = locales.find((locale) => locale.code === settings.default)?.prefix ?? '';
  const to = root.to ?? (home !== '' && paths.has(home) && !paths.has('/') ? home : undefined);
  return to === undefined ? [] : [{ glob: '/', rule: { redirect: { to, status: 302 } }, location: root.location }];
}

type Site = Pick<SiteSettings, 'url' | 'base'>;

/** Returns the decoded path of a redirect target, without base; null for a URL of another site. */
function sitePathOf(target: string, { url, base }: Site): string | null {
  if (target.startsWith('/')) return decodePart(withoutQuery(target));
  const { origin, pathname } = new URL(target);
  if (origin !== url || !`${pathname}/`.startsWith(`${base}/`)) return null;
  return decodePart(withoutQuery(pathname.slice(base.length) || '/'));
}

/** Returns the most specific redirect that matches a path, or null. `rules` are sorted from general to specific. */
function redirectAt(rules: readonly LocatedRule[], path: string): LocatedRule | null {
  const matching = rules.filter(({ glob }) => pathMatcher(glob)(path));
  return matching.findLast(({ rule }) => rule.redirect) ?? null;
}

/** Reports each loop of redirects once, of any length and also through globs. */
export function checkRedirectLoops(rules: readonly LocatedRule[], site: Site): readonly Diagnostic[] {
  const visited = new Set<LocatedRule>();
  const problems: Diagnostic[] = [];
  for (const start of rules) {
    const chain: LocatedRule[] = [];
    let next: LocatedRule | null = start.rule.redirect ? start : null;
    while (next !== null && !visited.has(next) && !chain.includes(next)) {
      chain.push(next);
      const path = sitePathOf(next.rule.redirect?.to ?? '/', site);
      next = path === null ? null : redirectAt(rules, path);
    }
    if (next !== null && chain.includes(next)) problems.push(loopProblem(chain.slice(chain.indexOf(next))));
    for (const rule of chain) visited.add(rule);
  }
  return problems;
}

function loopProblem(loop: readonly LocatedRule[]): Diagnostic {
  const [first] = loop as readonly [LocatedRule];
  const to = first.rule.redirect?.to ?? '';
  const code = 'CONFIG_REDIRECT_LOOP';
  if (loop.length > 1) {
    const steps = [...loop, first].map(({ glob }) => `\`${glob}\``).join(' to ');
    const text = [`These redirects form a loop: ${steps}.`, 'Redirect one of them to a page.'] as const;
    return problemAt(first.location, code, text);
  }
  if (isGlob(first.glob)) {
    const text = `\`${first.glob}\` redirects to \`${to}\`, which it matches itself.`;
    return problemAt(first.location, code, [text, 'Choose a target that no redirect matches.']);
  }
  return problemAt(first.location, code, [`\`${first.glob}\` redirects to itself.`, 'Choose another target.']);
}

/** Warns of each redirect to a path of the site without page, file or redirect. */
export function checkRedirectTargets(
  tree: SourceTree,
  rules: readonly LocatedRule[],
  { paths, site }: { readonly paths: PathTable; readonly site: Site },
): readonly Diagnostic[] {
  const warned = new Set<unknown>();
  return rules.flatMap(({ rule, location }) => {
    const path = rule.redirect ? sitePathOf(rule.redirect.to, site) : null;
    const exists = path === null || paths.has(path) || isPublicFile(tree, path) || redirectAt(rules, path) !== null;
    if (exists || warned.has(JSON.stringify(location))) return [];
    warned.add(JSON.stringify(location));
    if (paths.hasUnprefixed(path)) {
      const text = `\`${path}\` has other paths in the languages of ${new URL(site.url).host}.`;
      return [warningAt(location, 'CONFIG_REDIRECT_TARGET', [text, 'Redirect to a path that the page has there.'])];
    }
    const hint = didYouMean(suggest(path, paths.unprefixed), 'Redirect to a path of config/routes.yaml.');
    return [warningAt(location, 'CONFIG_REDIRECT_TARGET', [`There is no page at \`${path}\`.`, hint])];
  });
}
