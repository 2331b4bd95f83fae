import { isAbsolute, relative, sep } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { pluginFailure, vitePluginOwner } from '../plugins/load.ts';
import { type BundlerError, rangeInMessage } from './bundler-error.ts';

/** Files that an error of several files names. */
const MAX_NAMED = 3;

/**
 * Separates the exceptions of Vite plugins that plugins of the site returned, as problems of these plugins, from the other
 * errors. An exception that several files cause alike is one problem. Errors with a position, as compilers report
 * them, are those of the file.
 */
export function separatePluginErrors(
  errors: readonly BundlerError[],
  root: string,
): { readonly problems: readonly Diagnostic[]; readonly others: readonly BundlerError[] } {
  const failures = new Map<string, { readonly error: BundlerError; readonly files: Set<string> }>();
  const others = errors.filter((error) => {
    if (!vitePluginOwner(error.plugin) || hasPosition(error)) return true;
    const key = JSON.stringify([error.plugin, error.hook, error.message]);
    const failure = failures.get(key) ?? { error, files: new Set() };
    failures.set(key, failure);
    if (error.id && isAbsolute(error.id)) failure.files.add(relative(root, error.id).split(sep).join('/'));
    return false;
  });
  return { problems: Array.from(failures.values(), ({ error, files }) => problemOf(error, [...files].sort())), others };
}

const hasPosition = ({ name, loc, line, message = '' }: BundlerError): boolean =>
  name === 'RolldownError' || loc !== undefined || line !== undefined || rangeInMessage.test(message);

function problemOf(error: BundlerError, files: readonly string[]): Diagnostic {
  const { plugin = '', hook } = error;
  const owner = vitePluginOwner(plugin) as NonNullable<ReturnType<typeof vitePluginOwner>>;
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  const of = files.length === 0 ? '' : ` with ${files.slice(0, MAX_NAMED).join(', ')}${more}`;
  const what = hook === undefined ? 'failed in `vite`' : `failed in \`${hook}\` of its Vite plugin \`${plugin}\`${of}`;
  return pluginFailure(owner, what, error);
}
