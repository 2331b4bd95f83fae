import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { Loaded } from './load.ts';
import { didYouMean, problemAt } from './problem.ts';

/** Names of the component files below a folder, without their ending. */
function componentsIn(tree: SourceTree, folder: string): readonly string[] {
  const names: string[] = [];
  const below = `${folder}/`;
  for (const path of tree.files.keys()) {
    if (path.startsWith(below) && /\.[jt]sx$/.test(path)) names.push(path.slice(folder.length + 1, -4));
  }
  return names;
}

export type Wanted = { readonly name: string; readonly where: ReturnType<Loaded<unknown>['at']> };

/** A problem for each component that has no file `<folder>/<name>.tsx` or `.jsx`. */
export function checkComponents(
  tree: SourceTree,
  folder: 'site/pages' | 'templates',
  wanted: readonly Wanted[],
): readonly Diagnostic[] {
  const names = componentsIn(tree, folder);
  return wanted
    .filter(({ name }) => !names.includes(name))
    .map(({ name, where }) => {
      const hint = didYouMean(
        suggest(name, names),
        `Create ${folder}/${name}.tsx with an exported component \`Page\`.`,
      );
      const [code, word] = folder === 'templates' ? ['CONFIG_NO_TEMPLATE', 'template'] : ['CONFIG_NO_PAGE', 'page'];
      return problemAt(where, code, [
        `The ${word} \`${name}\` does not exist: there is no ${folder}/${name}.tsx.`,
        hint,
      ]);
    });
}
