import { createHash } from 'node:crypto';
import type { SiteInfo } from '../contract.ts';

/** Additional sources by directive, such as origins for `connect-src`. */
export type CspSources = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Returns a content security policy that allows only scripts of the build: files of the site, and the one inline script
 * by its hash. It allows WebAssembly and forbids `eval`.
 */
export function contentSecurityPolicy(bootScript: string, additional: CspSources): string {
  const hash = createHash('sha256').update(bootScript).digest('base64');
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'sha256-${hash}'`, "'wasm-unsafe-eval'"],
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
    const own = inherited(policy, directive).filter((source) => source !== "'none'");
    policy[directive] = sources.includes("'none'") ? ["'none'"] : [...new Set([...own, ...sources])];
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Sources that apply to a directive: its own, those of the directive that it refines, or the default ones. */
function inherited(policy: Readonly<Record<string, readonly string[]>>, directive: string): readonly string[] {
  return policy[directive] ?? policy[directive.replace(/-(?:elem|attr)$/, '')] ?? policy['default-src'] ?? [];
}

/** Joins additional sources by directive. */
export function joinSources(...all: readonly CspSources[]): CspSources {
  const joined: Record<string, readonly string[]> = {};
  for (const sources of all) {
    for (const [directive, list] of Object.entries(sources))
      joined[directive] = [...(joined[directive] ?? []), ...(list ?? [])];
  }
  return joined;
}

/** Returns the origins of the services in the site's settings. */
export function serviceOrigins(site: Pick<SiteInfo, 'api'>): readonly string[] {
  return URL.canParse(site.api.baseUrl) ? [new URL(site.api.baseUrl).origin] : [];
}
