import { spawnSync } from 'node:child_process';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../contract.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';

/** Modules of a site that Node imports as they are. Paths are relative to the root. */
export type SiteModules = { readonly root: string; readonly paths: readonly string[] };

/** Returns the modules of the plugins or the loaders of a site. */
export const siteModules = ({ root, files }: SourceTree, kind: SourceFile['kind']): SiteModules => ({
  root,
  paths: [...files.values()].flatMap((file) => (file.kind === kind ? [file.path] : [])),
});

/** A frame of a stack, or its head, where Node draws the line instead of giving the column. */
const frame = /((?:file:\/\/)?\/[^\s()?]+)(?:\?\w+)?:(\d+)(?::(\d+)|\n.*\n(\s*)\^)/g;

/** Returns the first location in the site's modules of an error that importing or running them threw; nothing if there is none. */
export function moduleLocation(error: unknown, modules: SiteModules): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  const { root, paths } = modules;
  if (!(error instanceof Error)) return {};
  for (const [, from = '', line, column, indent = ''] of (error.stack ?? '').matchAll(frame)) {
    const path = relative(root, from.startsWith('file:') ? fileURLToPath(from) : from);
    const file = path.split(sep).join('/');
    if (paths.includes(file)) return { file, line: Number(line), column: Number(column ?? indent.length + 1) };
  }
  return error instanceof SyntaxError ? syntaxLocation(error.message, modules) : {};
}

/** Returns the location of an error of syntax: Node prints it if it checks a file, but gives the error that `import` throws none. */
function syntaxLocation(message: string, { root, paths }: SiteModules): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  for (const file of paths.filter((path) => /\.[cm]?[jt]s$/.test(path))) {
    const { stderr } = spawnSync(process.execPath, ['--check', join(root, file)], { encoding: 'utf8' });
    const [, line, indent = ''] = /:(\d+)\n.*\n(\s*)\^/.exec(stderr) ?? [];
    if (line !== undefined && stderr.includes(`SyntaxError: ${message}\n`))
      return { file, line: Number(line), column: indent.length + 1 };
  }
  return {};
}
