import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { resolveConfig } from '../../config/resolve.ts';
import type { SiteConfig } from '../../config/types.ts';
import type { Diagnostic } from '../../contract.ts';
import { isEnvironmentFile } from '../../lib/environment-files.ts';
import { hasLoaders, type LoadedEntries, loadEntries } from '../../loaders/load.ts';
import { planSite } from '../../plan.ts';
import { loadMemory } from '../../plan-memory.ts';
import { fail, ok, type Result } from '../../report/result.ts';
import { dataProblems } from '../../routes/data.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import type { CommitDates } from '../../sources/git.ts';
import { isSourcePath } from '../../sources/names.ts';
import type { PrefetchedList } from '../../sources/prefetch.ts';
import { readSources, rereadSources } from '../../sources/read.ts';
import type { SourceTree } from '../../sources/tree.ts';
import type { SiteOptions } from '../protocol.ts';

/** Plans a site again after each edit. Keeps the last good plan while the sources have errors. */
export type Planner = {
  readonly plan: () => SitePlan | null;
  /** Problems of the current sources. */
  readonly problems: () => readonly Diagnostic[];
  /** Returns whether the current sources have errors, so that the plan is that of earlier sources. */
  readonly isStale: () => boolean;
  /** Returns a promise that resolves when the running loaders have finished; null if none is running. */
  readonly loading: () => Promise<void> | null;
  /**
   * Reads files and folders again and plans the site again. Returns false if nothing has changed. A file outside of the
   * source folders has changed: only changes of those that the code of the site depends on are reported.
   */
  readonly edit: (paths: readonly string[]) => boolean;
  /** Sets the dates of the last commits, which only the sitemap uses, and plans the site again. */
  readonly setCommits: (commits: CommitDates) => void;
  readonly tree: () => SourceTree;
  /** Saves the caches on disk for the next start. */
  readonly save: () => void;
};

export type PlannerInput = SiteOptions & {
  /** All source files, if they are already listed. */
  readonly sourceList?: PrefetchedList;
  /** Called with each valid configuration, before the rest of the site is planned. */
  readonly onConfig: (config: SiteConfig, tree: SourceTree) => void;
  /** Called when loaders start to run, with their modules, and when they have ended. */
  readonly onLoad: { readonly start: (loaders: readonly string[]) => void; readonly end: () => void };
  /** Called when the loaders have finished and the site is planned with their entries. */
  readonly onLoaded: () => void;
};

export function createPlanner({ onConfig, onLoad, onLoaded, sourceList, ...options }: PlannerInput): Planner {
  const work = join(options.root, '.sitegen');
  const memory = loadMemory(work, true);
  let tree = readSources(options.root, memory.stats, {
    heads: true,
    ...(sourceList ? { sourceList } : {}),
  });
  let commits: CommitDates = new Map();
  let plan: SitePlan | null = null;
  let problems: readonly Diagnostic[] = [];

  /** Paths that differ from the sources of the last good plan. */
  let changed = new Set<string>();
  const overrides = options.overrides;

  let loaded: Result<LoadedEntries> = ok(new Map());
  let loading: Promise<void> | null = null;
  /** Absolute paths of the files on which the results of the loaders depend. */
  let loaderFiles = new Set<string>();
  /**
   * Runs the loaders whose code, options, environment or files changed and, unless `ignoreExpiry`, those whose entries have
   * expired.
   */
  const load = (ignoreExpiry: boolean): void => {
    if (!hasLoaders(tree)) return;
    const config = resolveConfig(tree, overrides);
    if (!config.ok) return;
    onConfig(config.value, tree);
    const files = new Set<string>();
    loaderFiles = files;
    onLoad.start(Object.values(config.value.content.collections).flatMap((one) => one.load ?? []));
    const running = loadEntries({
      tree,
      config: config.value,
      work,
      mode: 'development',
      cache: true,
      ignoreExpiry,
      onFile: (file) => files.add(file),
    }).then((result) => {
      onLoad.end();
      if (loading !== running) return;
      loading = null;
      loaded = result;
      replan();
      onLoaded();
    });
    loading = running;
  };

  /** Reads files and folders again. Returns the files that have changed. */
  const reread = (paths: readonly string[]): ReadonlySet<string> => {
    const read = rereadSources(tree, paths, memory.stats);
    tree = read.tree;
    for (const path of read.changed) changed.add(path);
    return read.changed;
  };
  /** Returns whether a change of a file may change the result of a loader. After a failure, any file that is no text may. */
  const isLoaderInput = (path: string): boolean =>
    /^(?:config|loaders)(?:\/|$)/.test(path) ||
    isEnvironmentFile(path) ||
    loaderFiles.has(join(options.root, path)) ||
    (!loaded.ok && !/^(?:content|locales)(?:\/|$)/.test(path));

  const planned = (): Result<SitePlan> => {
    const { drafts, today } = options;
    if (!loaded.ok) return loaded;
    const inputs = {
      resolve: () => resolveConfig(tree, overrides),
      overrides,
      drafts,
      today,
      commits,
      changed,
      onConfig: (config: SiteConfig) => onConfig(config, tree),
      loaded: loaded.value,
    };
    try {
      return withDataErrors(planSite(tree, inputs, memory));
    } catch (error) {
      const file = vanishedFile(error, tree);
      if (file === null) return fail([unreadableProblem(error)]);
      reread([file]);
      return planned();
    }
  };

  const replan = (): void => {
    const result = planned();
    problems = result.ok ? result.warnings : result.problems;
    if (memory.last.plan?.plan.tree === tree) changed = new Set();
    if (result.ok) plan = result.value;
  };
  load(false);
  if (loading === null) replan();
  return {
    plan: () => plan,
    loading: () => loading,
    problems: () => problems,
    isStale: () => problems.some(({ severity }) => severity === 'error'),
    tree: () => tree,
    save: () => {
      withReadErrors(() => ok(memory.save()));
    },
    edit: (paths) => {
      const read = withReadErrors(() => ok(reread(paths)));
      if (!read.ok) {
        problems = read.problems;
        return true;
      }
      if (read.value.size === 0 && paths.every(isSourcePath)) return false;
      if ([...paths, ...read.value].some(isLoaderInput)) load(true);
      replan();
      return true;
    },
    setCommits: (dates) => {
      commits = dates;
      replan();
    },
  };
}

/**
 * Adds the errors of data files to a plan's result, since a site that cannot be built is not served either. Reads all
 * of them now, so that the plan's pages do not change if the files have errors later.
 */
function withDataErrors(result: Result<SitePlan>): Result<SitePlan> {
  if (!result.ok) return result;
  const errors = dataProblems(result.value);
  return errors.length > 0 ? fail([...result.warnings, ...errors]) : result;
}

/**
 * Returns the source file that no longer exists where that is why the sources could not be read, else null. Editors and
 * programs create files for a moment.
 */
function vanishedFile(error: unknown, { root, files }: SourceTree): string | null {
  const { code, path = '' } = error as NodeJS.ErrnoException;
  const file = relative(root, path).replaceAll('\\', '/');
  return code === 'ENOENT' && files.has(file) && !existsSync(path) ? file : null;
}

/** Returns the result of `run`, or a problem for an exception. */
function withReadErrors<T>(run: () => Result<T>): Result<T> {
  try {
    return run();
  } catch (error) {
    return fail([unreadableProblem(error)]);
  }
}

function unreadableProblem(error: unknown): Diagnostic {
  const { message, path } = error as NodeJS.ErrnoException;
  return {
    code: 'SOURCE_UNREADABLE',
    severity: 'error',
    message: `The sources could not be read: ${message}`,
    hint: path === undefined ? 'Save the file again.' : `Check that ${path} exists and can be read.`,
  };
}
