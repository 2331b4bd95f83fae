import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteDevServer } from 'vite';
import { stackLocation } from '../plugins/location.ts';

/** A location in a source file of the site. The path is relative to the root; line and column count from 1. */
export type SourceLocation = { readonly file: string; readonly line: number; readonly column: number };

const nodeFrame = /^\s*at .*?\(?((?:file:\/\/)?\/[^\s()]+?):(\d+):(\d+)\)?$/;

/**
 * Returns the first location in the site's own sources in a stack trace of Node. Positions are mapped by the source
 * maps beside the modules of the server bundle in `folder`. Returns null if no frame leads to a source file below the
 * root.
 */
export function serverLocation(
  stack: string,
  { root, folder }: { root: string; folder: string },
): SourceLocation | null {
  for (const line of stack.split('\n')) {
    const [, path = '', lineText, columnText] = nodeFrame.exec(line) ?? [];
    const file = path.startsWith('file:') ? fileURLToPath(path.split('?')[0] as string) : path;
    if (!file.startsWith(folder + sep)) continue;
    const found = originalPosition(sourceMapOf(file), Number(lineText), Number(columnText));
    const sourceFile = found?.source === undefined ? null : siteSource(join(dirname(file), found.source), root);
    if (found && sourceFile !== null) return { file: sourceFile, line: found.line, column: found.column };
  }
  return null;
}

/**
 * Returns the location in the sources of the site, or in a plugin or loader of it, of the innermost frame of a stack that
 * has one; else null.
 */
export function codeLocation(stack: string, root: string): SourceLocation | null {
  const folder = join(root, '.sitegen');
  for (const line of stack.split('\n')) {
    const found = serverLocation(line, { root, folder }) ?? stackLocation(line, root);
    if (found && !found.file.startsWith('.sitegen/')) return found;
  }
  return null;
}

const browserFrame = /(https?:\/\/[^\s()@]+?):(\d+):(\d+)/;

/**
 * Returns the first location in the site's own sources in a browser's stack trace, or null. Positions are mapped by the
 * source maps of Vite's module graph.
 */
export function browserLocation(stack: string, vite: ViteDevServer, root: string): SourceLocation | null {
  const base = vite.config.base.replace(/\/$/, '');
  for (const frame of stack.split('\n')) {
    const [, url, lineText, columnText] = browserFrame.exec(frame) ?? [];
    if (url === undefined) continue;
    const path = decodeURI(new URL(url).pathname.slice(base.length));
    const module = [...vite.environments.client.moduleGraph.urlToModuleMap.values()].find(
      (candidate) => candidate.url.split('?')[0] === path,
    );
    const file = module?.file ? siteSource(module.file, root) : null;
    if (!module || file === null) continue;
    const [line, column] = [Number(lineText), Number(columnText)];
    // A module without a source map is served unchanged.
    const found = originalPosition((module.transformResult?.map as SourceMapPayload | null) ?? null, line, column);
    return { file, line: found?.line ?? line, column: found?.column ?? column };
  }
  return null;
}

/**
 * Returns the path, relative to the root, of a source file of the site; null for files outside the root and in
 * `node_modules`.
 */
function siteSource(file: string, root: string): string | null {
  const segments = relative(root, file).split(sep);
  return segments[0] === '..' || segments.includes('node_modules') ? null : segments.join('/');
}

function sourceMapOf(file: string): SourceMapPayload | null {
  try {
    return JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload;
  } catch {
    return null;
  }
}

type OriginalPosition = { readonly source: string; readonly line: number; readonly column: number };

/**
 * Maps a position in generated code to its original position; null if the map does not contain it. Lines and columns
 * count from 1.
 */
function originalPosition(map: SourceMapPayload | null, line: number, column: number): OriginalPosition | null {
  if (map === null) return null;
  try {
    const entry = new SourceMap(map).findEntry(line - 1, column - 1);
    // Code without a mapping of its own, such as helpers of a compiler, would get that of the line before.
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
    return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  } catch {
    return null;
  }
}
