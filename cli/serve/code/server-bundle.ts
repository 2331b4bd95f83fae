import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { cssOptions } from '../../bundle/css.ts';
import { literalsPlugin } from '../../bundle/literals.ts';
import { sitegenPlugin, virtual } from '../../bundle/plugin.ts';
import { bundleProblems } from '../../bundle/problems.ts';
import type { SiteInfo } from '../../contract.ts';
import { statOf } from '../../lib/stat.ts';
import { ok, type Result } from '../../report/result.ts';
import type { BundleOrder, DevBundle } from '../protocol.ts';
import { assetPlugin } from './assets.ts';
import { stylesOf } from './styles.ts';

/** URL below the base of the module that starts a page in development. */
const entryModule = '/@id/virtual:sitegen/dev-entry';

/** Bundles kept: those of the last states of the code, which pages of a moment ago may still import from. */
const keep = 6;

function forgetOld(folder: string, current: string): void {
  try {
    const others = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const dated = others.map(({ name }) => ({
      path: join(folder, name),
      at: statOf(join(folder, name))?.mtimeMs ?? 0,
    }));
    for (const { path } of dated.sort((a, b) => b.at - a.at).slice(keep)) {
      if (path !== current) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // Another server of the same site may be tidying up too; no page is to wait for that.
  }
}

/** Writes the server bundle of an order to `folder`, and removes bundles beside it that are no longer needed. */
export async function makeServerBundle(
  order: BundleOrder,
  at: { readonly root: string; readonly folder: string },
): Promise<Result<DevBundle>> {
  const literals = new Map<string, readonly string[]>();
  const styles = stylesOf();
  try {
    const { build } = await import('vite');
    mkdirSync(at.folder, { recursive: true });
    const made = (await build(
      serverConfig(order, at, [literalsPlugin(literals), styles.plugin]),
    )) as Rolldown.RolldownOutput;
    const chunks = made.output.filter((file) => file.type === 'chunk');
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    const entries = new Map(chunks.filter((chunk) => chunk.isEntry).map((chunk) => [chunk.name, chunk]));
    const shell = closure(entries.get('server'), byFile);
    const url = (path: string) => order.base + path;
    const pages: Record<string, DevBundle['pages'][string]> = {};
    for (const [key, file] of order.pages) {
      const chunk = entries.get(key);
      if (!chunk) continue;
      const modules = [...shell, ...closure(chunk, byFile)].flatMap((one) => one.moduleIds);
      pages[key] = {
        assets: { chunk: url(`/${file}`), css: styles.urls(join(at.root, file), at.root).map(url), imports: [] },
        server: chunk.fileName,
        literals: [...new Set(modules.flatMap((id) => literals.get(id) ?? []))].sort(),
      };
    }
    forgetOld(join(at.folder, '..'), at.folder);
    return ok({ entry: url(entryModule), folder: at.folder, server: entries.get('server')?.fileName as string, pages });
  } catch (error) {
    rmSync(at.folder, { recursive: true, force: true });
    return bundleProblems(error, at.root);
  }
}

/** A chunk and all that it imports statically. */
function closure(
  chunk: Rolldown.OutputChunk | undefined,
  byFile: ReadonlyMap<string, Rolldown.OutputChunk>,
): readonly Rolldown.OutputChunk[] {
  const seen = new Set<Rolldown.OutputChunk>();
  const visit = (one: Rolldown.OutputChunk | undefined): void => {
    if (!one || seen.has(one)) return;
    seen.add(one);
    for (const file of one.imports) visit(byFile.get(file));
  };
  visit(chunk);
  return [...seen];
}

/** The build's server bundle but for the site's settings, which come with each page, and URLs of the development server. */
function serverConfig(order: BundleOrder, at: { root: string; folder: string }, plugins: Plugin[]): InlineConfig {
  const { root, folder } = at;
  const pages = Object.fromEntries(order.pages.map(([key, file]) => [key, join(root, file)]));
  const site = () => ({}) as SiteInfo;
  return {
    configFile: false,
    envDir: false,
    root,
    base: `${order.base}/`,
    mode: 'development',
    logLevel: 'silent',
    publicDir: false,
    css: cssOptions(root),
    plugins: [...plugins, assetPlugin({ root, base: order.base }), sitegenPlugin({ root, site, externalReact: true })],
    // React renders here as it does in a build, and so is called as there.
    oxc: { jsx: { development: false } },
    ssr: { noExternal: true },
    define: {
      'process.env.NODE_ENV': '"development"',
      'import.meta.env.DEV': 'true',
      'import.meta.env.PROD': 'false',
      'import.meta.env.MODE': '"development"',
    },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      target: 'node20',
      rolldownOptions: {
        input: { server: virtual.server, ...pages },
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  };
}
