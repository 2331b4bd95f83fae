import { spawnSync } from 'node:child_process';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../contract.ts';
import { home } from '../lib/home.ts';

/** A module that Node imports as it is. */
export type ImportedModule = {
  /** Folder of the site. */
  readonly root: string;
  readonly url: string;
};

type Location = Pick<Diagnostic, 'file' | 'line' | 'column'>;

/** A frame of a stack, or its head, where Node draws the line instead of giving the column. */
const frame = /((?:file:\/\/)?\/[^\s()?]+)(?:\?\w+)?:(\d+)(?::(\d+)|\n.*\n(\s*)\^)/g;

/** Returns the first location in the site's code of an error that importing or running a module threw; nothing if there is none. */
export function moduleLocation(error: unknown, { root, url }: ImportedModule): Location {
  if (!(error instanceof Error)) return {};
  const location = firstLocation(error.stack ?? '', root);
  if (location !== null || !(error instanceof SyntaxError)) return location ?? {};
  // Node prints where an error of syntax is, but gives the error that `import` throws no location.
  const script = `import(${JSON.stringify(url)})`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  return firstLocation(stderr, root) ?? {};
}

/** Returns the first location in a stack that is in the code of the site, not in a package. */
function firstLocation(stack: string, root: string): Location | null {
  for (const [, from = '', line, column, indent = ''] of stack.matchAll(frame)) {
    const path = from.startsWith('file:') ? fileURLToPath(from) : from;
    const isOfPackage = path.startsWith(home + sep) || path.includes(`${sep}node_modules${sep}`);
    if (isOfPackage || !path.startsWith(root + sep)) continue;
    const file = relative(root, path).split(sep).join('/');
    return { file, line: Number(line), column: Number(column ?? indent.length + 1) };
  }
  return null;
}
