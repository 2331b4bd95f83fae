import { relative, sep } from 'node:path';
import type { Rolldown } from 'vite';
import type { Diagnostic, PageAssets } from '../contract.ts';
import { devIslandUrl, islandOf } from './islands.ts';
import { devEntryUrl, devIslandsUrl, virtual } from './plugins.ts';

/** What the renderer and the browser need from a finished bundle. Plain data, stored with the bundle. */
export type BundleManifest = {
  /** URL of the boot module, with base. */
  readonly entry: string;
  /** Page key -> its code. */
  readonly pages: Readonly<Record<string, BundledPage>>;
  /** Code that pages without hydration load for their islands. */
  readonly islands: Islands;
  /** Server module of the shell, relative to the bundle's folder. */
  readonly server: string;
  /** Hash of the shell's server code. */
  readonly code: string;
  /**
   * Files with their sizes in bytes, plain and gzipped (only scripts and styles are compressed). Paths are relative to
   * the bundle's `client` folder. Empty in development.
   */
  readonly files: readonly (readonly [path: string, bytes: number, gzip: number])[];
  /** The files, relative to the root, of each set of modules of the site that import each other. */
  readonly cycles: readonly (readonly string[])[];
  /** What Vite plugins of the site's plugins warned of. */
  readonly warnings: readonly Diagnostic[];
};

type ModuleManifest = Omit<BundleManifest, 'cycles' | 'warnings'>;

export type Islands = {
  /** URL of the module that starts the islands of a document; null if the site has none. */
  readonly entry: string | null;
  /** URLs of the code that islands share: React and the runtime. */
  readonly root: readonly string[];
  /** Code by island key, also of components in texts; null in development, where the URL follows from the key. */
  readonly code: Readonly<Record<string, BundledIsland>> | null;
};

export type BundledIsland = {
  readonly assets: PageAssets;
  /** Strings in its code that could be message keys. */
  readonly literals: readonly string[];
};

export type BundledPage = {
  readonly assets: PageAssets;
  /** Server module, relative to the bundle's folder. */
  readonly server: string;
  /** Hash of its server code. It is the same wherever the site and its packages are. */
  readonly code: string;
  /** Strings in the code of the page and the shell that could be message keys. */
  readonly literals: readonly string[];
  /** URLs of the styles of modules that the page imports dynamically, by their files relative to the root. */
  readonly lazy: Readonly<Record<string, readonly string[]>>;
};

/** The properties of a bundler's chunk that a manifest is built from. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'name' | 'isEntry' | 'imports' | 'dynamicImports' | 'moduleIds' | 'viteMetadata' | 'facadeModuleId'
>;

/** A module that renders pages. `code`: hash of its code with that of its imports. */
export type ServerEntry = { readonly server: string; readonly code: string };

type ManifestInput = {
  /** Folder of the site. */
  readonly root: string;
  readonly chunks: readonly Chunk[];
  /** Server file and hash of its code, by entry name (page keys and `server`). */
  readonly server: ReadonlyMap<string, ServerEntry>;
  /** Strings that could be message keys, by module. */
  readonly literals: ReadonlyMap<string, readonly string[]>;
};

export type ClientManifestInput = ManifestInput & {
  /** Base URL with a slash at the end. */
  readonly base: string;
  readonly files: BundleManifest['files'];
};

/** Returns the manifest of a production bundle; `chunks` are those of the client build. */
export function clientManifest({
  root: folder,
  base,
  chunks,
  server,
  literals,
  files,
}: ClientManifestInput): ModuleManifest {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'entry') as Chunk;
  const shell = withImports(entry, byFile);
  const url = (file: string) => base + file;
  const pages: Record<string, BundledPage> = {};
  const islands: Record<string, BundledIsland> = {};
  const starter = chunks.find((chunk) => chunk.facadeModuleId === `\0${virtual.islands}`);
  const root = chunks.find(({ moduleIds }) => moduleIds.includes(`\0${virtual.islandRoot}`));
  for (const chunk of chunks) {
    if (!chunk.isEntry || chunk === entry || chunk === starter) continue;
    const key = islandOf(chunk.facadeModuleId ?? '');
    if (key !== null) {
      const fetched = withImports(chunk, byFile);
      islands[key] = {
        assets: {
          chunk: url(chunk.fileName),
          css: cssOf(fetched).map(url),
          imports: fetched.filter((other) => other !== chunk).map(({ fileName }) => url(fileName)),
        },
        literals: literalsOf(fetched, literals),
      };
      continue;
    }
    const fetched = [...new Set([...shell, ...withImports(chunk, byFile)])];
    pages[chunk.name] = {
      assets: {
        chunk: url(chunk.fileName),
        css: cssOf(fetched).map(url),
        imports: fetched.filter((other) => other !== entry && other !== chunk).map(({ fileName }) => url(fileName)),
      },
      ...(server.get(chunk.name) as ServerEntry),
      literals: literalsOf(fetched, literals),
      lazy: Object.fromEntries(
        lazyModules(fetched, byFile, folder).map(([file, lazy]) => [file, cssOf(withImports(lazy, byFile)).map(url)]),
      ),
    };
  }
  return {
    entry: url(entry.fileName),
    pages,
    islands: {
      entry: starter ? url(starter.fileName) : null,
      root: root ? withImports(root, byFile).map(({ fileName }) => url(fileName)) : [],
      code: islands,
    },
    ...(server.get('server') as ServerEntry),
    files,
  };
}

export type ServerManifestInput = ManifestInput & {
  /** `''` or `/sub`. */
  readonly base: string;
  /** Page keys with their source files, relative to the root. */
  readonly pages: readonly (readonly [key: string, file: string])[];
  /** Returns the URLs, without base, of the styles that the shell and a page's file import. */
  readonly stylesOf: (file: string) => readonly string[];
};

/**
 * Returns the manifest of a development bundle, where browsers load source files by their paths. `chunks` are those of
 * the server build.
 */
export function serverManifest({
  root,
  base,
  pages,
  chunks,
  server,
  literals,
  stylesOf,
}: ServerManifestInput): ModuleManifest {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = new Map(chunks.filter((chunk) => chunk.isEntry).map((chunk) => [chunk.name, chunk]));
  const shell = withImports(entries.get('server') as Chunk, byFile);
  const bundled = pages.map(([key, file]): readonly [string, BundledPage] => {
    const all = [...shell, ...withImports(entries.get(key) as Chunk, byFile)];
    const assets = { chunk: `${base}/${file}`, css: stylesOf(file).map((url) => base + url), imports: [] };
    const lazy = lazyModules(all, byFile, root).map(([one]) => [one, stylesOf(one).map((url) => base + url)]);
    const code = server.get(key) as ServerEntry;
    return [key, { assets, ...code, literals: literalsOf(all, literals), lazy: Object.fromEntries(lazy) }];
  });
  const entry = base + devEntryUrl;
  return {
    entry,
    pages: Object.fromEntries(bundled),
    islands: { entry: base + devIslandsUrl, root: [], code: null },
    ...(server.get('server') as ServerEntry),
    files: [],
  };
}

/** Returns the code of an island; in development, its URL is derived from its key. */
export function bundledIsland({ islands }: Pick<BundleManifest, 'islands'>, key: string, base: string): BundledIsland {
  const bundled = islands.code?.[key];
  return bundled ?? { assets: { chunk: base + devIslandUrl(key), css: [], imports: [] }, literals: [] };
}

const cssOf = (chunks: readonly Chunk[]): readonly string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
];

const literalsOf = (chunks: readonly Chunk[], literals: ManifestInput['literals']): readonly string[] =>
  [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => literals.get(id) ?? [])))].sort();

/** Returns the gzipped bytes of scripts and styles that a page and its shell load before the page is interactive. */
export function firstLoadBytes(
  manifest: BundleManifest,
  page: string,
  base: string,
): { readonly javascript: number; readonly css: number } {
  const { assets } = manifest.pages[page] ?? {};
  const sizes = new Map(manifest.files.map(([path, , gzip]) => [`${base}/${path}`, gzip]));
  const sum = (urls: readonly string[]) => [...new Set(urls)].reduce((total, url) => total + (sizes.get(url) ?? 0), 0);
  return {
    javascript: sum([manifest.entry, ...(assets ? [assets.chunk, ...assets.imports] : [])]),
    css: sum(assets?.css ?? []),
  };
}

/** Returns the gzipped bytes of the scripts of islands, including the starter module and shared code. */
export function islandBytes(manifest: BundleManifest, keys: readonly string[], base: string): number {
  const { entry, root } = manifest.islands;
  const code = keys.map((key) => bundledIsland(manifest, key, base).assets);
  const urls = new Set([entry, ...root, ...code.flatMap(({ chunk, imports }) => [chunk, ...imports])]);
  return manifest.files.reduce((sum, [path, , gzip]) => sum + (urls.has(`${base}/${path}`) ? gzip : 0), 0);
}

/** Returns the chunks that others import dynamically, also by one another, with the files of their modules below the root. */
function lazyModules(
  chunks: readonly Chunk[],
  byFile: ReadonlyMap<string, Chunk>,
  root: string,
): readonly (readonly [file: string, chunk: Chunk])[] {
  const reached = new Set(chunks);
  const lazy = new Map<string, Chunk>();
  for (const { dynamicImports } of reached) {
    for (const chunk of dynamicImports.flatMap((file) => byFile.get(file) ?? [])) {
      for (const one of withImports(chunk, byFile)) reached.add(one);
      if (chunk.facadeModuleId) lazy.set(relative(root, chunk.facadeModuleId).split(sep).join('/'), chunk);
    }
  }
  return [...lazy];
}

/** Returns a chunk and its static imports, recursively, in the order of import. */
function withImports(chunk: Chunk, byFile: ReadonlyMap<string, Chunk>): readonly Chunk[] {
  const seen = new Set<Chunk>();
  const visit = (next: Chunk) => {
    if (seen.has(next)) return;
    seen.add(next);
    for (const file of next.imports) {
      const imported = byFile.get(file);
      if (imported) visit(imported);
    }
  };
  visit(chunk);
  return [...seen];
}
