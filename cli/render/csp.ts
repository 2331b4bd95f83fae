import { createHash } from 'node:crypto';
import type { SiteConfig } from '../config/types.ts';
import type { HeadTag, SiteInfo } from '../contract.ts';
import { describeTag, isExecutable, tagsOf } from '../lib/head-tags.ts';
import { compareRulePaths, pathMatcher } from '../lib/path-rules.ts';
import { decodePart } from '../lib/url.ts';

/** Additional sources by directive, such as origins for `connect-src`. */
export type CspSources = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Content security policies: that of every page, and those of paths with their own, by path or glob from the least to the
 * most specific.
 */
export type Policies = { readonly csp: string; readonly pathPolicies: Readonly<Record<string, string>> };

type PolicyInput = {
  readonly plan: { readonly config: Pick<SiteConfig, 'site' | 'routes'>; readonly site: SiteInfo };
  readonly bootScript: string;
};

/** Returns the content security policy of every page, and those of paths that have one of their own. */
export function policiesOf({ plan: { config, site }, bootScript }: PolicyInput): Policies {
  const { connect, images, directives, paths } = config.site.security;
  const services = { 'connect-src': [...serviceOrigins(site), ...connect], 'img-src': images };
  // A page keeps the policy of the document when a visitor navigates to the next page, so that elements of all routes
  // are allowed on every page.
  const heads = [config.site.head, ...config.routes.flatMap(({ head }) => (head ? [head] : []))].map(headSources);
  const policy = (pathSources: CspSources) =>
    contentSecurityPolicy(bootScript, joinSources(services, ...heads, directives, pathSources));
  const decoded = Object.entries(paths).map(([path, pathSources]) => [decodePart(path), pathSources] as const);
  const bySpecificity = decoded.sort(([a], [b]) => compareRulePaths(a, b));
  return {
    csp: policy({}),
    pathPolicies: Object.fromEntries(bySpecificity.map(([path, pathSources]) => [path, policy(pathSources)])),
  };
}

/** Returns the policy of a path. */
export function policyAt({ csp, pathPolicies }: Policies, path: string): string {
  const match = Object.keys(pathPolicies).findLast((glob) => pathMatcher(glob)(path));
  return match === undefined ? csp : (pathPolicies[match] as string);
}

/**
 * Returns a content security policy that allows only scripts of the build: files of the site, and the one inline script
 * by its hash. It allows WebAssembly and forbids `eval`.
 */
export function contentSecurityPolicy(bootScript: string, additional: CspSources): string {
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", hashSource(bootScript), "'wasm-unsafe-eval'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  for (const [directive, sources] of Object.entries(additional)) {
    if (!sources || sources.length === 0) continue;
    const current = effectiveSources(policy, directive).filter((source) => source !== "'none'");
    policy[directive] = sources.includes("'none'") ? ["'none'"] : [...new Set([...current, ...sources])];
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

const hashSource = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the sources that apply to a directive: its own, those of the directive that it refines, or the default ones. */
function effectiveSources(policy: Readonly<Record<string, readonly string[]>>, directive: string): readonly string[] {
  return policy[directive] ?? policy[directive.replace(/-(?:elem|attr)$/, '')] ?? policy['default-src'] ?? [];
}

/** Returns the union of additional sources by directive. */
function joinSources(...all: readonly CspSources[]): CspSources {
  const joined: Record<string, readonly string[]> = {};
  for (const sources of all) {
    for (const [directive, list] of Object.entries(sources))
      joined[directive] = [...(joined[directive] ?? []), ...(list ?? [])];
  }
  return joined;
}

/** Returns the origins of the services in the site's settings. */
function serviceOrigins(site: Pick<SiteInfo, 'api'>): readonly string[] {
  return URL.canParse(site.api.baseUrl) ? [new URL(site.api.baseUrl).origin] : [];
}

/** Directives that govern what links of a relation load. */
const linkDirectives: Readonly<Record<string, string>> = {
  stylesheet: 'style-src',
  icon: 'img-src',
  'apple-touch-icon': 'img-src',
  manifest: 'manifest-src',
  modulepreload: 'script-src',
};

/** Returns the source that allows an element of a head, and its directive; null if the element needs none. */
function sourceOf(tag: HeadTag): NeededSource | null {
  const [name, { rel = '', href, src }, text] = tag;
  const directive = name === 'link' ? linkDirectives[rel.toLowerCase()] : isExecutable(tag) ? 'script-src' : undefined;
  if (directive === undefined) return null;
  if (text !== undefined) return { directive, source: hashSource(text) };
  const address = src ?? href ?? '';
  if (!/^(?:https?:)?\/\//i.test(address)) return null;
  // A source is a URL without a query; these characters end a source or a directive.
  const url = new URL(address, 'https://site.invalid');
  const source = (url.origin + url.pathname).replace(/[;,]/g, encodeURIComponent);
  return { directive, source };
}

/** Returns the sources that the elements of a head in the configuration need. */
function headSources(head: SiteConfig['site']['head']): CspSources {
  const sources = tagsOf(head as Parameters<typeof tagsOf>[0], '').flatMap((tag): CspSources[] => {
    const needed = sourceOf(tag);
    return needed ? [{ [needed.directive]: [needed.source] }] : [];
  });
  return joinSources(...sources, ...[...head.link, ...head.script].flatMap(({ policy }) => (policy ? [policy] : [])));
}

/** A source that an element needs, and the directive of the policy in which it must be. */
type NeededSource = { readonly directive: string; readonly source: string };

/** Returns the message and hint for an element that a policy blocks. */
export const blockedText = (
  tag: HeadTag,
  { directive, source }: NeededSource,
): readonly [message: string, hint: string] => [
  `The content security policy blocks ${describeTag(tag)}.`,
  `Move it to \`head\` of config/site.yaml or of its route, or add \`${source}\` to \`security.directives.${directive}\`.`,
];

/** Returns the sources of a policy by directive. */
const directivesOf = (policy: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0] as string, directive.split(' ').slice(1)]),
  );

/** Returns whether a policy blocks `style` attributes in HTML. */
export const blocksStyles = (policy: string): boolean =>
  !effectiveSources(directivesOf(policy), 'style-src-attr').includes("'unsafe-inline'");

/** Returns the source that a policy lacks for an element of a head; null if it allows the element. */
export function blockedSource(
  tag: HeadTag,
  { policy, origin }: { readonly policy: string; readonly origin: string },
): NeededSource | null {
  const needed = sourceOf(tag);
  if (!needed) return null;
  const directives = directivesOf(policy);
  const allowed = directives[`${needed.directive}-elem`] ?? effectiveSources(directives, needed.directive);
  const isAllowed = needed.source.startsWith("'")
    ? allowed.includes(needed.source) || allowed.includes("'unsafe-inline'")
    : allowed.some((source) => sourceAllows(source, new URL(needed.source), origin));
  return isAllowed ? null : needed;
}

/** Returns whether a source of a policy allows a URL (Content Security Policy Level 3, section 6.7.2.7). */
function sourceAllows(source: string, url: URL, origin: string): boolean {
  if (source === '*') return true;
  if (source === "'self'") return url.origin === origin;
  if (/^[a-z][\w+.-]*:$/i.test(source)) return url.protocol === source.toLowerCase();
  const parts = /^(?:([a-z][\w+.-]*:)\/\/)?(\*\.)?([^/:']+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
  if (!parts) return false;
  const [, scheme, wildcard, host = '', port, path = '/'] = parts;
  if (scheme !== undefined && url.protocol !== scheme.toLowerCase()) return false;
  if (wildcard ? !url.hostname.endsWith(`.${host}`) : url.hostname !== host) return false;
  if (port !== '*' && url.port !== (port ?? '')) return false;
  return path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path;
}
