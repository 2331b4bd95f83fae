import { type HeaderRule, headerRules, type RuleInput, redirectRules } from '../emit/host-rules.ts';
import { pathMatcher } from '../lib/path-rules.ts';

/** Redirects and headers by path, from the same rules as the emitted host files. Paths are decoded and without base. */
export type PathRules = {
  /** Returns the redirect of a path, its target with base; null if the path has none. */
  readonly redirect: (path: string) => { readonly to: string; readonly status: number } | null;
  /** Returns the headers of a path. If several rules set the same header, the last one wins. */
  readonly headers: (path: string) => Readonly<Record<string, string>>;
};

export function pathRules(input: RuleInput): PathRules {
  const redirects = redirectRules(input).map((rule) => ({ ...rule, matches: pathMatcher(rule.path) }));
  return {
    redirect: (path) => redirects.find(({ matches }) => matches(path)) ?? null,
    headers: headersBy(headerRules(input)),
  };
}

/** Returns a function from a path to its headers. If several rules set the same header, the last one wins. */
export function headersBy(rules: readonly HeaderRule[]): PathRules['headers'] {
  const matchers = rules.map((rule) => ({ ...rule, matches: pathMatcher(rule.path) }));
  return (path) => Object.assign({}, ...matchers.filter(({ matches }) => matches(path)).map((rule) => rule.headers));
}
