import { createHash } from 'node:crypto';
import type { SiteInfo } from '../contract.ts';

/** Further sources by directive, such as `connect-src` -> origins of the owner's. */
export type CspSources = Readonly<Record<string, readonly string[]>>;

/**
 * A content security policy that lets run only what the build made: scripts from the site itself and the one
 * inline script, by its hash. WebAssembly may be compiled; strings may not be evaluated.
 */
export function contentSecurityPolicy(bootScript: string, more: CspSources): string {
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
  for (const [directive, sources] of Object.entries(more)) {
    const own = (policy[directive] ?? []).filter((source) => source !== "'none'");
    policy[directive] = [...new Set([...own, ...sources])];
  }
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}

/** Origins of the services that the site's own settings name. */
export function serviceOrigins(site: Pick<SiteInfo, 'api'>): readonly string[] {
  return URL.canParse(site.api.baseUrl) ? [new URL(site.api.baseUrl).origin] : [];
}
