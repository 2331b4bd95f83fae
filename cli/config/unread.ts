import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { entryFiles } from '../schema/files.ts';
import type { SourceTree } from '../sources/tree.ts';
import { warningAt } from './explain.ts';
import type { LoadedFile } from './load.ts';
import type { contentSchema } from './schema/content.ts';

/** Warns of each text below `content` that belongs to no collection, and of texts in formats that are not read. */
export function checkUnread(
  tree: SourceTree,
  { value, isComplete }: LoadedFile<z.output<typeof contentSchema>>,
  codes: readonly string[],
): readonly Diagnostic[] {
  const collections = Object.values(value.collections).flatMap(({ from }) =>
    from === undefined ? [] : [entryFiles(from, codes)],
  );
  const problems: Diagnostic[] = [];
  for (const file of tree.files.keys()) {
    const extension = /^content\/.*(\.(?:md|mdx|markdown))$/.exec(file)?.[1];
    if (extension === undefined) continue;
    if (extension !== '.md') {
      const text = [`${file} is not read: the generator reads \`.md\` files.`, 'Rename it, or remove it.'] as const;
      problems.push(warningAt({ file }, 'CONTENT_NOT_READ', text));
    } else if (isComplete && collections.every(({ entryOf }) => entryOf(file) === null)) {
      const hint = 'Move it to the folder of a collection, or add a collection to config/content.yaml.';
      problems.push(warningAt({ file }, 'CONTENT_NOT_READ', [`${file} belongs to no collection.`, hint]));
    }
  }
  return [...problems, ...unreadSettings(tree.root)];
}

/** Warns of settings of other programs at the root, which have no effect. */
function unreadSettings(root: string): readonly Diagnostic[] {
  const endings = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
  const file = endings.map((ending) => `vite.config.${ending}`).find((name) => existsSync(join(root, name)));
  const hint = 'Move its plugins to `vite` of a plugin of sitegen, which `plugins` of config/site.yaml names.';
  return file === undefined ? [] : [warningAt({ file }, 'CONFIG_NOT_READ', [`${file} is not read.`, hint])];
}
