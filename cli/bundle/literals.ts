import type { Plugin } from 'vite';

/** A string that could be a message key: words joined by dots. */
const dotted = /(['"`])([A-Za-z_][\w-]*(?:\.[\w-]+)+)\1/g;

/**
 * Collects, per module of the site, the string literals that look like message keys. Whether one is a
 * key is decided later against the catalogue, so that editing messages does not make a new bundle.
 */
export function literalsPlugin(found: Map<string, readonly string[]>): Plugin {
  return {
    name: 'sitegen:literals',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] as string;
      if (!/\.[jt]sx?$/.test(file) || file.includes('/node_modules/')) return null;
      const literals = new Set<string>();
      for (const match of code.matchAll(dotted)) literals.add(match[2] as string);
      if (literals.size > 0) found.set(file, [...literals].sort());
      return null;
    },
  };
}
