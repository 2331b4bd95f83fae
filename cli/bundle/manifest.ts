import type { PageAssets } from '../contract.ts';

/** What rendering and the browser need to know of a finished bundle. Plain data, kept with the bundle. */
export type BundleManifest = {
  /** URL of the boot bundle, with base. */
  readonly entry: string;
  /** Page key -> its code. */
  readonly pages: Readonly<Record<string, BundledPage>>;
  /** Server module of the shell, below the bundle's folder. */
  readonly server: string;
  /** Client files below the bundle's `client` folder, with their sizes in bytes, gzipped too. */
  readonly files: readonly (readonly [path: string, bytes: number, gzip: number])[];
};

export type BundledPage = {
  readonly assets: PageAssets;
  /** Server module below the bundle's folder; its name holds the hash of its code. */
  readonly server: string;
  /** Strings in the page's code and the shell's that may be message keys. */
  readonly literals: readonly string[];
};

/** A chunk as the bundler tells of it. */
export type ClientChunk = {
  readonly fileName: string;
  readonly name: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly css: readonly string[];
  readonly modules: readonly string[];
};

export type ManifestInput = {
  /** Base URL with a slash at the end. */
  readonly base: string;
  readonly chunks: readonly ClientChunk[];
  /** Entry name (`entry`, page keys, `server`) -> server file. */
  readonly server: ReadonlyMap<string, string>;
  readonly literals: ReadonlyMap<string, readonly string[]>;
  readonly files: BundleManifest['files'];
};

/** Joins client chunks, server chunks and literals into the manifest. */
export function bundleManifest(input: ManifestInput): BundleManifest {
  const byFile = new Map(input.chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = input.chunks.find((chunk) => chunk.isEntry && chunk.name === 'entry') as ClientChunk;
  const shell = closure(entry, byFile);
  const url = (file: string) => input.base + file;
  const pages: Record<string, BundledPage> = {};
  for (const chunk of input.chunks) {
    if (!chunk.isEntry || chunk === entry) continue;
    const all = closure(chunk, byFile);
    const fetched = [...new Set([...shell, ...all])];
    const literals = new Set(fetched.flatMap((one) => one.modules.flatMap((id) => input.literals.get(id) ?? [])));
    pages[chunk.name] = {
      assets: {
        chunk: url(chunk.fileName),
        css: [...new Set(fetched.flatMap((one) => one.css))].map(url),
        imports: fetched.filter((one) => one !== entry && one !== chunk).map((one) => url(one.fileName)),
      },
      server: input.server.get(chunk.name) as string,
      literals: [...literals].sort(),
    };
  }
  return { entry: url(entry.fileName), pages, server: input.server.get('server') as string, files: input.files };
}

/** Bytes, gzipped, of what a page loads before it is interactive: its scripts and styles, and those of the shell. */
export function firstLoad(
  manifest: BundleManifest,
  page: string,
  base: string,
): { readonly javascript: number; readonly css: number } {
  const { assets } = manifest.pages[page] ?? {};
  const sizes = new Map(manifest.files.map(([path, , gzip]) => [`${base}/${path}`, gzip]));
  const sum = (urls: readonly string[]) => [...new Set(urls)].reduce((all, url) => all + (sizes.get(url) ?? 0), 0);
  return {
    javascript: sum([manifest.entry, ...(assets ? [assets.chunk, ...assets.imports] : [])]),
    css: sum(assets?.css ?? []),
  };
}

/** A chunk and all that it imports statically, in the order of import. */
function closure(chunk: ClientChunk, byFile: ReadonlyMap<string, ClientChunk>): readonly ClientChunk[] {
  const seen = new Set<ClientChunk>();
  const visit = (one: ClientChunk) => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const file of one.imports) {
      const next = byFile.get(file);
      if (next) visit(next);
    }
  };
  visit(chunk);
  return [...seen];
}
