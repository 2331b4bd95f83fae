import { collectContent } from './content/collect.ts';
import { componentProblems } from './content/components.ts';
import { mediaOf, publishedEntries } from './content/media.ts';
import { missingImages } from './content/missing-images.ts';
import { missingReferences } from './content/references.ts';
import type { Diagnostic } from './contract.ts';
import { planOutputs } from './emit/outputs.ts';
import { planFacts } from './incremental/positions.ts';
import { lazy } from './lib/lazy.ts';
import { hasLoaders, type LoadOptions, loadEntries } from './loaders/load.ts';
import { compileLocales, neededKeys } from './locales/compile.ts';
import type { PlanMemory, PlanOptions, PlanStart } from './plan-memory.ts';
import { findPlugins } from './plugins/load.ts';
import { linkTables } from './render/jobs.ts';
import { queryLength } from './render/props.ts';
import { fail, ok, type Result, settle } from './report/result.ts';
import { reusable, storedReusable } from './reusable.ts';
import { withAliases } from './routes/aliases.ts';
import { dataFiles } from './routes/data.ts';
import { planRoutes } from './routes/plan.ts';
import { siteInfo } from './routes/site-info.ts';
import type { SitePlan } from './routes/site-plan.ts';
import type { CommitDates } from './sources/git.ts';
import { iconsInUse } from './sources/icons.ts';
import type { SourceTree } from './sources/tree.ts';

/** Plans the site of a source tree. Reports the problems of every stage that could run. */
export function planSite(
  tree: SourceTree,
  { stored, resolve, ...options }: PlanOptions & PlanStart,
  memory: PlanMemory,
): Result<SitePlan> {
  const fromMemory = reusable(tree, options, memory);
  const config = fromMemory.config ?? resolve();
  if (!config.ok) return fail([...(tree.problems ?? []), ...config.problems]);
  options.onConfig?.(config.value);
  const last = stored
    ? storedReusable(stored, { tree, options, entries: memory.entries, config: config.value })
    : fromMemory;
  const catalogues =
    last.catalogues ??
    compileLocales(tree, config.value.locales, { cache: memory.locales, needed: neededKeys(config.value) });
  const plugins = findPlugins(tree, config.value);
  const content =
    last.content(config.value) ??
    collectContent(tree, config.value, {
      ...options,
      memory: memory.entries,
      ...(memory.stored && { stored: memory.stored }),
    });
  const components = settle(() => null, componentProblems(tree, config.value));
  const stages: readonly Result<unknown>[] = [config, plugins, components, catalogues, content];
  const problems = [
    ...(tree.problems ?? []),
    ...stages.flatMap((stage) => (stage.ok ? stage.warnings : stage.problems)),
  ];
  if (!catalogues.ok || !content.ok || !plugins.ok || !components.ok) return fail(problems);

  const reusedTable = last.table();
  const data = dataFiles(tree);
  const source = { config: config.value, content: content.value, data: data.read };
  const table =
    reusedTable ??
    planRoutes({
      ...source,
      modified: modified(options.commits, tree),
      lengthOf: (query, locale) => queryLength(query, locale, source),
    });
  if (!table.ok) return fail([...problems, ...table.problems]);
  const complete =
    (reusedTable && last.complete(config.value)) ?? withAliases(config.value, content.value, table.value);
  if (!complete.ok) return fail([...problems, ...complete.problems]);
  const planned: Omit<SitePlan, 'facts' | 'tables'> = {
    tree,
    config: complete.value,
    site: last.site() ?? siteInfo(config.value, content.value),
    catalogues: catalogues.value,
    content: content.value,
    media: last.media ?? mediaOf(tree, memory.sizes, { settings: config.value.site.pictures, colors: memory.colors }),
    table: table.value,
    data,
    icons: iconsInUse(tree),
    plugins: plugins.value,
  };
  const plan: SitePlan = {
    ...planned,
    facts: lazy(() => last.facts() ?? planFacts(content.value, { ...planned, ...options })),
    tables: lazy(() => last.tables() ?? linkTables(planned)),
  };
  // What other entries name exists, as it did in the last plan.
  const entries = last.replaced() ?? publishedEntries(content.value);
  const brokenNames = [
    ...missingImages(entries, plan.media),
    ...missingReferences(entries, content.value, config.value),
  ];
  // Without an added or removed page or file, the output files are the same as before.
  const conflicts = reusedTable === null ? planOutputs(plan).problems() : [];
  const empty = table.value.routes.length === 0 ? [emptySite] : [];
  const settled = settle(() => plan, [...problems, ...table.warnings, ...brokenNames, ...conflicts, ...empty]);
  if (!settled.ok) return settled;
  const warnings = {
    config: config.warnings,
    catalogues: catalogues.warnings,
    content: content.warnings,
    table: table.warnings,
  };
  memory.last.plan = { plan, config: config.value, options, warnings };
  // The results of loaders are no files by which a stored plan could be checked.
  if (!options.loaded && !(stored && reusedTable)) memory.plans?.keep(memory.last.plan);
  return settled;
}

/** Plans a site like `planSite`, after running the loaders of its collections. */
export async function planLoaded(
  tree: SourceTree,
  { work, cache, mode, ...options }: PlanOptions & Pick<LoadOptions, 'work' | 'cache' | 'mode'>,
  memory: PlanMemory,
): Promise<Result<SitePlan>> {
  const withLoaders = hasLoaders(tree);
  const stored = withLoaders ? null : memory.plans?.restore(tree, options);
  if (stored) {
    const stillValid = ok(stored.config, stored.warnings.config);
    return planSite(tree, { ...options, resolve: () => stillValid, stored }, memory);
  }
  // After an edit of a text, what checks the configuration need not be loaded.
  const { resolveConfig } = await import('./config/resolve.ts');
  const config = resolveConfig(tree, options.overrides);
  const start = { ...options, resolve: () => config };
  if (!withLoaders || !config.ok) return planSite(tree, start, memory);
  const loaded = await loadEntries({ tree, config: config.value, work, cache, mode });
  if (!loaded.ok) return fail([...config.warnings, ...loaded.problems]);
  return planSite(tree, { ...start, loaded: loaded.value }, memory);
}

const emptySite: Diagnostic = {
  code: 'SITE_EMPTY',
  severity: 'warning',
  message: 'The site has no pages.',
  hint: 'Add a route to config/routes.yaml or a collection to config/content.yaml: `npx sitegen new page Home --path /`.',
};

function modified(commits: CommitDates, tree: SourceTree) {
  const file = commits.size === 0 ? () => null : (path: string) => commits.get(path) ?? null;
  return {
    file,
    page: (name: string, namespace: string, locale: string) => {
      const paths = [`site/pages/${name}.tsx`, `site/pages/${name}.jsx`, `locales/${locale}/${namespace}.json`];
      const days = paths.filter((path) => tree.files.has(path)).map(file);
      return days.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
    },
  };
}
