import { resolveConfig } from './config/resolve.ts';
import type { SiteConfig } from './config/types.ts';
import { type ContentIndex, collectContent, type EntryMemory, updateContent } from './content/collect.ts';
import { componentProblems } from './content/components.ts';
import { mediaOf, missingImages } from './content/media.ts';
import { missingReferences } from './content/references.ts';
import type { Diagnostic, SiteInfo } from './contract.ts';
import { planOutputs } from './emit/outputs.ts';
import { hasLoaders, type LoadOptions, loadEntries } from './loaders/load.ts';
import { type Catalogues, compileLocales, neededKeys } from './locales/compile.ts';
import type { LastPlan, PlanMemory, PlanOptions } from './plan-memory.ts';
import { findPlugins } from './plugins/load.ts';
import { queryLength } from './render/props.ts';
import { fail, ok, type Result, settle } from './report/result.ts';
import { withAliases } from './routes/aliases.ts';
import { dataReader } from './routes/data.ts';
import { planRoutes } from './routes/plan.ts';
import { siteInfo } from './routes/site-info.ts';
import type { SitePlan } from './routes/site-plan.ts';
import type { RouteTable } from './routes/types.ts';
import { entryFiles, isPatternOrFile } from './schema/files.ts';
import type { CommitDates } from './sources/git.ts';
import { iconsInUse } from './sources/icons.ts';
import { kindOf, type SourceTree } from './sources/tree.ts';

/** Plans the site of a source tree. Reports the problems of every stage that could run. */
export function planSite(tree: SourceTree, options: PlanOptions, memory: PlanMemory): Result<SitePlan> {
  const last = reusable(tree, options, memory.last.plan);
  const config = last.config ?? resolveConfig(tree, options.overrides);
  if (!config.ok) return fail([...(tree.problems ?? []), ...config.problems]);
  options.onConfig?.(config.value);
  const catalogues =
    last.catalogues ??
    compileLocales(tree, config.value.locales, { cache: memory.locales, needed: neededKeys(config.value) });
  const plugins = findPlugins(tree, config.value);
  const content =
    last.content(config.value, memory.entries) ??
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

  const reusedTable = last.table(content.value);
  const data = dataReader(tree).read;
  const source = { config: config.value, content: content.value, data };
  const table =
    reusedTable ??
    planRoutes({
      ...source,
      modified: modified(options.commits, tree),
      lengthOf: (query, locale) => queryLength(query, locale, source),
    });
  if (!table.ok) return fail([...problems, ...table.problems]);
  const complete =
    reusedTable && memory.last.plan
      ? ok(memory.last.plan.plan.config)
      : withAliases(config.value, content.value, table.value);
  if (!complete.ok) return fail([...problems, ...complete.problems]);
  const plan: SitePlan = {
    tree,
    config: complete.value,
    site: last.site(content.value) ?? siteInfo(config.value, content.value),
    catalogues: catalogues.value,
    content: content.value,
    media: last.media ?? mediaOf(tree, memory.sizes, { settings: config.value.site.pictures, colors: memory.colors }),
    table: table.value,
    data,
    icons: iconsInUse(tree),
    plugins: plugins.value,
  };
  const brokenNames = [...missingImages(content.value, plan.media), ...missingReferences(content.value, config.value)];
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
  return settled;
}

/** Plans a site like `planSite`, after running the loaders of its collections. */
export async function planLoaded(
  tree: SourceTree,
  { work, cache, mode, ...options }: PlanOptions & Pick<LoadOptions, 'work' | 'cache' | 'mode'>,
  memory: PlanMemory,
): Promise<Result<SitePlan>> {
  if (!hasLoaders(tree)) return planSite(tree, options, memory);
  const config = resolveConfig(tree, options.overrides);
  if (!config.ok) return planSite(tree, options, memory);
  const loaded = await loadEntries({ tree, config: config.value, work, cache, mode });
  if (!loaded.ok) return fail([...config.warnings, ...loaded.problems]);
  return planSite(tree, { ...options, loaded: loaded.value }, memory);
}

const emptySite: Diagnostic = {
  code: 'SITE_EMPTY',
  severity: 'warning',
  message: 'The site has no pages.',
  hint: 'Add a route to config/routes.yaml or a collection to config/content.yaml: `npx sitegen new page Home --path /`.',
};

type Reusable = {
  readonly config: Result<SiteConfig> | null;
  readonly catalogues: Result<Catalogues> | null;
  readonly content: (config: SiteConfig, entryMemory: EntryMemory) => Result<ContentIndex> | null;
  readonly table: (content: ContentIndex) => Result<RouteTable> | null;
  readonly site: (content: ContentIndex) => SiteInfo | null;
  readonly media: SitePlan['media'] | null;
};

const nothingReusable: Reusable = {
  config: null,
  catalogues: null,
  content: () => null,
  table: () => null,
  site: () => null,
  media: null,
};

/**
 * Returns the parts of the last plan that are still valid after edits of existing files. Nothing is reused if a file was added
 * or removed, or if the configuration changed.
 */
function reusable(tree: SourceTree, options: PlanOptions, last: LastPlan | undefined): Reusable {
  const { changed } = options;
  if (!last || !changed || !sameOptions(options, last.options)) return nothingReusable;
  const { plan, warnings } = last;
  const paths = [...changed];
  const existsInBoth = (path: string) => tree.files.has(path) && plan.tree.files.has(path);
  const kinds = new Set(paths.map((path) => (isEntryFile(path) ? 'entry' : kindOf(path))));
  if (kinds.has('config') || !paths.every(existsInBoth)) return nothingReusable;
  const entries = paths.filter(isEntryFile);
  let hasMoved = true;
  return {
    config: ok(last.config, warnings.config),
    catalogues: kinds.has('locale') ? null : ok(plan.catalogues, warnings.catalogues),
    content: (config, entryMemory) => {
      // Records of data files may move, and are too few to replace them one by one.
      if (paths.some((path) => !isEntryFile(path) && containsEntries(path, config))) return null;
      const previous = { tree: plan.tree, content: plan.content, warnings: warnings.content };
      const content = updateContent({
        tree,
        config,
        options: { ...options, memory: entryMemory },
        last: previous,
        changed: entries,
      });
      hasMoved = content === null;
      return content;
    },
    // The number of pages of a route may depend on a data file.
    table: () => (hasMoved || kinds.has('data') ? null : ok(plan.table, warnings.table)),
    site: () => (hasMoved ? null : plan.site),
    media: kinds.has('public') || kinds.has('content') ? null : plan.media,
  };
}

/** True for a file that a collection with a pattern or a file reads. */
function containsEntries(path: string, { content, locales }: SiteConfig): boolean {
  return Object.values(content.collections).some(
    ({ from }) =>
      from !== undefined && isPatternOrFile(from) && entryFiles(from, locales.allCodes).entryOf(path) !== null,
  );
}

const isEntryFile = (path: string): boolean => path.startsWith('content/') && path.endsWith('.md');

const sameOptions = (a: PlanOptions, b: PlanOptions): boolean =>
  a.drafts === b.drafts &&
  a.today === b.today &&
  a.commits === b.commits &&
  a.loaded === b.loaded &&
  a.overrides === b.overrides;

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
