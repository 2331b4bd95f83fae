import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Bundle } from '../../bundle/bundle.ts';
import { configFilesAbove } from '../../bundle/inputs.ts';
import type { SiteConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../contract.ts';
import { isEnvironmentFile } from '../../lib/environment-files.ts';
import { codeFiles, pathsIn } from '../../plugins/installed.ts';
import { moduleFile } from '../../plugins/load.ts';
import { isSourcePath } from '../../sources/names.ts';
import type { SourceTree } from '../../sources/tree.ts';
import type { PolledFile } from '../watch/watcher.ts';

type Code = {
  readonly tree: SourceTree;
  readonly config: SiteConfig | null;
  /** Those of the last good bundle. */
  readonly inputs: Bundle['inputs'];
  readonly problems: readonly Diagnostic[];
};

/**
 * Returns the files outside of the source folders that a site's code depends on: those that its bundle, plugins and loaders
 * consist of or read, the patterns by which its bundle imports files, those with errors, and the folders of what these
 * import, which may be missing. They need not exist.
 */
export function filesOutside({ tree, config, inputs, problems }: Code): readonly PolledFile[] {
  const modules = (names: readonly (string | null)[]) => names.map((name) => name && moduleFile(tree, name));
  const plugins = config?.site.plugins.map(({ module }) => module) ?? [];
  const loaders = Object.values(config?.content.collections ?? {}).flatMap(({ load }) => load ?? []);
  const broken = problems
    .flatMap(({ file = [] }) => file)
    .map((file) => (isAbsolute(file) ? file : join(tree.root, file)));
  const paths = [
    ...configFilesAbove(tree.root),
    ...codeFiles(tree, { kind: 'plugin', modules: modules(plugins), others: [] }),
    ...codeFiles(tree, { kind: 'loader', modules: modules(loaders), others: [] }),
    ...broken,
    ...broken.flatMap(pathsIn).map((path) => dirname(path)),
  ];
  const bundled = inputs.filter(({ kind }) => kind === 'file' || kind === 'config' || kind === 'glob');
  return [...paths.map((path) => ({ path })), ...bundled].filter(({ path }) => isOutside(path, tree.root));
}

function isOutside(file: string, root: string): boolean {
  const path = relative(root, file).split(sep).join('/');
  return !isSourcePath(path) && !isEnvironmentFile(path) && !path.startsWith('.sitegen/');
}
