import type { z } from 'zod';
import type { Diagnostic } from '../contract.ts';
import { suggest } from '../lib/suggest.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { DataPath } from '../sources/yaml.ts';
import type { Loaded } from './load.ts';
import type { PathTable } from './path-table.ts';
import { didYouMean, problemAt } from './problem.ts';
import type { navigationSchema } from './schema/navigation.ts';
import { trimSlash } from './schema/shared.ts';

type File = z.output<typeof navigationSchema>;

/** True for a file that is copied to the output as it is. */
export function isPublicFile(tree: SourceTree, path: string): boolean {
  return tree.files.has(`site/public${path}`) || tree.files.has(`public${path}`);
}

/** A path without its query, fragment and slash at the end. */
export function bare(path: string): string {
  return trimSlash(path.replace(/[?#].*$/, ''));
}

/** Holds the navigation to the paths that the site has; null: they are not known in full. */
export function checkNavigation(
  tree: SourceTree,
  { value, at }: Loaded<File>,
  paths: PathTable | null,
): readonly Diagnostic[] {
  const names = new Set<string>();
  const problems: Diagnostic[] = [];
  const check = (entry: File[number], here: DataPath): void => {
    const { name, path, contents } = entry;
    if (names.has(name)) {
      const text = [`The name \`${name}\` stands twice in the navigation.`, 'Give one of them another name.'] as const;
      problems.push(problemAt(at([...here, 'name']), 'CONFIG_DUPLICATE_NAME', text));
    }
    names.add(name);
    if (path === undefined && contents === undefined) {
      const text = [`The entry \`${name}\` leads nowhere.`, 'Add `path`, or `contents` for a group.'] as const;
      problems.push(problemAt(at(here), 'CONFIG_EMPTY_ENTRY', text));
    }
    if (path?.startsWith('/') && paths && !paths.hasPlain(bare(path)) && !isPublicFile(tree, bare(path))) {
      const hint = didYouMean(suggest(path, paths.plain), 'Add a route for it to config/routes.yaml.');
      const text = [`No route or collection gives the path \`${path}\`.`, hint] as const;
      problems.push(problemAt(at([...here, 'path']), 'CONFIG_UNKNOWN_PATH', text));
    }
    for (const [index, inner] of (contents ?? []).entries()) check(inner, [...here, 'contents', index]);
  };
  for (const [index, entry] of value.entries()) check(entry, [index]);
  return problems;
}
