import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CSSOptions, Plugin } from 'vite';
import type { SiteInfo } from '../contract.ts';
import { hashOf } from '../lib/hash.ts';
import { home, ownModule, packageName } from '../lib/home.ts';
import type { IslandKey } from '../lib/islands.ts';
import { iconModule } from '../sources/icons.ts';
import { islandCode, islandModule, islandOf } from './islands.ts';

/** Modules that the generator writes itself; the runtime and pages import them by these names. */
export const virtual = {
  site: 'virtual:sitegen/site',
  entry: 'virtual:sitegen/entry',
  server: 'virtual:sitegen/server',
  icon: 'virtual:sitegen/icon/',
  devEntry: 'virtual:sitegen/dev-entry',
  devOverlay: 'virtual:sitegen/dev-overlay',
  devReloader: 'virtual:sitegen/dev-reloader',
  islands: 'virtual:sitegen/islands',
  islandRoot: 'virtual:sitegen/root-of-islands',
  devIslands: 'virtual:sitegen/dev-islands',
} as const;

/** URLs below the base of modules that documents of the development server load. */
export const devEntryUrl = `/@id/${virtual.devEntry}`;
export const devReloaderUrl = `/@id/${virtual.devReloader}`;
export const devIslandsUrl = `/@id/${virtual.devIslands}`;

/** What pages import the runtime by; its inner modules, which only generated code imports, are below. */
const runtimeName = `${packageName}/runtime`;

export type SitegenPluginOptions = {
  readonly root: string;
  /** Called for each load, so that a development server sees current settings. Null: settings come with each page. */
  readonly site: () => SiteInfo | null;
  /** True for server code, which imports React from sitegen's packages instead of containing it. */
  readonly externalReact: boolean;
  /** Components of texts. */
  readonly components: readonly IslandKey[];
};

/** The React modules that code of a site may import. */
const react = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
];

/** Resolves the modules of sitegen: its runtime, its React, and the virtual ones. */
export function sitegenPlugin({ root, site, externalReact, components }: SitegenPluginOptions): Plugin {
  const folder = join(home, 'dist/runtime');
  return {
    name: 'sitegen',
    enforce: 'pre',
    resolveId(id) {
      if (id.startsWith('virtual:sitegen/')) return `\0${id}`;
      // Sitegen's own copy, whichever the site has installed: its pages and the program are of one version.
      if (id === runtimeName) return join(folder, 'index.js');
      if (id.startsWith(`${runtimeName}/`)) return join(folder, `${id.slice(runtimeName.length + 1)}.js`);
      if (externalReact && react.includes(id)) return { id: pathToFileURL(ownModule(id)).href, external: 'absolute' };
      return null;
    },
    load(id) {
      if (!id.startsWith('\0virtual:sitegen/')) return null;
      const name = id.slice(1);
      if (name === virtual.site) return `export const site = ${JSON.stringify(site() ?? {})};`;
      if (name === virtual.entry) return entryModule(root);
      if (name === virtual.server) return serverModule(root, components);
      if (name === virtual.islands) return islandsModule;
      if (name === virtual.islandRoot) return islandRootModule;
      const island = islandOf(id);
      if (island !== null) return islandCode(island, join(folder, 'islands.css'));
      if (!name.startsWith(virtual.icon)) return null;
      const { code, file } = iconModule(root, name.slice(virtual.icon.length));
      this.addWatchFile(file);
      return code;
    },
  };
}

/** The code of `site/App` that imports the shell around every page, or a shell that only shows its children. */
function appImport(root: string): string {
  const file = ['site/App.tsx', 'site/App.jsx'].find((path) => existsSync(join(root, path)));
  return file ? `import { App } from ${JSON.stringify(`/${file}`)};` : `const App = ({ children }) => children;`;
}

function entryModule(root: string): string {
  return `import { boot } from '${runtimeName}/boot';
import { site } from '${virtual.site}';
${appImport(root)}
boot({ site, App });
`;
}

function serverModule(root: string, components: readonly IslandKey[]): string {
  const imports = components.map((key, index) => `import * as component${index} from '${islandModule(key)}';\n`);
  const table = components.map((key, index) => `${JSON.stringify(key)}: component${index}.Island`);
  return `import { site } from '${virtual.site}';
${imports.join('')}${appImport(root)}
export { createComponentElement, createPageElement, serverTranslate } from '${runtimeName}/server';
export { App, site };
export const components = { ${table.join(', ')} };
`;
}

/** What a page without hydration loads for its islands; React only comes with the first of them that starts. */
const islandsModule = `import { startIslands } from '${runtimeName}/islands';
let mount;
startIslands(document, () => (mount ??= import('${virtual.islandRoot}').then(({ create }) => create())));
`;

const islandRootModule = `import { mountInDocument } from '${runtimeName}/island-root';
import { site } from '${virtual.site}';
export const create = () => mountInDocument(site);
`;

/** Aliases of packages that lead to sitegen's own copies, whatever the site has installed: one React on a page. */
export const ownAliases = (names: readonly string[] = react): { find: RegExp; replacement: string }[] =>
  names.map((name) => ({ find: new RegExp(`^${name.replace('/', '\\/')}$`), replacement: ownModule(name) }));

/**
 * Class names of CSS modules: the local name and a hash of the file's path below the root. They are the same in server
 * code, in the browser, in development and on every machine.
 */
export function cssOptions(root: string): CSSOptions {
  return {
    modules: {
      generateScopedName: (name, file) => {
        const path = file.split('?')[0] as string;
        const below = isAbsolute(path) ? relative(root, path) : path;
        return `${name}_${hashOf(below.replaceAll('\\', '/')).slice(0, 5)}`;
      },
    },
  };
}

/** A string that could be a message key: words joined by dots. */
const dotted = /(['"`])([A-Za-z_][\w-]*(?:\.[\w-]+)+)\1/g;

/**
 * Collects, per module of the site, the string literals that look like message keys. The catalogue decides later which
 * of them are keys, so that a change of messages needs no new bundle.
 */
export function literalsPlugin(): { readonly plugin: Plugin; readonly found: ReadonlyMap<string, readonly string[]> } {
  const found = new Map<string, readonly string[]>();
  const plugin: Plugin = {
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
  return { plugin, found };
}

const styleFile = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss)$/;

/**
 * Collects which styles the modules of a development bundle import. Documents link them, so that no page is shown
 * without its styles until its code runs.
 */
export function stylesPlugin(root: string): {
  readonly plugin: Plugin;
  /** URLs without base of the styles of the shell, then of a module, in the order of import. */
  readonly urlsOf: (module: string) => readonly string[];
} {
  const imports = new Map<string, readonly string[]>();
  const plugin: Plugin = {
    name: 'sitegen:dev-styles',
    generateBundle() {
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? []);
    },
  };
  const urlsOf = (module: string): readonly string[] => {
    const seen = new Set<string>();
    const found: string[] = [];
    const visit = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      if (styleFile.test(id)) found.push(encodeURI(sourceUrl(id, root)));
      for (const next of imports.get(id) ?? []) visit(next);
    };
    visit(`\0${virtual.server}`);
    visit(module);
    return found;
  };
  return { plugin, urlsOf };
}

const assets =
  /\.(?:png|jpe?g|jfif|gif|svg|ico|webp|avif|bmp|mp4|webm|ogg|mp3|wav|flac|aac|opus|mov|m4a|vtt|woff2?|eot|ttf|otf|webmanifest|pdf|txt|onnx)$/;

/** Gives imported assets the URLs that the development server has for them, so that server and browser agree. */
export function devAssetsPlugin({ root, base }: { readonly root: string; readonly base: string }): Plugin {
  return {
    name: 'sitegen:dev-assets',
    enforce: 'pre',
    load: {
      filter: { id: /\.\w+(?:\?.*)?$/ },
      handler(id) {
        const [file = '', query = ''] = id.split('?');
        const isUrl = /(?:^|&)url(?:&|$)/.test(query);
        if (/(?:^|&)(?:raw|inline|worker|sharedworker)(?:&|$)/.test(query)) return null;
        if (!isUrl && !assets.test(file)) return null;
        return `export default ${JSON.stringify(encodeURI(base + sourceUrl(file, root)))};`;
      },
    },
  };
}

/** URL without base that Vite's development server has for a source file. */
function sourceUrl(file: string, root: string): string {
  const below = relative(root, file).split(sep).join('/');
  return below.startsWith('..') ? `/@fs${file}` : `/${below}`;
}
