import { type HeaderRule, type HostInput, headerRules, redirectRules } from '../emit/host-rules.ts';
import { globPattern, isGlob } from '../emit/rules.ts';

/** Redirects and headers by path, from the rules that hosts are given. Paths are decoded and without base. */
export type PathRules = {
  /** Target as it is sent, with base; null where the path stays. */
  readonly redirect: (path: string) => { readonly to: string; readonly status: number } | null;
  /** The last rule that fits a path has the last word on a header. */
  readonly headers: (path: string) => Readonly<Record<string, string>>;
};

export function pathRules(input: HostInput): PathRules {
  const redirects = redirectRules(input).map((rule) => ({ ...rule, fits: matcher(rule.path) }));
  return {
    redirect: (path) => redirects.find(({ fits }) => fits(path)) ?? null,
    headers: headersBy(headerRules(input)),
  };
}

/** Headers of a path by some rules, the last of which has the last word. */
export function headersBy(rules: readonly HeaderRule[]): PathRules['headers'] {
  const matched = rules.map((rule) => ({ ...rule, fits: matcher(rule.path) }));
  return (path) => Object.assign({}, ...matched.filter(({ fits }) => fits(path)).map((rule) => rule.headers));
}

function matcher(path: string): (path: string) => boolean {
  if (!isGlob(path)) return (other) => other === path;
  const pattern = new RegExp(`^${globPattern(path)}$`);
  return (other) => pattern.test(other);
}
