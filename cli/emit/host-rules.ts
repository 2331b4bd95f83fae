import type { Diagnostic } from '../contract.ts';
import { matcherOf, type Rules } from '../lib/path-rules.ts';
import { withBase } from '../lib/url.ts';

export type HostInput = {
  readonly base: string;
  readonly rules: Rules;
  /** Value of `Content-Security-Policy`, or null for none. */
  readonly csp: string | null;
  /** Paths of the not-found pages: `/404`, `/de/404`. */
  readonly notFound: readonly string[];
};

export type HeaderRule = { readonly path: string; readonly headers: Readonly<Record<string, string>> };
export type RedirectRule = { readonly path: string; readonly to: string; readonly status: number };

/**
 * Browser features that a page and what it embeds may not use unless the site's own rules say so. A header of a rule
 * for `/**` in `config/routes.yaml` replaces it.
 */
const permissions = { 'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' };

const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Headers by path or glob, from the least to the most specific, so that the last word on a header is the right
 * one: the policies for all, files named by their content for ever, the name of the latest build never, then the
 * site's own rules.
 */
export function headerRules(input: HostInput): readonly HeaderRule[] {
  const { static: exact, wildcard } = matcherOf(input.rules);
  return [
    {
      path: '/**',
      headers: { ...(input.csp === null ? {} : { 'Content-Security-Policy': input.csp }), ...permissions },
    },
    { path: '/assets/**', headers: immutable },
    { path: '/builds/meta/**', headers: immutable },
    { path: '/builds/latest.json', headers: { 'Cache-Control': 'no-cache' } },
    ...[...wildcard, ...Object.entries(exact)].flatMap(([path, { headers }]) => (headers ? [{ path, headers }] : [])),
  ];
}

/** From the most to the least specific: hosts take the first that fits. Targets are ready to be sent. */
export function redirectRules(input: HostInput): readonly RedirectRule[] {
  const { static: exact, wildcard } = matcherOf(input.rules);
  return [...Object.entries(exact), ...wildcard.toReversed()].flatMap(([path, { redirect }]) =>
    redirect ? [{ path, to: targetOf(input.base, redirect.to), status: redirect.status }] : [],
  );
}

function targetOf(base: string, to: string): string {
  return withBase(to.startsWith('/') ? base : '', to);
}

/** Folder of a not-found page, without slash at the end: `''` or `/de`. */
export function folderOf(notFound: string): string {
  return notFound.slice(0, notFound.lastIndexOf('/'));
}

export function unsupported(host: string, what: string): Diagnostic {
  return {
    code: 'HOST_RULE_UNSUPPORTED',
    severity: 'warning',
    message: `${host} cannot express ${what}; it is left out of the host's files.`,
    hint: 'Set it at the host itself, or write the rule in another way.',
    file: 'config/routes.yaml',
  };
}
