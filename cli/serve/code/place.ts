import { SourceMap } from 'node:module';
import { relative, sep } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { SourcePlace } from '../../render/stack.ts';

const frame = /(https?:\/\/[^\s()@]+?):(\d+):(\d+)/;

/** The first place in the site's own sources that a stack of the browser names, by the maps of the modules served. */
export function placeInModules(stack: string, vite: ViteDevServer, root: string): SourcePlace | null {
  for (const line of stack.split('\n')) {
    const match = frame.exec(line);
    if (!match) continue;
    const url = new URL(match[1] as string);
    const base = vite.config.base.replace(/\/$/, '');
    const path = decodeURI(url.pathname.slice(base.length));
    const module = [...(vite.environments.client.moduleGraph.urlToModuleMap.values() ?? [])].find(
      (one) => one.url.split('?')[0] === path,
    );
    const below = module?.file ? relative(root, module.file).split(sep).join('/') : '..';
    if (!module || below.startsWith('..') || below.startsWith('node_modules/')) continue;
    return { file: below, ...original(module.transformResult?.map, Number(match[2]), Number(match[3])) };
  }
  return null;
}

function original(map: unknown, line: number, column: number): { readonly line: number; readonly column: number } {
  try {
    const entry = new SourceMap(map as ConstructorParameters<typeof SourceMap>[0]).findEntry(line - 1, column - 1);
    if ('originalLine' in entry) return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  } catch {
    // A module without a map is served as it was written.
  }
  return { line, column };
}
