import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../contract.ts';
import { callEndable } from '../lib/interrupt.ts';
import { htmlFile } from '../lib/paths.ts';
import { pluginFailure } from '../plugins/load.ts';
import type { PlannedPage, Plugin, PluginProblem } from '../plugins/types.ts';
import { fail, type Result, settle } from '../report/result.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { PlannedRoute } from '../routes/types.ts';

type PluginPlan = Pick<SitePlan, 'site' | 'table'>;

/** Runs the checks of plugins on the finished pages. `locate` gives the absolute path of an output file. */
export async function checkByPlugins(
  plugins: readonly Plugin[],
  { plan: { site, table }, locate }: { readonly plan: PluginPlan; readonly locate: (path: string) => string },
): Promise<Result<null>> {
  const problems: Diagnostic[] = [];
  for (const plugin of plugins) {
    if (!plugin.check) continue;
    const pages = table.routes.map((route) => ({
      ...pageOf(route),
      html: () => readFileSync(locate(htmlFile(route)), 'utf8'),
    }));
    try {
      const reported: unknown = await callEndable(() => plugin.check?.({ site, pages }));
      if (!isProblemList(reported)) throw new Error('`check` must return a list of problems: [{ message, severity }]');
      problems.push(...reported.map((problem) => diagnosticOf(problem, plugin.name)));
    } catch (error) {
      return fail([pluginFailure(plugin, 'cannot check the site', error)]);
    }
  }
  return settle(() => null, problems);
}

const isProblemList = (value: unknown): value is readonly PluginProblem[] =>
  Array.isArray(value) &&
  value.every(
    (problem) => typeof problem?.message === 'string' && ['error', 'warning', undefined].includes(problem.severity),
  );

const diagnosticOf = (problem: PluginProblem, name: string): Diagnostic => ({
  code: 'PLUGIN_CHECK',
  severity: 'error',
  ...problem,
  message: `${name}: ${problem.message}`,
});

/** Returns the properties of a page that plugins receive. */
export const pageOf = ({ path, locale, id, status, index, lastmod }: PlannedRoute): PlannedPage => ({
  path,
  locale,
  id,
  status,
  index,
  lastmod,
});
