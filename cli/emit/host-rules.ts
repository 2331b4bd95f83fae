import { compareRulePaths, matcherOf, type Rules } from '../lib/path-rules.ts';
import { urlPath } from '../lib/url.ts';

/** What the rules follow from. */
export type RuleInput = {
  readonly base: string;
  readonly rules: Rules;
  /** Value of `Content-Security-Policy`, or null for none. */
  readonly csp: string | null;
  /** Policies of paths that have one of their own, by path or glob. */
  readonly pathPolicies?: Readonly<Record<string, string>>;
};

export type HeaderRule = { readonly path: string; readonly headers: Readonly<Record<string, string>> };

export type RedirectRule = { readonly path: string; readonly to: string; readonly status: number };

/**
 * Disables browser features for pages and embedded documents. The header of a rule for `/**` in `config/routes.yaml`
 * replaces it.
 */
const permissionsPolicy = {
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const immutableHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Returns headers by path or glob, from the least to the most specific; the last matching rule sets a header. The
 * policies apply to all paths. Files with a hash in their names are cached for a year, `latest.json` not at all. The
 * site's own rules come last.
 */
export function headerRules(input: RuleInput): readonly HeaderRule[] {
  const { static: exact, wildcard } = matcherOf(input.rules);
  return [
    {
      path: '/**',
      headers: { ...(input.csp === null ? {} : { 'Content-Security-Policy': input.csp }), ...permissionsPolicy },
    },
    ...Object.entries(input.pathPolicies ?? {})
      .sort(([a], [b]) => compareRulePaths(a, b))
      .map(([path, csp]) => ({ path, headers: { 'Content-Security-Policy': csp } })),
    { path: '/assets/**', headers: immutableHeaders },
    { path: '/builds/meta/**', headers: immutableHeaders },
    { path: '/builds/latest.json', headers: { 'Cache-Control': 'no-cache' } },
    ...[...wildcard, ...Object.entries(exact)].flatMap(([path, { headers }]) => (headers ? [{ path, headers }] : [])),
  ];
}

/** Returns redirects from the most to the least specific: hosts apply the first match. Targets include the base. */
export function redirectRules(input: RuleInput): readonly RedirectRule[] {
  const { static: exact, wildcard } = matcherOf(input.rules);
  return [...Object.entries(exact), ...wildcard.toReversed()].flatMap(([path, { redirect }]) =>
    redirect ? [{ path, to: targetOf(input.base, redirect.to), status: redirect.status }] : [],
  );
}

function targetOf(base: string, to: string): string {
  return urlPath(to.startsWith('/') ? base : '', to);
}
