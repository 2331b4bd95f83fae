import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import { entryFiles } from '../schema/files.ts';
import { dataEnding } from '../schema/records.ts';
import type { SourceTree } from '../sources/tree.ts';
import { didYouMean, warningAt } from './explain.ts';
import { fileOf, type LoadedFile } from './load.ts';
import type { contentSchema } from './schema/content.ts';
import { viteConfigIn } from './vite-config.ts';

/**
 * Warns of each text below `content` that belongs to no collection, of texts in formats that are not read, and of data beside
 * entries that differs from them in its format only.
 */
export function checkUnread(
  tree: SourceTree,
  { value, isComplete }: LoadedFile<z.output<typeof contentSchema>>,
  codes: readonly string[],
): readonly Diagnostic[] {
  const collections = Object.values(value.collections).flatMap(({ from }) =>
    from === undefined ? [] : [entryFiles(from, codes)],
  );
  const patterns = Object.values(value.collections).flatMap(({ from }) =>
    from !== undefined && /\*[^/]*\.(?:ya?ml|json)$/.test(from) ? [from] : [],
  );
  const problems: Diagnostic[] = [];
  for (const file of tree.files.keys()) {
    const extension = /^content\/.*(\.(?:md|mdx|markdown))$/.exec(file)?.[1];
    if (extension === undefined) {
      const pattern = patterns.find((from) => isLikeEntry(file, from, codes));
      if (pattern === undefined || !isComplete || collections.some(({ entryOf }) => entryOf(file) !== null)) continue;
      const hint = `Rename it, or write \`from: ${pattern.replace(/\.\w+$/, '.{json,yaml,yml}')}\`.`;
      const text = [`${file} is not read: its collection reads ${pattern}.`, hint] as const;
      problems.push(warningAt({ file }, 'CONTENT_NOT_READ', text));
      continue;
    }
    if (extension === '.markdown') {
      const hint = 'Rename it, or remove it.';
      const text = [`${file} is not read: the generator reads \`.md\` files.`, hint] as const;
      problems.push(warningAt({ file }, 'CONTENT_NOT_READ', text));
    } else if (isComplete && collections.every(({ entryOf }) => entryOf(file) === null)) {
      const hint =
        extension === '.mdx'
          ? 'Name it in `from` of a collection, such as `content/lab/*.mdx`, with a plugin that compiles MDX; or rename it.'
          : 'Move it to the folder of a collection, or add a collection to config/content.yaml.';
      problems.push(warningAt({ file }, 'CONTENT_NOT_READ', [`${file} belongs to no collection.`, hint]));
    }
  }
  return [...problems, ...unreadSettings(tree.root)];
}

/** Returns whether a data file would be an entry of a pattern if it had the ending of the pattern. */
function isLikeEntry(file: string, pattern: string, codes: readonly string[]): boolean {
  const ending = pattern.slice(pattern.lastIndexOf('.'));
  return dataEnding.test(file) && entryFiles(pattern, codes).entryOf(file.replace(/\.\w+$/, ending)) !== null;
}

/** Warns of settings of other programs at the root, which have no effect. */
function unreadSettings(root: string): readonly Diagnostic[] {
  const file = viteConfigIn(root);
  const hint = 'Move its plugins to `vite` of a plugin of sitegen, which `plugins` of config/site.yaml names.';
  return file === undefined ? [] : [warningAt({ file }, 'CONFIG_NOT_READ', [`${file} is not read.`, hint])];
}

/** Warns of each unused file whose name is close to that of a missing one: `route.yaml`, `site.yml`. */
export function checkFileNames(tree: SourceTree): readonly Diagnostic[] {
  const names = (['site', 'locales', 'routes', 'navigation', 'content'] as const).map(fileOf);
  const absent = names.filter((name) => !tree.files.has(name));
  return [...tree.files.keys()].flatMap((file) => {
    if (!/^config\/[^/]+\.ya?ml$/.test(file) || names.includes(file)) return [];
    const similar = suggest(
      file.replace(/^config\/|\.ya?ml$/g, ''),
      absent.map((name) => name.slice(7, -5)),
    );
    if (similar === null) return [];
    const text = [`${file} is not read.`, didYouMean(`config/${similar}.yaml`, '')] as const;
    return [warningAt({ file }, 'CONFIG_FILE_NAME', text)];
  });
}
