import { type HeaderRule, type HostInput, headerRules, redirectRules } from '../emit/hosts.ts';
import { pathMatcher } from '../lib/path-rules.ts';

/** Redirects and headers by path, by the same rules that host files are written from. Paths are decoded and without base. */
export type PathRules = {
  /** Target with base, or null for a path without redirect. */
  readonly redirect: (path: string) => { readonly to: string; readonly status: number } | null;
  /** Where several rules set one header, the last of them counts. */
  readonly headers: (path: string) => Readonly<Record<string, string>>;
};

export function pathRules(input: HostInput): PathRules {
  const redirects = redirectRules(input).map((rule) => ({ ...rule, matches: pathMatcher(rule.path) }));
  return {
    redirect: (path) => redirects.find(({ matches }) => matches(path)) ?? null,
    headers: headersBy(headerRules(input)),
  };
}

/** Headers of a path by rules in order: where several set one header, the last counts. */
export function headersBy(rules: readonly HeaderRule[]): PathRules['headers'] {
  const matched = rules.map((rule) => ({ ...rule, matches: pathMatcher(rule.path) }));
  return (path) => Object.assign({}, ...matched.filter(({ matches }) => matches(path)).map((rule) => rule.headers));
}
