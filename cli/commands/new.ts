import { join, resolve } from 'node:path';
import { resolveConfig } from '../config/resolve.ts';
import { addToSite, type Kind } from '../init/add.ts';
import type { AddOptions } from '../init/addition.ts';
import { messagesFile } from '../init/new-locale.ts';
import { readSources } from '../sources/read.ts';
import { openStatCache } from '../sources/stat-cache.ts';
import type { SourceFile, SourceTree } from '../sources/tree.ts';
import { printProblems } from './print.ts';

export type NewArguments = Omit<AddOptions, 'today' | 'hasMessages' | 'frame'> & { readonly root: string };

/** Runs `sitegen new`. Resolves to the exit code. */
export async function newCommand(
  kind: Kind,
  name: string,
  { root: folder, ...options }: NewArguments,
): Promise<number> {
  const root = resolve(folder);
  const today = new Date().toISOString().slice(0, 10);
  const tree = readSources(root, openStatCache(null, Date.now));
  const hasMessages = [...tree.files.keys()].some((path) => path.startsWith(`locales/${name}/`));
  const frame = [...tree.files.keys()]
    .filter((path) => /^site\/(?!pages\/).*\.[jt]sx$/.test(path))
    .map((path) => tree.text(path));
  // A locale without messages is an error of the configuration, which adding the messages corrects.
  const config = resolveConfig(kind === 'locale' && !hasMessages ? withMessages(tree, name) : tree);
  const added = config.ok
    ? addToSite(root, [kind, name], { ...options, today, hasMessages, frame: frame.join('\n'), config: config.value })
    : config;
  if (!added.ok) {
    printProblems(added.problems, root);
    return 1;
  }
  process.stdout.write(`${added.value.map((path) => `Wrote ${join(folder, path)}`).join('\n')}\n`);
  return 0;
}

/** Returns the tree with a file of messages for a locale. */
function withMessages(tree: SourceTree, code: string): SourceTree {
  const file: SourceFile = { path: messagesFile(code), kind: 'locale', hash: '', size: 0 };
  return { ...tree, files: new Map([...tree.files, [file.path, file]]) };
}
