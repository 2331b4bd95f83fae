import type { Diagnostic } from '../contract.ts';
import { type SnapshotInput, saveSnapshot } from '../incremental/unchanged.ts';
import { evictCaches } from '../lib/caches.ts';
import { hasLoaders } from '../loaders/load.ts';
import type { Plugin } from '../plugins/types.ts';
import type { RenderedSite } from '../render/run.ts';
import { systemProblem } from '../report/system-error.ts';
import type { SitePlan } from '../routes/site-plan.ts';

export type KeepInput = Omit<SnapshotInput, 'until'> & {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  readonly plan: Pick<SitePlan, 'tree'>;
  readonly plugins: readonly Plugin[];
  readonly pages: Pick<RenderedSite, 'refused'>;
  /** False: nothing is kept for the next build. */
  readonly cache: boolean;
  /** Saves the build record and the caches of the stages. */
  readonly save: () => void;
};

/** Saves what the next build reuses. The site is already in place, so a failure is a warning: that build takes longer. */
export function keepForNextBuild({
  work,
  plan,
  plugins,
  pages,
  cache,
  save,
  ...built
}: KeepInput): readonly Diagnostic[] {
  try {
    save();
    if (cache && isRepeatable({ plan, plugins, pages })) {
      saveSnapshot({ ...built, until: built.report.nextChange?.date ?? null });
    }
    evictCaches(work);
    return [];
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    const message = `The site is built, but the caches in ${work} could not be saved, so the next build will be slower. ${problem.message}`;
    return [{ ...problem, code: 'CACHE_NOT_SAVED', severity: 'warning', message }];
  }
}

/** Members of a plugin that change nothing of a build, or only by files that they name. */
const repeatableMembers: readonly string[] = ['name', 'card', 'commands'] satisfies readonly (keyof Plugin)[];

/** True if the sources and the environment alone decide what a site becomes: no code of plugins or loaders does. */
const isRepeatable = ({ plan, plugins, pages }: Pick<KeepInput, 'plan' | 'plugins' | 'pages'>): boolean =>
  plugins.flatMap((plugin) => Object.keys(plugin)).every((name) => repeatableMembers.includes(name)) &&
  !hasLoaders(plan.tree) &&
  pages.refused.size === 0;
