import type { ContentIndex } from '../content/collect.ts';
import type { Diagnostic } from '../contract.ts';
import { type SnapshotInput, saveSnapshot } from '../incremental/unchanged.ts';
import { evictCaches } from '../lib/caches.ts';
import { hasLoaders } from '../loaders/load.ts';
import type { RenderedSite } from '../render/run.ts';
import { systemProblem } from '../report/system-error.ts';
import type { SitePlan } from '../routes/site-plan.ts';

export type KeepInput = Omit<SnapshotInput, 'until'> & {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  readonly plan: Pick<SitePlan, 'plugins' | 'tree' | 'content'>;
  readonly pages: Pick<RenderedSite, 'refused'>;
  /** False: nothing is kept for the next build. */
  readonly cache: boolean;
  /** Saves the build record and the caches of the stages. */
  readonly save: () => void;
};

/** Saves what the next build reuses. The site is already in place, so a failure is a warning: that build takes longer. */
export function keepForNextBuild({ work, plan, pages, cache, save, ...built }: KeepInput): readonly Diagnostic[] {
  try {
    save();
    if (cache && isRepeatable(plan, pages)) {
      saveSnapshot({ ...built, until: nextDay(plan.content, built.requested.today) });
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

/** True if the sources and the environment alone decide what a site becomes: no code of plugins or loaders does. */
const isRepeatable = ({ plugins, tree }: KeepInput['plan'], { refused }: KeepInput['pages']): boolean =>
  plugins.plugins.length === 0 && !hasLoaders(tree) && refused.size === 0;

/** Returns the first day after `today` on which another entry is published, or null. */
function nextDay(content: ContentIndex, today: string): string | null {
  const days = [...content.values()].flatMap(({ hidden }) => hidden.map(({ date }) => date.slice(0, 10)));
  return days.filter((day) => day > today).sort()[0] ?? null;
}
