import { resolveConfig } from './config/resolve.ts';
import { siteInfo } from './config/site-info.ts';
import type { ConfigOverrides, SiteConfig } from './config/types.ts';
import { type ContentIndex, collectContent } from './content/collect.ts';
import type { Entry } from './content/entry.ts';
import { type MediaFile, mediaOf, type SizeCache } from './content/media.ts';
import type { Diagnostic, Json, SiteInfo } from './contract.ts';
import { type Catalogues, compileLocales, type LocaleCache } from './locales/compile.ts';
import { neededKeys } from './locales/needed.ts';
import { fail, ok, type Result } from './report/result.ts';
import { planRoutes } from './routes/plan.ts';
import type { RouteTable } from './routes/types.ts';
import type { CommitDates } from './sources/git.ts';
import type { SourceTree } from './sources/tree.ts';

/** Stages 2 to 6: what the site is, before anything is bundled or rendered. */
export type SitePlan = {
  readonly tree: SourceTree;
  readonly config: SiteConfig;
  readonly site: SiteInfo;
  readonly catalogues: Catalogues;
  readonly content: ContentIndex;
  readonly media: ReadonlyMap<string, MediaFile>;
  readonly table: RouteTable;
  readonly data: (path: string) => Json;
};

export type PlanOptions = {
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  /** ISO date. */
  readonly today: string;
  readonly commits: CommitDates;
};

/** What may be kept from one plan to the next; keyed by content, so never wrong. */
export type PlanMemory = {
  readonly entries: Map<string, Entry>;
  readonly sizes: SizeCache;
  readonly locales: LocaleCache;
};

/** Plans the site of a source tree. Reports the problems of every stage that could still be looked at. */
export function planSite(tree: SourceTree, options: PlanOptions, memory: PlanMemory): Result<SitePlan> {
  const config = resolveConfig(tree, options.overrides);
  if (!config.ok) return config;
  const catalogues = compileLocales(tree, config.value.locales, {
    cache: memory.locales,
    needed: neededKeys(config.value),
  });
  const content = collectContent(tree, config.value, { ...options, known: memory.entries });
  const stages: readonly Result<unknown>[] = [config, catalogues, content];
  const problems = stages.flatMap((stage) => (stage.ok ? stage.warnings : stage.problems));
  if (!catalogues.ok || !content.ok) return fail(problems);

  const { page, file } = modified(options.commits, tree);
  const table = planRoutes(config.value, content.value, { page, file });
  if (!table.ok) return fail([...problems, ...table.problems]);
  const data = dataReader(tree);
  const plan: SitePlan = {
    tree,
    config: config.value,
    site: siteInfo(config.value),
    catalogues: catalogues.value,
    content: content.value,
    media: mediaOf(tree, memory.sizes),
    table: table.value,
    data: data.read,
  };
  return ok(plan, [...problems, ...table.warnings]);
}

function modified(commits: CommitDates, tree: SourceTree) {
  const file = (path: string) => commits.get(path) ?? null;
  return {
    file,
    page: (name: string, namespace: string, locale: string) => {
      const paths = [`site/pages/${name}.tsx`, `site/pages/${name}.jsx`, `locales/${locale}/${namespace}.json`];
      const days = paths.filter((path) => tree.files.has(path)).map(file);
      return days.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
    },
  };
}

/** Data files of `data` queries, each parsed once; a broken one counts as null and is reported by the check. */
function dataReader(tree: SourceTree): { read: (path: string) => Json } {
  const parsed = new Map<string, Json>();
  return {
    read: (path) => {
      const known = parsed.get(path);
      if (known !== undefined) return known;
      const value = tree.files.has(path) ? (JSON.parse(tree.text(path)) as Json) : null;
      parsed.set(path, value);
      return value;
    },
  };
}

/** Everything wrong with the data files that pages ask for. */
export function dataProblems(plan: SitePlan): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const route of plan.config.routes) {
    for (const query of Object.values(route.data)) {
      if (!('file' in query)) continue;
      for (const { code } of plan.config.locales.list) {
        const file = query.file.replaceAll('{locale}', code);
        const used = plan.table.routes.some((one) => one.id === route.id && one.locale === code);
        if (used && !problems.some((known) => known.file === file)) problems.push(...dataProblem(plan.tree, file));
      }
    }
  }
  return problems;
}

function dataProblem(tree: SourceTree, file: string): readonly Diagnostic[] {
  if (!tree.files.has(file)) {
    const hint = 'Create it, or change the route of config/routes.yaml that names it.';
    return [{ code: 'DATA_MISSING', severity: 'error', message: `There is no data file ${file}.`, hint, file }];
  }
  try {
    JSON.parse(tree.text(file));
    return [];
  } catch (error) {
    return [
      { code: 'DATA_SYNTAX', severity: 'error', message: (error as Error).message, hint: 'Mend the JSON.', file },
    ];
  }
}
