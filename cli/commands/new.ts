import { join, resolve } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import { addToSite, type Kind } from '../init/add.ts';
import type { AddOptions } from '../init/addition.ts';
import { readSources } from '../sources/read.ts';
import { openStatCache } from '../sources/stat-cache.ts';
import { printProblems } from './print.ts';

export type NewArguments = Omit<AddOptions, 'today'> & { readonly root: string };

/** Runs `sitegen new`. Resolves to the exit code. */
export async function newCommand(
  kind: Kind,
  name: string,
  { root: folder, ...options }: NewArguments,
): Promise<number> {
  const root = resolve(folder);
  const today = new Date().toISOString().slice(0, 10);
  const config = resolveConfig(readSources(root, openStatCache(null, Date.now)));
  const added = config.ok ? addToSite(root, [kind, name], { ...options, today, config: config.value }) : config;
  if (!added.ok) {
    printProblems(added.problems, root);
    return 1;
  }
  process.stdout.write(`${added.value.map((path) => `Wrote ${join(folder, path)}`).join('\n')}\n`);
  return 0;
}
