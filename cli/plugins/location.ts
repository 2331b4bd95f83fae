import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../contract.ts';
import { home } from '../lib/home.ts';

/** A module that Node imports as it is. */
export type ImportedModule = {
  /** Folder of the site. */
  readonly root: string;
  readonly url: string;
};

export type Location = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** A frame of a stack, or its head, where Node draws the line instead of giving the column. */
const frame = /((?:file:\/\/)?\/[^\s()?]+)(?:\?\w+)?:(\d+)(?::(\d+)|\n.*\n(\s*)\^)/g;

/** Returns the first location in the site's code of an error that importing or running a module threw; nothing if there is none. */
export function moduleLocation(error: unknown, { root, url }: ImportedModule): Location {
  const location = siteLocation(error, root);
  if (location.file !== undefined || !(error instanceof SyntaxError)) return location;
  // Node prints where an error of syntax is, but gives the error that `import` throws no location.
  const script = `import(${JSON.stringify(url)})`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  return stackLocation(stderr, root) ?? {};
}

/** Returns the first location in the site's code of the stack of an error; nothing if there is none. */
export const siteLocation = (error: unknown, root: string): Location =>
  (error instanceof Error && stackLocation(error.stack ?? '', root)) || {};

/** Returns the location of a member of an object in a file: the first line that defines one of this name. */
export function memberLocation(name: string, file: string, root: string): Location {
  const literal = name.replace(/\W/g, '\\$&');
  const definition = new RegExp(`(?<![\\w$.])${literal}(?=['"]?\\s*[:(,}])`);
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.findIndex((text) => definition.test(text));
  return line < 0 ? { file } : { file, line: line + 1, column: (lines[line] as string).search(definition) + 1 };
}

/** Returns the first location in a stack that is in the code of the site, not in a package. */
export function stackLocation(stack: string, root: string): Required<Location> | null {
  for (const [, from = '', line, column, indent = ''] of stack.matchAll(frame)) {
    const path = from.startsWith('file:') ? fileURLToPath(from) : from;
    const isOfPackage = path.startsWith(home + sep) || path.includes(`${sep}node_modules${sep}`);
    if (isOfPackage || !path.startsWith(root + sep)) continue;
    const file = relative(root, path).split(sep).join('/');
    return { file, line: Number(line), column: Number(column ?? indent.length + 1) };
  }
  return null;
}
