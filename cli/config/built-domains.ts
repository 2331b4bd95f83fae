import { resolve } from 'node:path';
import { readSources } from '../sources/read.ts';
import { openStatCache } from '../sources/stat-cache.ts';
import { resolveConfig } from './resolve.ts';
import type { ConfigOverrides } from './types.ts';

/**
 * The domains of a site that are built and all that it has, by name, and the absolute folder of their output folders.
 */
export type BuiltDomains = {
  readonly domains: readonly string[];
  readonly all: readonly string[];
  readonly out: string;
};

/** Returns the domains of the site that have a locale to build; null if it has none, or if its settings have errors. */
export function builtDomains(root: string, overrides: ConfigOverrides): BuiltDomains | null {
  const tree = readSources(root, openStatCache(null, Date.now));
  const config = resolveConfig(tree, overrides);
  if (!config.ok || config.value.locales.domains.length === 0) return null;
  const { domains, list } = config.value.locales;
  const codes = new Set(list.map(({ code }) => code));
  const built = domains.filter(({ codes: domainCodes }) => domainCodes.some((code) => codes.has(code)));
  const nameOf = ({ name }: { readonly name: string }) => name;
  return { domains: built.map(nameOf), all: domains.map(nameOf), out: resolve(root, config.value.site.output.dir) };
}
