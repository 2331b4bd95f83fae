import { join } from 'node:path';
import { isEnvironmentFile } from '../../bundle/environment.ts';
import type { SiteConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../contract.ts';
import { loadMemory, planSite } from '../../plan.ts';
import { fail, ok, type Result } from '../../report/result.ts';
import { dataProblems } from '../../routes/data.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import type { CommitDates } from '../../sources/git.ts';
import type { PrefetchedList } from '../../sources/prefetch.ts';
import { readSources, rereadSources } from '../../sources/read.ts';
import type { SourceTree } from '../../sources/tree.ts';
import type { SiteOptions } from '../protocol.ts';

/** The plan of a site that is being edited. The last good plan stays while the sources have errors. */
export type Planner = {
  readonly plan: () => SitePlan | null;
  /** Problems of the current sources. */
  readonly problems: () => readonly Diagnostic[];
  /** True while the sources have errors, so that the plan is that of earlier sources. */
  readonly isStale: () => boolean;
  /** Reads files and folders again and re-plans; false if nothing has changed. */
  readonly edit: (paths: readonly string[]) => boolean;
  /** Takes the dates of the last commits, which only date the sitemap. */
  readonly setCommits: (commits: CommitDates) => void;
  readonly tree: () => SourceTree;
  /** Saves the caches for the next start. */
  readonly save: () => void;
};

export type PlannerInput = SiteOptions & {
  /** All source files, if they are already listed. */
  readonly listed?: PrefetchedList;
  /** Called with each configuration that can be read, before the rest is planned. */
  readonly configured: (config: SiteConfig, tree: SourceTree) => void;
};

export function createPlanner({ configured, listed, ...options }: PlannerInput): Planner {
  const memory = loadMemory(join(options.root, '.sitegen'), true);
  let tree = readSources(options.root, memory.stats, { heads: true, ...(listed ? { listed } : {}) });
  let commits: CommitDates = new Map();
  let plan: SitePlan | null = null;
  let problems: readonly Diagnostic[] = [];

  /** Paths that differ from the sources of the last good plan. */
  let changed = new Set<string>();
  const overrides = options.overrides;

  const replan = (): void => {
    const { drafts, today } = options;
    const order = (config: SiteConfig) => configured(config, tree);
    const result = guarded(() =>
      planned(planSite(tree, { overrides, drafts, today, commits, changed, configured: order }, memory)),
    );
    problems = result.ok ? result.warnings : result.problems;
    if (memory.last.plan?.plan.tree === tree) changed = new Set();
    if (result.ok) plan = result.value;
  };
  replan();
  return {
    plan: () => plan,
    problems: () => problems,
    isStale: () => problems.some(({ severity }) => severity === 'error'),
    tree: () => tree,
    save: () => {
      guarded(() => ok(memory.save()));
    },
    edit: (paths) => {
      const read = guarded(() => ok(rereadSources(tree, paths, memory.stats)));
      if (!read.ok) {
        problems = read.problems;
        return true;
      }
      if (read.value.changed.size === 0 && !paths.some(isEnvironmentFile)) return false;
      tree = read.value.tree;
      for (const path of read.value.changed) changed.add(path);
      replan();
      return true;
    },
    setCommits: (dates) => {
      commits = dates;
      replan();
    },
  };
}

/** Fails if data files cannot be read: what cannot be built is not served either. */
function planned(result: Result<SitePlan>): Result<SitePlan> {
  if (!result.ok) return result;
  const errors = dataProblems(result.value);
  if (errors.length > 0) return fail([...result.warnings, ...errors]);
  readData(result.value);
  return result;
}

/** Reads the data files with the plan, so that its pages do not change when the files have errors later. */
function readData({ config, data, table }: Pick<SitePlan, 'config' | 'data' | 'table'>): void {
  for (const route of config.routes) {
    const files = Object.values(route.data).flatMap((query) => ('file' in query ? [query.file] : []));
    if (files.length === 0) continue;
    const codes = config.locales.list.filter(({ code }) =>
      table.routes.some((one) => one.id === route.id && one.locale === code),
    );
    for (const { code } of codes) for (const file of files) data(file.replaceAll('{locale}', code));
  }
}

/** Turns errors of the file system into problems: files may vanish between being listed and being read. */
function guarded<T>(run: () => Result<T>): Result<T> {
  try {
    return run();
  } catch (error) {
    return fail([unreadable(error)]);
  }
}

function unreadable(error: unknown): Diagnostic {
  const { message, path } = error as NodeJS.ErrnoException;
  return {
    code: 'SOURCE_UNREADABLE',
    severity: 'error',
    message: `The sources could not be read: ${message}`,
    hint: path === undefined ? 'Save the file again.' : `Check that ${path} exists and can be read.`,
  };
}
