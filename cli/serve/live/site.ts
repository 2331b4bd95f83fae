import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Bundle } from '../../bundle/bundle.ts';
import { isIntactBundle } from '../../bundle/record.ts';
import type { Diagnostic } from '../../contract.ts';
import { domainFile } from '../../lib/cache-file.ts';
import { noPlugins } from '../../plugins/load.ts';
import type { RenderScope } from '../../render/job.ts';
import { type LinkPlan, lazyTables, localeMessages, renderScope, type ScopePlan } from '../../render/jobs.ts';
import { fail, ok, type Result } from '../../report/result.ts';
import type { SitePlan } from '../../routes/site-plan.ts';
import type { CommitDates } from '../../sources/git.ts';
import type { PrefetchedList } from '../../sources/prefetch.ts';
import type { Answer, FromSite, SiteOptions } from '../protocol.ts';
import { answerUrl } from './answer.ts';
import type { AnswerSource } from './answer-source.ts';
import { createSiteCode } from './code.ts';
import { filesOutside } from './code-files.ts';
import { createMovedCheck } from './moved.ts';
import { type PlanAnswers, planAnswers } from './plan-answers.ts';
import { createPlanner, type PlannerInput } from './planner.ts';
import { renderRoute, type ServedPage } from './render.ts';

/** A site that is being edited: plans it, follows its code, and answers requests. */
export type RunningSite = {
  readonly edit: (paths: readonly string[]) => void;
  /** Compares the paths of all existing files with the plan's, to detect removed ones. */
  readonly compareFiles: (files: ReadonlySet<string>) => void;
  readonly acceptBundle: (id: number, bundle: Bundle) => void;
  readonly rejectBundle: (id: number, problems: readonly Diagnostic[]) => void;
  /** Returns the answer to a GET request for a URL (path and query). */
  readonly answer: (url: string) => Promise<Answer>;
  /** Adds a problem that did not come from planning, bundling or rendering. */
  readonly report: (problem: Diagnostic) => void;
  /** Saves caches and reads commit dates, once; the first page need not wait for these. */
  readonly afterFirstAnswer: (dates: () => Promise<CommitDates>) => void;
};

type Served = { readonly plan: SitePlan; readonly scope: RenderScope; readonly answers: PlanAnswers };

/** Creates the running site of a folder and plans it at once. `send` posts messages to the main thread. */
export function createSite(
  options: SiteOptions & {
    readonly sourceList?: PrefetchedList;
    /** Called when the code of a page starts to run, with the time that it may take, and when it has ended. */
    readonly onRender: { readonly start: (limitMs: number) => void; readonly end: () => void };
    readonly onLoad: PlannerInput['onLoad'];
  },
  send: (message: FromSite) => void,
): RunningSite {
  const work = join(options.root, '.sitegen');
  const code = createSiteCode({ work, request: (id, request) => send({ kind: 'bundle-request', id, request }) });
  const planner = createPlanner({
    ...options,
    onConfig: code.update,
    onLoaded: () => {
      clearPages();
      sendPlan();
      send({ kind: 'changed' });
    },
  });
  let served: Served | null = null;
  let pages = new Map<string, Promise<Result<ServedPage> | null>>();
  let failures = new Map<string, readonly Diagnostic[]>();
  let strayProblems: readonly Diagnostic[] = [];
  /** Whether pages show texts that were edited after the plan, so that an edit that takes this back changes them. */
  let isAhead = false;
  let sentState = '';
  const lastGood = createLastGood();
  const movedSinceBuild = createMovedCheck(join(work, domainFile('record.bin', options.overrides.domain)));
  let hasAnswered = false;
  /** False where a file system changes times or sizes of files by itself: then nothing shows that a bundle is damaged. */
  let keepsFiles = true;
  let edited = new Set<string>();

  const current = (): Served | null => {
    const plan = planner.plan();
    if (plan === null) return null;
    if (served?.plan === plan) return served;
    const scope = scopeOf(plan, served);
    served = { plan, scope, answers: planAnswers(plan, scope) };
    return served;
  };
  const sendState = (): void => {
    const plan = planner.plan();
    const problems = unique([
      ...planner.problems(),
      // The first page need not wait for the record of the last build.
      ...(plan && hasAnswered ? movedSinceBuild(plan) : []),
      ...code.problems(),
      ...(code.current()?.manifest.warnings ?? []),
      ...[...failures.values()].flat(),
      ...strayProblems,
    ]);
    const state = {
      site: plan?.site ?? null,
      port: plan?.config.site.serve.port ?? null,
      headers: current()?.answers.headerRules ?? [],
      checkNames: plan ? [...new Set(plan.config.routes.flatMap((route) => route.validate ?? []))] : [],
      problems,
      plugins: plan?.plugins ?? noPlugins,
    };
    const text = JSON.stringify(state);
    if (text === sentState) return;
    sentState = text;
    send({ kind: 'state', state });
  };
  /** Sends what follows from the plan and the bundle. */
  const sendPlan = (): void => {
    sendState();
    const [config, problems] = [planner.plan()?.config ?? null, [...planner.problems(), ...code.problems()]];
    const inputs = code.current()?.inputs ?? [];
    const settings = inputs.flatMap(({ kind, path }) => (kind === 'config' ? path : []));
    const files = filesOutside({ tree: planner.tree(), config, inputs, problems });
    send({ kind: 'files-outside', files, settings });
  };
  /** Clears the cache of rendered pages; they are rendered again on request. */
  const clearPages = (): void => {
    pages = new Map();
    failures = new Map();
    strayProblems = [];
  };

  const page = (path: string): Promise<Result<ServedPage> | null> => {
    const cached = pages.get(path);
    if (cached) return cached;
    const pagesAtStart = pages;
    const rendering = render(path).then((result) => {
      // An edit arrived meanwhile. The page is no older than its request, so it is good enough; a failed one may
      // combine two states of the sources, so it is rendered again.
      if (pagesAtStart !== pages) return result?.ok === false ? page(path) : result;
      if (result?.ok) lastGood.keep(path, result.value);
      const problems = result?.ok === false ? result.problems : (result?.warnings ?? []);
      // A page of the last good bundle may name files of the code that has errors, which are reported already.
      if (problems.length > 0 && code.problems().length === 0) failures.set(path, problems);
      else failures.delete(path);
      sendState();
      return (result?.ok === false && planner.isStale() && lastGood.find(path)) || result;
    });
    pages.set(path, rendering);
    return rendering;
  };
  const lacksPage = ({ manifest }: Bundle, path: string): boolean => {
    const route = current()?.plan.table.byPath.get(path);
    return route !== undefined && !(route.page in manifest.pages);
  };
  const render = async (path: string): Promise<Result<ServedPage> | null> => {
    let bundle = await code.ready();
    // The bundle of a superseded request may lack pages that were added after it.
    while (bundle !== null && lacksPage(bundle, path) && code.isWaiting()) bundle = await code.ready();
    const latest = current();
    const route = latest?.plan.table.byPath.get(path);
    if (latest && !route) return null;
    if (!latest || !route || bundle === null) return fail([...planner.problems(), ...code.problems()]);
    options.onRender.start(latest.plan.config.site.render.timeoutSeconds * 1000);
    const onOtherBytes = () => {
      isAhead = true;
    };
    const rendered = await renderRoute(route, { ...latest, bundle, onOtherBytes }).finally(options.onRender.end);
    if (!rendered.ok && keepsFiles && !isIntactBundle(bundle.folder)) send({ kind: 'bundle-damaged' });
    return rendered;
  };

  /**
   * Applies the collected edits. They are collected until the end of the turn, so that a burst is planned once; a
   * request applies them at once.
   */
  const applyEdits = (): void => {
    if (edited.size === 0) return;
    const paths = [...edited];
    edited = new Set();
    if (!planner.edit(paths) && !isAhead) return;
    isAhead = false;
    clearPages();
    sendPlan();
    // If code is being bundled, open pages are notified when it is ready.
    if (!code.isWaiting()) send({ kind: 'changed' });
  };
  const edit = (paths: Iterable<string>): void => {
    if (edited.size === 0) setImmediate(applyEdits);
    for (const path of paths) edited.add(path);
  };

  const source: AnswerSource = {
    current,
    page,
    bundle: code.current,
    nextBundle: code.ready,
    problems: () => [...planner.problems(), ...code.problems()],
    today: options.today,
  };
  sendPlan();
  return {
    answer: (url) => {
      applyEdits();
      const loading = planner.loading();
      return loading ? loading.then(() => answerUrl(url, source)) : answerUrl(url, source);
    },
    edit,
    compareFiles: (files) => {
      const removed = [...planner.tree().files.keys()].filter((path) => !files.has(path));
      if (removed.length > 0) edit(removed);
    },
    acceptBundle(id, bundle) {
      if (!code.accept(id, bundle)) return;
      keepsFiles = isIntactBundle(bundle.folder);
      clearPages();
      sendPlan();
      send({ kind: 'changed' });
    },
    rejectBundle(id, problems) {
      if (!code.reject(id, problems)) return;
      sendPlan();
      send({ kind: 'changed' });
    },
    report(problem) {
      strayProblems = unique([...strayProblems, problem]);
      sendState();
    },
    afterFirstAnswer(dates) {
      if (hasAnswered) return;
      hasAnswered = true;
      planner.save();
      sendState();
      void dates().then((commits) => {
        if (commits.size > 0) planner.setCommits(commits);
      });
    },
  };
}

/** Maximum number of rendered pages that are kept for the time when the sources have errors. */
const maxLastGoodPages = 200;

/** Creates a cache of the last good versions of the most recently rendered pages. */
function createLastGood() {
  const pages = new Map<string, ServedPage>();
  return {
    find: (path: string): Result<ServedPage> | null => {
      const page = pages.get(path);
      return page ? ok(page) : null;
    },
    keep: (path: string, page: ServedPage): void => {
      pages.delete(path);
      pages.set(path, page);
      const oldest = pages.keys().next().value;
      if (pages.size > maxLastGoodPages && oldest !== undefined) pages.delete(oldest);
    },
  };
}

const scopeInputs = ['config', 'site', 'table', 'media'] as const;

/**
 * Returns the render scope of a plan. Reuses the last one if its inputs are unchanged, since creating the scope of a
 * large site takes a while.
 */
function scopeOf(plan: ScopePlan & LinkPlan, last: Served | null): RenderScope {
  const isShared = last && last.plan.plugins.key === plan.plugins.key;
  if (!isShared || !scopeInputs.every((part) => last.plan[part] === plan[part])) {
    return renderScope(plan, lazyTables(plan));
  }
  if (last.plan.catalogues === plan.catalogues && isDeepStrictEqual(last.plan.icons, plan.icons)) return last.scope;
  return { ...last.scope, icons: plan.icons, messages: localeMessages(plan) };
}

function unique(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...byText.values()];
}
