import { join } from 'node:path';
import type { Diagnostic } from '../../contract.ts';
import { dataProblems, planSite, type SitePlan } from '../../plan.ts';
import { fail, ok, type Result } from '../../report/result.ts';
import type { CommitDates } from '../../sources/git.ts';
import { loadMemory } from '../../sources/memory.ts';
import { readSources, rereadSources } from '../../sources/read.ts';
import type { SourceTree } from '../../sources/tree.ts';
import type { SiteOptions } from '../protocol.ts';

/** Keeps the plan of a site that is being edited. The last good plan stays while the sources are broken. */
export type Planner = {
  readonly plan: () => SitePlan | null;
  /** What is wrong with the sources as they are. */
  readonly problems: () => readonly Diagnostic[];
  /** Reads some paths again, files or folders, and plans anew. */
  readonly edit: (paths: readonly string[]) => void;
  /** Days of the last commits; they only date the sitemap. */
  readonly setCommits: (commits: CommitDates) => void;
  readonly tree: () => SourceTree;
};

export function createPlanner(options: SiteOptions): Planner {
  const memory = loadMemory(join(options.root, '.sitegen'), true);
  let tree = readSources(options.root, memory.stats);
  let commits: CommitDates = new Map();
  let plan: SitePlan | null = null;
  let problems: readonly Diagnostic[] = [];

  const replan = (): void => {
    const result = guarded(() => planned(planSite(tree, { ...options, commits }, memory)));
    problems = result.ok ? result.warnings : result.problems;
    if (result.ok) plan = result.value;
  };
  replan();
  return {
    plan: () => plan,
    problems: () => problems,
    tree: () => tree,
    edit: (paths) => {
      const read = guarded(() => ok(rereadSources(tree, paths, memory.stats)));
      if (read.ok) {
        tree = read.value;
        replan();
      } else problems = read.problems;
    },
    setCommits: (dates) => {
      commits = dates;
      replan();
    },
  };
}

/** A plan whose data files can be read: what cannot be built is not served either. */
function planned(result: Result<SitePlan>): Result<SitePlan> {
  if (!result.ok) return result;
  const faults = dataProblems(result.value);
  return faults.length > 0 ? fail([...result.warnings, ...faults]) : result;
}

/** Files may vanish, or be closed to us, between being listed and being read. */
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
    hint: path === undefined ? 'Save the file again.' : `Look whether ${path} is there and may be read.`,
  };
}
