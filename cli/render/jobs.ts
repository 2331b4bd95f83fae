import { leftOutCodes } from '../config/locales.ts';
import type { SiteConfig } from '../config/types.ts';
import { mdxFiles, textComponents } from '../content/components.ts';
import { type HiddenFile, hiddenHint, hiddenReason, leftOutLocale } from '../content/links.ts';
import type { IndexedEntry } from '../content/read.ts';
import type { HeadTag, SiteInfo } from '../contract.ts';
import { tagsOf } from '../lib/head-tags.ts';
import { localePath, pathFor } from '../lib/paths.ts';
import { SharedTable } from '../lib/shared-table.ts';
import { linkTable } from '../routes/plan.ts';
import type { LinkTables, SitePlan } from '../routes/site-plan.ts';
import { ownRoute } from '../routes/stored-table.ts';
import type { PlannedRoute } from '../routes/types.ts';
import { bootScript } from '../runtime/boot-script.ts';
import { entryFiles } from '../schema/files.ts';
import { policiesOf } from './csp.ts';
import type { BodyJob, PageJob, RenderScope, ScopeTables } from './job.ts';
import { hasBody, type PropsSource, propsOf } from './props.ts';
import type { SummarySource } from './summary.ts';

/** The parts of a plan that all pages share. */
export type ScopePlan = Pick<SitePlan, 'tree' | 'config' | 'site' | 'icons' | 'plugins' | 'catalogues'>;

/** The parts of a plan by which links and images of texts are resolved. */
export type LinkPlan = Pick<SitePlan, 'tree' | 'config' | 'content' | 'media' | 'table'>;

/** The parts of a plan from which the summaries of entries are made. */
export type SummaryPlan = Pick<SitePlan, 'site' | 'media' | 'catalogues' | 'config' | 'content'>;

/** The parts of a plan from which the props of pages are made. */
export type PropsPlan = SummaryPlan & Pick<SitePlan, 'data'>;

/** The parts of a plan from which a page's job is made, beside its props. */
export type JobPlan = Pick<SitePlan, 'config' | 'content' | 'site' | 'table'>;

/** Returns what the pages of a plan share. */
export function renderScope(plan: ScopePlan, tables: ScopeTables): RenderScope {
  const { site, config } = plan;
  const script = bootScript({ theme: site.theme });
  return {
    root: plan.tree.root,
    site,
    organization: { name: site.name, sameAs: [], ...config.site.organization },
    bootScript: script,
    heads: [configTags(config.site.head, site)],
    copies: config.site.llms.copies,
    policies: policiesOf({ plan, bootScript: script }),
    icons: plan.icons,
    extraHead: iconLinks(plan),
    plugins: plan.plugins,
    components: textComponents(config, mdxFiles(config, plan.tree)),
    messages: localeMessages(plan),
    maxTextBytes: config.content.maxTextMb * 2 ** 20,
    ...tables,
  };
}

/** Returns elements of the configuration as tags; none has an attribute for its sources in the policy. */
function configTags(head: SiteConfig['site']['head'] | undefined, { base }: SiteInfo): readonly HeadTag[] {
  return head ? tagsOf(head as Parameters<typeof tagsOf>[0], base) : [];
}

/** Returns the tables by which links and images of texts are resolved, which workers share. */
export function scopeTables(plan: Pick<SitePlan, 'media' | 'tables'>): ScopeTables {
  return { ...plan.tables(), media: SharedTable.of(Array.from(plan.media, ([key, file]) => [key, file.ref] as const)) };
}

/** Returns the tables by which links of texts to pages and entries are resolved. */
export function linkTables(plan: Omit<LinkPlan, 'media'>): LinkTables {
  return {
    links: SharedTable.of(linkTable(plan.config, plan.table)),
    entries: SharedTable.of(entryPaths(plan)),
    hidden: SharedTable.of(hiddenEntries(plan)),
  };
}

/** Entry file -> path. */
function entryPaths(plan: Pick<SitePlan, 'content' | 'table'>): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  for (const route of plan.table.byPath.values()) {
    if (route.source.kind !== 'entry') continue;
    const entry = entryOf(plan, route);
    if (hasBody(entry)) paths.set(entry.file, route.path);
  }
  return paths;
}

/** Entry file that is not published, also since the build leaves out its locale -> why. */
function hiddenEntries({ tree, config, content }: Omit<LinkPlan, 'media'>): ReadonlyMap<string, HiddenFile> {
  const hidden = [...content.values()].flatMap((index) => index.hidden);
  const files = hidden.map((one) => [one.entry.file, { reason: hiddenReason(one), hint: hiddenHint }] as const);
  return new Map([...leftOutFiles({ tree, config }), ...files]);
}

/** Returns the texts of collections in locales that the build leaves out. */
function leftOutFiles({ tree, config }: Pick<SitePlan, 'tree' | 'config'>): readonly (readonly [string, HiddenFile])[] {
  const leftOut = new Set(leftOutCodes(config));
  if (leftOut.size === 0) return [];
  const collections = Object.values(config.content.collections).flatMap(({ from }) =>
    from === undefined ? [] : entryFiles(from, config.locales.allCodes),
  );
  return [...tree.files.keys()].flatMap((path) => {
    const codes = collections.map(({ entryOf }) => {
      const entry = entryOf(path);
      return entry === null || entry === 'misplaced' ? null : entry.locale;
    });
    const code = codes.find((one) => one !== null && leftOut.has(one));
    return code ? [[path, leftOutLocale(code)] as const] : [];
  });
}

/** Returns the same tables, each created on first use; images are hashed and measured when a page shows them. */
export function lazyTables(plan: LinkPlan): ScopeTables {
  return {
    links: lazyMap(() => linkTable(plan.config, plan.table)),
    media: { get: (key) => plan.media.get(key)?.ref },
    entries: lazyMap(() => entryPaths(plan)),
    hidden: lazyMap(() => hiddenEntries(plan)),
  };
}

function lazyMap<T>(make: () => ReadonlyMap<string, T>): Pick<ReadonlyMap<string, T>, 'get'> {
  let map: ReadonlyMap<string, T> | undefined;
  return {
    get: (key) => {
      map ??= make();
      return map.get(key);
    },
  };
}

/** Locale -> its messages, fallbacks included. */
export function localeMessages({ catalogues }: Pick<SitePlan, 'catalogues'>): RenderScope['messages'] {
  return Object.fromEntries(Object.entries(catalogues.locales).map(([code, catalogue]) => [code, catalogue.messages]));
}

/** Returns the source of the props of a plan's pages. */
export function propsSource(plan: PropsPlan): PropsSource {
  return { data: plan.data.read, ...summarySource(plan) };
}

/** Returns the source of the summaries of a plan's entries. */
export function summarySource({ site, media, catalogues, config, content }: SummaryPlan): SummarySource {
  return {
    config,
    content,
    feedTitle: ({ config: { list, seo } }, locale) =>
      textOf(catalogues, locale, `${list?.seo ?? seo}.title`) || site.name,
    image: (file) => media.get(file)?.ref ?? null,
  };
}

/** Returns the text of a message without placeholders; `''` if there is none. */
export function textOf({ locales }: SitePlan['catalogues'], locale: string, key: string): string {
  const message = locales[locale]?.messages[key];
  return typeof message === 'string' ? message : '';
}

/** Returns the Markdown files of the pages of a plan. */
export function bodyJobs(plan: Pick<SitePlan, 'content' | 'table'>): readonly BodyJob[] {
  return plan.table.routes.flatMap((route) => {
    const entry = route.source.kind === 'entry' ? entryOf(plan, route) : null;
    return entry && hasBody(entry) ? [bodyJob(entry)] : [];
  });
}

/** Creates the job of a page. Callers keep it only while they use it: all jobs of a large site would fill the memory. */
export function pageJob(plan: JobPlan, route: PlannedRoute, from: PropsSource): PageJob {
  const { source, ...rest } = ownRoute(route);
  const entry = source.kind === 'entry' ? entryOf(plan, route) : null;
  const body = entry && hasBody(entry) ? bodyJob(entry) : null;
  return {
    // The date goes to the sitemap, not into the page: a commit alone changes no page.
    route: { ...rest, lastmod: null },
    props: propsOf(route, from),
    ...settingsOf(plan.config, route),
    head: headOf(plan, route),
    values: seoValues(plan.site, route),
    parents: parentsOf(plan, route),
    body,
    card: null,
  };
}

/** Returns the pages above this one for its breadcrumbs, the home page first. */
function parentsOf({ config, table, site, content }: JobPlan, route: PlannedRoute): PageJob['parents'] {
  const locale = site.locales.find((one) => one.code === route.locale);
  const home = localePath({ prefix: locale?.prefix ?? '' }, '/');
  if (route.status !== 200 || route.path === home) return [];
  const parents = table.byPath.has(home) ? [{ path: home, seo: null }] : [];
  const { source } = route;
  const collection =
    source.kind === 'entry' || (source.kind === 'list' && source.tag !== null) ? source.collection : null;
  const list = collection === null ? undefined : content.get(collection)?.config.list;
  if (!list || collection === null || !locale) return parents;
  const seo = list.seo ?? config.content.collections[collection]?.seo ?? null;
  return [...parents, { path: localePath(locale, pathFor(list, locale.code)), seo }];
}

/** Returns the values for the SEO messages of a page. The list of a tag names the tag as written, not its slug. */
export function seoValues({ name }: Pick<SiteInfo, 'name'>, { params, source }: PlannedRoute): PageJob['values'] {
  const tag = source.kind === 'list' ? source.tag : null;
  const isTerm = source.kind === 'list' && source.taxonomy !== null;
  return { site: name, ...params, ...(tag === null ? {} : { [isTerm ? 'term' : 'tag']: tag }) };
}

/** Returns the elements of a page's route for the head. */
function headOf({ config, site }: JobPlan, { source }: PlannedRoute): readonly HeadTag[] {
  if (source.kind !== 'page') return [];
  return configTags(config.routes.find((one) => one.id === source.id)?.head, site);
}

export function settingsOf(config: SiteConfig, { source }: PlannedRoute): Pick<PageJob, 'seo' | 'jsonLd' | 'validate'> {
  switch (source.kind) {
    case 'page': {
      const route = config.routes.find((one) => one.id === source.id);
      return { seo: route?.seo ?? null, jsonLd: route?.jsonLd ?? null, validate: route?.validate ?? null };
    }
    case 'entry': {
      const collection = config.content.collections[source.collection];
      const jsonLd = collection?.jsonLd ?? (collection?.type === 'blog' ? 'BlogPosting' : 'WebPage');
      return { seo: collection?.seo ?? null, jsonLd: jsonLd === 'none' ? null : jsonLd, validate: null };
    }
    case 'list': {
      const collection = config.content.collections[source.collection];
      const terms = source.taxonomy === null ? collection?.tags : collection?.taxonomies[source.taxonomy];
      const seo = (source.tag === null ? collection?.list : terms)?.seo ?? collection?.seo ?? null;
      const isBlog = source.tag === null && collection?.type === 'blog';
      return { seo, jsonLd: isBlog ? 'Blog' : 'CollectionPage', validate: null };
    }
    case 'not-found':
      return { seo: config.notFound?.seo ?? null, jsonLd: null, validate: null };
  }
}

export function entryOf({ content }: Pick<SitePlan, 'content'>, route: PlannedRoute): IndexedEntry {
  if (route.source.kind !== 'entry') throw new Error(`not the page of an entry: ${route.path}`);
  const locale = content.get(route.source.collection)?.locales.get(route.locale);
  return locale?.entries[locale.indexOfFolder.get(route.source.folder) ?? -1] as IndexedEntry;
}

/** Returns the Markdown file of the page at a path, or null. */
export function markdownFileOf(plan: Pick<SitePlan, 'content' | 'table'>, path: string): string | null {
  const route = plan.table.byPath.get(path);
  const entry = route?.source.kind === 'entry' ? entryOf(plan, route) : null;
  return entry && hasBody(entry) ? entry.file : null;
}

export function bodyJob({ file, hash, locale }: IndexedEntry): BodyJob {
  return { file, hash, locale };
}

const icons: readonly (readonly [file: string, html: (url: string) => string])[] = [
  ['/favicon.ico', (url) => `<link rel="icon" href="${url}" sizes="32x32">`],
  ['/favicon.svg', (url) => `<link rel="icon" href="${url}" type="image/svg+xml">`],
  ['/apple-touch-icon.png', (url) => `<link rel="apple-touch-icon" href="${url}">`],
  ['/site.webmanifest', (url) => `<link rel="manifest" href="${url}">`],
];

/** Returns links for the icons in the public folder, which have conventional names. */
function iconLinks({ tree, site }: Pick<SitePlan, 'tree' | 'site'>): readonly string[] {
  const has = (file: string) => tree.files.has(`site/public${file}`) || tree.files.has(`public${file}`);
  return icons.filter(([file]) => has(file)).map(([file, html]) => html(site.base + file));
}
