import { createHash } from 'node:crypto';
import type { SiteInfo } from '../contract.ts';

/** Additional sources by directive, such as origins for `connect-src`. */
export type CspSources = Readonly<Record<string, readonly string[]>>;

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
    const own = (policy[directive] ?? []).filter((source) => source !== "'none'");
    policy[directive] = [...new Set([...own, ...sources])];
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Returns the origins of the services in the site's settings. */
export function serviceOrigins(site: Pick<SiteInfo, 'api'>): readonly string[] {
  return URL.canParse(site.api.baseUrl) ? [new URL(site.api.baseUrl).origin] : [];
}
