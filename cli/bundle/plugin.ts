import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { SiteInfo } from '../contract.ts';
import { home, ownModule } from '../lib/home.ts';
import { iconModule } from '../sources/icons.ts';

/** Modules that the generator writes itself; `virtual:` names are imported by the runtime and by pages. */
export const virtual = {
  site: 'virtual:sitegen/site',
  entry: 'virtual:sitegen/entry',
  server: 'virtual:sitegen/server',
  icon: 'virtual:sitegen/icon/',
} as const;

export type PluginOptions = {
  readonly root: string;
  /** Called for each load, so that a development server sees the site as it is. */
  readonly site: () => SiteInfo;
  /** Server bundles load React from sitegen's own packages instead of carrying it. */
  readonly externalReact: boolean;
};

const own = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
];

/** Resolves what belongs to sitegen: its runtime, its React, and the modules that it writes. */
export function sitegenPlugin(options: PluginOptions): Plugin {
  const runtime = join(home, 'cli/runtime');
  return {
    name: 'sitegen',
    enforce: 'pre',
    resolveId(id) {
      if (id.startsWith('virtual:sitegen/')) return `\0${id}`;
      if (id === 'sitegen/runtime') return join(runtime, 'index.ts');
      if (id.startsWith('sitegen/runtime/')) return join(runtime, `${id.slice('sitegen/runtime/'.length)}.tsx`);
      if (options.externalReact && own.includes(id)) {
        return { id: pathToFileURL(ownModule(id)).href, external: 'absolute' };
      }
      return null;
    },
    load(id) {
      if (!id.startsWith('\0virtual:sitegen/')) return null;
      const name = id.slice(1);
      if (name === virtual.site) return `export const site = ${JSON.stringify(options.site())};`;
      if (name === virtual.entry) return entryModule(options.root);
      if (name === virtual.server) return serverModule(options.root);
      if (!name.startsWith(virtual.icon)) return null;
      const { code, file } = iconModule(options.root, name.slice(virtual.icon.length));
      this.addWatchFile(file);
      return code;
    },
  };
}

/** React and its entry points from sitegen's own packages: one copy, whatever the site has installed. */
export function reactAliases(): { find: RegExp; replacement: string }[] {
  return own.map((name) => ({ find: new RegExp(`^${name.replace('/', '\\/')}$`), replacement: ownModule(name) }));
}

/** The shell around every page, if the site has one. */
function appModule(root: string): string {
  const file = ['site/App.tsx', 'site/App.jsx'].find((path) => existsSync(join(root, path)));
  return file ? `import { App } from ${JSON.stringify(`/${file}`)};` : `const App = ({ children }) => children;`;
}

function entryModule(root: string): string {
  return `import { boot } from 'sitegen/runtime/boot';
import { site } from '${virtual.site}';
${appModule(root)}
boot({ site, App });
`;
}

function serverModule(root: string): string {
  return `import { site } from '${virtual.site}';
${appModule(root)}
export { createPageElement, serverTranslate } from 'sitegen/runtime/server';
export { App, site };
`;
}
