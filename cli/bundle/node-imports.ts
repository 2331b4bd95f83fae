import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'vite';
import type { Diagnostic } from '../contract.ts';
import { importLine } from './errors.ts';

/** Id of the module that Vite puts in place of a module of Node in code for browsers. */
const EMPTY_MODULE = '__vite-browser-external';

const prefix = '\0sitegen:node-import/';

/** A page without hydration: browsers load its code for a link only, and its document if that fails. */
const withoutHydration = /^\s*export\s+const\s+hydrate\s*=\s*false\b/m;

const environmentCheck = /\btypeof\s+(?:window|document|process)\b/;

/**
 * Returns a plugin for code for browsers that finds the imports of modules of Node in files of the site, and a function
 * that returns a warning for each. Imports that the bundler leaves out, such as those for `import.meta.env.SSR`, are none.
 */
export function nodeImportsPlugin(root: string): {
  readonly plugin: Plugin;
  readonly warnings: () => readonly Diagnostic[];
} {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: 'sitegen:node-imports',
    enforce: 'pre',
    async resolveId(id, importer = '', options) {
      if (!isBuiltin(id) || !isAbsolute(importer) || /[\\/]node_modules[\\/]/.test(importer)) return null;
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
      // A module for each import shows which of them remain in the code.
      return resolved?.id === EMPTY_MODULE ? `${prefix}${JSON.stringify([id, importer])}` : resolved;
    },
    load: (id) => (id.startsWith(prefix) ? { code: 'module.exports = {};', moduleSideEffects: false } : null),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file : []));
      const included = new Set(chunks.flatMap(({ moduleIds }) => moduleIds));
      const hydrated = chunks.flatMap(({ isEntry, facadeModuleId: id }) => (isEntry && id && hydrates(id) ? id : []));
      const reached = new Set(hydrated);
      for (const id of reached) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        for (const next of [...importedIds, ...dynamicallyImportedIds]) if (included.has(next)) reached.add(next);
      }
      for (const id of reached) if (id.startsWith(prefix)) found.add(id);
    },
  };
  return { plugin, warnings: () => [...found].sort().flatMap((id) => warningOf(id, root)) };
}

const importOf = (id: string): [name: string, importer: string] => JSON.parse(id.slice(prefix.length));

const hydrates = (id: string): boolean => !isAbsolute(id) || !withoutHydration.test(readFileSync(id, 'utf8'));

/** Returns the warning of an import; none for a file that looks at where it runs. */
function warningOf(id: string, root: string): readonly Diagnostic[] {
  const [name, importer] = importOf(id);
  if (environmentCheck.test(readFileSync(importer, 'utf8'))) return [];
  const problem = {
    code: 'BUNDLE_NODE_IMPORT',
    severity: 'warning' as const,
    message: `Browsers have no \`${name}\`, which is a module of Node: what is imported from it is \`undefined\` there.`,
    hint: 'Load what needs it by `data` or a loader, or use it within `if (import.meta.env.SSR)`.',
  };
  return [{ ...problem, ...importLine(name, importer, root) }];
}
