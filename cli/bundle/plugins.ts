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

/** Ids of the virtual modules that the generator provides to the runtime and to pages. */
export const virtual = {
  site: 'virtual:sitegen/site',
  entry: 'virtual:sitegen/entry',
  server: 'virtual:sitegen/server',
  icon: 'virtual:sitegen/icon/',
  devEntry: 'virtual:sitegen/dev-entry',
  devOverlay: 'virtual:sitegen/dev-overlay',
  devReloader: 'virtual:sitegen/dev-reloader',
  devLanguages: 'virtual:sitegen/dev-languages',
  devMessages: 'virtual:sitegen/dev-messages',
  islands: 'virtual:sitegen/islands',
  islandRoot: 'virtual:sitegen/root-of-islands',
  devIslands: 'virtual:sitegen/dev-islands',
  jsxDev: 'virtual:sitegen/jsx-dev-runtime',
  required: 'virtual:sitegen/required/',
} as const;

/** URLs, without base, of modules that documents of the development server load. */
export const devEntryUrl = `/@id/${virtual.devEntry}`;
export const devReloaderUrl = `/@id/${virtual.devReloader}`;
export const devIslandsUrl = `/@id/${virtual.devIslands}`;

/** Module specifier of the runtime in pages. Modules below it are internal: only generated code imports them. */
const runtimeName = `${packageName}/runtime`;

export type SitegenPluginOptions = {
  readonly root: string;
  /**
   * Returns the site's settings. It is called for each load, so that the module server uses the current ones. Null:
   * they are passed with each page.
   */
  readonly site: () => SiteInfo | null;
  /** True for server code, which imports React from sitegen's dependencies instead of bundling it. */
  readonly externalReact: boolean;
  /** Components that Markdown texts show by directives. */
  readonly components: readonly IslandKey[];
};

/** React modules that the code of a site may import. */
export const reactModules: readonly string[] = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
];

/** Returns the address by which server code imports a React module of this machine. */
export const reactAddress = (name: string): string => pathToFileURL(ownModule(name)).href;

/** Returns the Vite plugin that resolves sitegen's own modules: its runtime, its React, and the virtual modules. */
export function sitegenPlugin({ root, site, externalReact, components }: SitegenPluginOptions): Plugin {
  const folder = join(home, 'dist/runtime');
  return {
    name: 'sitegen',
    enforce: 'pre',
    resolveId(id, _importer, { kind }) {
      if (id.startsWith('virtual:sitegen/')) return `\0${id}`;
      // Use sitegen's own copy, whatever version the site has installed, so that runtime and generator match.
      if (id === runtimeName) return join(folder, 'index.js');
      if (id.startsWith(`${runtimeName}/`)) return join(folder, `${id.slice(runtimeName.length + 1)}.js`);
      if (externalReact && id === 'react/jsx-dev-runtime') return `\0${virtual.jsxDev}`;
      if (externalReact && reactModules.includes(id) && kind === 'require-call') return `\0${virtual.required}${id}`;
      if (externalReact && reactModules.includes(id)) return { id: reactAddress(id), external: 'absolute' };
      return null;
    },
    load(id) {
      if (!id.startsWith('\0virtual:sitegen/')) return null;
      const name = id.slice(1);
      if (name === virtual.site) return `export const site = ${JSON.stringify(site() ?? {})};`;
      if (name === virtual.entry) return entryModule(root);
      if (name === virtual.server) return serverModule(root, components);
      if (name.startsWith(virtual.required)) return requiredModule(name.slice(virtual.required.length));
      if (name === virtual.jsxDev) return jsxDevModule;
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

/**
 * Returns the code that defines `App`: an import of the shell `site/App`, or a shell that only renders its children.
 */
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

/** Code that a page without hydration loads for its islands. React is loaded when the first island starts. */
const islandsModule = `import { startIslands } from '${runtimeName}/islands';
let mount;
startIslands(document, () => (mount ??= import('${virtual.islandRoot}').then(({ create }) => create())));
`;

/**
 * The development JSX runtime of server code, for compilers such as MDX that use it in development: React's own has no
 * function for elements in production, and the server renders by React's production code in both modes.
 */
const jsxDevModule = `import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
export { Fragment };
export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key);
`;

/**
 * Returns the code of the module that server code gets for a `require` of React in a CommonJS package: React is
 * imported by its URL, which `require` does not take.
 */
const requiredModule = (name: string): string => `import required from '${name}';\nmodule.exports = required;\n`;

const islandRootModule = `import { createDocumentMount } from '${runtimeName}/island-root';
import { site } from '${virtual.site}';
export const create = () => createDocumentMount(site);
`;

/**
 * Returns a plugin that loads dynamic imports with the runtime's own helper instead of Vite's. `base` ends with a slash.
 */
export const preloadPlugin = (base: string): Plugin => ({
  name: 'sitegen:preload',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `import { preload } from '${runtimeName}/preload';
export const __vitePreload = (load, files) => preload(load, files, ${JSON.stringify(base)});
`,
  },
});

/**
 * Returns aliases that resolve packages to sitegen's own copies, whatever the site has installed, so that a page never
 * loads two copies of React.
 */
export const sitegenAliases = (names: readonly string[] = reactModules): { find: RegExp; replacement: string }[] =>
  names.map((name) => ({ find: new RegExp(`^${name.replace('/', '\\/')}$`), replacement: ownModule(name) }));

/**
 * Returns Vite's CSS options. Class names of CSS modules consist of the local name and a hash of the file's path
 * relative to the root, so that they are the same on the server, in the browser, in both modes and on every machine.
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

/** Matches a string that could be a message key: words joined by dots. */
const keyLikeLiteral = /(['"`])([A-Za-z_][\w-]*(?:\.[\w-]+)+)\1/g;

/**
 * Returns a plugin that collects, per module of the site, the string literals that could be message keys. The catalogue
 * later decides which of them are, so that a change of messages needs no new bundle.
 */
export function literalsPlugin(): {
  readonly plugin: Plugin;
  /** Literals by the module's file, sorted. */
  readonly byModule: ReadonlyMap<string, readonly string[]>;
} {
  const byModule = new Map<string, readonly string[]>();
  const plugin: Plugin = {
    name: 'sitegen:literals',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0] as string;
      if (!/\.[jt]sx?$/.test(file) || file.includes('/node_modules/')) return null;
      const literals = new Set<string>();
      for (const match of code.matchAll(keyLikeLiteral)) literals.add(match[2] as string);
      if (literals.size > 0) byModule.set(file, [...literals].sort());
      return null;
    },
  };
  return { plugin, byModule };
}

const styleFile = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss)$/;

/**
 * Returns a plugin that collects the style imports of a development bundle. Documents link these styles, so that a page
 * has them before its code runs.
 */
export function stylesPlugin(root: string): {
  readonly plugin: Plugin;
  /** Returns the URLs, without base, of the styles of the shell and then of a module, in the order of import. */
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
    const urls: string[] = [];
    const visit = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      if (styleFile.test(id)) urls.push(encodeURI(sourceUrl(id, root)));
      for (const next of imports.get(id) ?? []) visit(next);
    };
    visit(`\0${virtual.server}`);
    visit(module);
    return urls;
  };
  return { plugin, urlsOf };
}

const assetFile =
  /\.(?:png|jpe?g|jfif|gif|svg|ico|webp|avif|bmp|mp4|webm|ogg|mp3|wav|flac|aac|opus|mov|m4a|vtt|woff2?|eot|ttf|otf|webmanifest|pdf|txt|onnx)$/;

/**
 * Returns a plugin that resolves imported assets to their URLs on the development server, so that server and browser
 * render the same URLs.
 */
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
        if (!isUrl && !assetFile.test(file)) return null;
        return `export default ${JSON.stringify(encodeURI(base + sourceUrl(file, root)))};`;
      },
    },
  };
}

/** Returns the URL, without base, of a source file on Vite's development server. */
function sourceUrl(file: string, root: string): string {
  const below = relative(root, file).split(sep).join('/');
  return below.startsWith('..') ? `/@fs${file}` : `/${below}`;
}
