import type { z } from 'zod';
import type { Diagnostic, Locale, RouteRule } from '../contract.ts';
import { compareRulePaths } from '../lib/path-rules.ts';
import { localePath } from '../lib/paths.ts';
import type { Loaded } from './load.ts';
import { type PathTable, prefixesOf } from './path-table.ts';
import { problemAt } from './problem.ts';
import { type PlacedRoute, redirectOf } from './routes.ts';
import type { routesSchema } from './schema/routes.ts';
import { trimSlash } from './schema/shared.ts';
import type { LocaleSettings } from './types.ts';

/** A rule and the place of the YAML that asks for it. */
export type PlacedRule = {
  readonly glob: string;
  readonly rule: RouteRule;
  readonly where: ReturnType<Loaded<unknown>['at']>;
};

export type RuleInput = {
  readonly file: Loaded<z.output<typeof routesSchema>>;
  readonly routes: readonly PlacedRoute[];
  readonly locales: readonly Locale[];
  readonly settings: LocaleSettings;
  readonly paths: PathTable;
  /** `rootRedirect` of config/site.yaml and its place. */
  readonly root: { readonly to: string | undefined; readonly where: PlacedRule['where'] };
};

/** Every rule of the site, from the least to the most specific; those of routes and of the root among them. */
export function resolveRules(input: RuleInput): {
  readonly value: readonly PlacedRule[];
  readonly problems: readonly Diagnostic[];
} {
  const problems: Diagnostic[] = [];
  const rules = new Map<string, PlacedRule>();
  for (const placed of [...writtenRules(input, problems), ...routeRedirects(input), ...rootRedirect(input)]) {
    const { glob, where } = placed;
    const first = rules.get(glob);
    if (first?.rule.redirect && placed.rule.redirect) {
      const text = [`The path \`${glob}\` is redirected twice.`, 'Keep one of the two redirects.'] as const;
      problems.push(problemAt(where, 'CONFIG_REDIRECT_CLASH', text));
    } else {
      rules.set(glob, { glob, where, rule: { ...first?.rule, ...placed.rule } });
    }
  }
  return { value: [...rules.values()].sort((a, b) => compareRulePaths(a.glob, b.glob)), problems };
}

/** Why a rule's path or glob cannot be used, completing a sentence; null when it can. */
function globProblem(glob: string): string | null {
  if (!glob.startsWith('/') || /[\s?#{}\\]/.test(glob) || glob.includes('//')) {
    return 'must start with `/` and hold no spaces, `?`, `#`, braces or empty segments';
  }
  const broken = glob.split('/').find((segment) => segment.includes('*') && segment !== '*' && segment !== '**');
  return broken === undefined ? null : `mixes \`*\` with text in \`${broken}\`: \`*\` stands for a whole segment`;
}

function writtenRules({ file }: RuleInput, problems: Diagnostic[]): PlacedRule[] {
  return Object.entries(file.value.rules).flatMap(([glob, { redirect, headers }]) => {
    const where = file.at(['rules', glob], 'key');
    const problem = globProblem(glob);
    if (problem !== null) {
      problems.push(
        problemAt(where, 'CONFIG_BAD_GLOB', [`The rule \`${glob}\` ${problem}.`, 'For example `/docs/**`.']),
      );
      return [];
    }
    const rule = { ...(redirect ? { redirect: redirectOf(redirect) } : {}), ...(headers ? { headers } : {}) };
    return [{ glob: trimSlash(glob), rule, where }];
  });
}

/** A redirect of a route stands in each of its locales and stays in the locale where the target has it. */
function routeRedirects({ file, routes, locales, paths }: RuleInput): PlacedRule[] {
  return routes.flatMap(({ route, index }) => {
    if (route.redirect === null) return [];
    const { to, status } = route.redirect;
    const where = file.at(['routes', index, 'redirect']);
    return prefixesOf(route, locales).map((prefix) => {
      const there = to.startsWith('/') ? localePath({ prefix }, to) : to;
      const target = paths.has(there) ? there : to;
      return { glob: localePath({ prefix }, route.path), rule: { redirect: { to: target, status } }, where };
    });
  });
}

/** Where every locale has a prefix and nothing stands at `/`, it leads to the default locale. */
function rootRedirect({ root, settings, paths, locales }: RuleInput): PlacedRule[] {
  const home = locales.find((locale) => locale.code === settings.default)?.prefix ?? '';
  const to = root.to ?? (home !== '' && paths.has(home) && !paths.has('/') ? home : undefined);
  return to === undefined ? [] : [{ glob: '/', rule: { redirect: { to, status: 302 } }, where: root.where }];
}
