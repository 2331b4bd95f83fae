import { pageOf } from '../check/plugins.ts';
import type { Diagnostic } from '../contract.ts';
import { callEndable } from '../lib/interrupt.ts';
import { pluginFailure } from '../plugins/load.ts';
import type { PlannedSite, Plugin, PluginFiles } from '../plugins/types.ts';
import type { Policies } from '../render/csp.ts';
import { ok, type Result, settle } from '../report/result.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { OutputFile } from '../routes/types.ts';
import { headerRules, redirectRules } from './host-rules.ts';

type PluginPlan = Pick<SitePlan, 'config' | 'site' | 'table'>;

/** A file of a plugin, with the plugin's name. */
export type PluginFile = OutputFile & { readonly plugin: string };

/** Returns the files that plugins add to the output. */
export async function pluginFiles(
  plugins: readonly Plugin[],
  { plan, policies }: { readonly plan: PluginPlan; readonly policies: () => Policies },
): Promise<Result<readonly PluginFile[]>> {
  const writers = plugins.filter(({ files }) => files);
  if (writers.length === 0) return ok([]);
  const site = plannedSite(plan, policies());
  const pluginOutput: PluginFile[] = [];
  const problems: Diagnostic[] = [];
  for (const plugin of writers) {
    try {
      const written: unknown = (await callEndable(() => plugin.files?.(site))) ?? {};
      if (!isFileMap(written)) throw new Error('`files` must return a map from paths to texts');
      const wrongPath = Object.keys(written).find((path) => !isFilePath(path));
      if (wrongPath !== undefined) throw new Error(`"${wrongPath}" is no path below the output folder`);
      pluginOutput.push(...Object.entries(written).map(([path, content]) => ({ path, content, plugin: plugin.name })));
    } catch (error) {
      problems.push(pluginFailure(plugin, 'cannot write its files', error));
    }
  }
  return settle(() => pluginOutput, problems);
}

/** Bytes are written as they are. */
const isFileMap = (value: unknown): value is PluginFiles =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((content) => typeof content === 'string' || content instanceof Uint8Array);

/** Returns whether a path names a file below a folder: each of its parts is a name, without `.`, `..` and backslashes. */
const isFilePath = (path: string): boolean => path.split('/').every((name) => !/^\.{0,2}$|\\/.test(name));

function plannedSite({ config, site, table }: PluginPlan, policies: Policies): PlannedSite {
  const notFound = table.routes.filter(({ status }) => status === 404).map(({ path }) => path);
  const input = { base: site.base, rules: config.rules, notFound, ...policies };
  return { site, pages: table.routes.map(pageOf), headers: headerRules(input), redirects: redirectRules(input) };
}
