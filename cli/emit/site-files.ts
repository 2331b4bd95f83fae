import type { BundleManifest } from '../bundle/manifest.ts';
import type { CollectionIndex } from '../content/content-index.ts';
import type { IndexedEntry } from '../content/read.ts';
import type { BuildMeta, Diagnostic, Locale, PageAssets } from '../contract.ts';
import { isHosted, localePath, pathFor } from '../lib/paths.ts';
import type { Catalogues } from '../locales/compile.ts';
import { policiesOf } from '../render/csp.ts';
import { type SummaryPlan, summarySource, textOf } from '../render/jobs.ts';
import { feedsOf } from '../render/props.ts';
import { summaryOf } from '../render/summary.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import type { OutputFile } from '../routes/types.ts';
import { isMdx } from '../schema/files.ts';
import { feedFiles } from './feeds.ts';
import { type Host, hostFiles, hostPaths } from './hosts.ts';
import { llmsFiles, llmsPaths, type PageText } from './llms.ts';
import { redirectPages } from './redirects.ts';
import { buildMeta, iconFiles, type LocalMessage, messagesFile, messagesPath } from './runtime-files.ts';
import { robotsTxt, sitemapPaths, sitemaps } from './sitemap.ts';

/** The parts of a plan that emitters write out. */
export type EmitPlan = EmitterPlan & SummaryPlan & Pick<SitePlan, 'tree'>;

export type SiteFilesInput = {
  readonly plan: EmitPlan;
  readonly bootScript: string;
  /** Returns the HTML of an entry, for feeds with full texts. */
  readonly html: (entry: IndexedEntry) => string | null;
  /** Returns the text of a finished page, for lists of pages; null if pages are not finished. */
  readonly textOfPage: (path: string) => PageText | null;
};

/** A part of the generator that writes output files other than pages and copies. */
export type Emitter = {
  /** Its description, for the middle of a sentence. */
  readonly what: string;
  /** Source file that requests it, and where in that file. */
  readonly file?: string;
  readonly at?: readonly (string | number)[];
  /** Paths of its files below the output folder, except the parts of a very large sitemap. */
  readonly paths: readonly string[];
  /** Whether its files depend only on the site and its pages, not on the texts of these. */
  readonly isOfRoutes?: boolean;
  readonly files: (input: SiteFilesInput, problem: (problem: Diagnostic) => void) => Iterable<OutputFile>;
};

/** The parts of a plan that determine the paths of all emitters. */
type EmitterPlan = Pick<SitePlan, 'config' | 'site' | 'content' | 'table' | 'icons'>;

/** Returns all emitters of a site. Listing their paths is cheap: only `files` creates contents. */
export function emittersOf({ config, site, content, table, icons }: EmitterPlan): readonly Emitter[] {
  const locales = site.locales.filter(isHosted);
  const iconPaths = iconFiles(icons).map(({ path }) => path);
  return [
    {
      what: 'the sitemaps',
      paths: sitemapPaths({ site, table }),
      isOfRoutes: true,
      files: () => sitemaps({ site, table }),
    },
    {
      what: 'the robots.txt of the generator',
      file: 'config/site.yaml',
      paths: ['robots.txt'],
      files: () => [robotsTxt({ site, disallow: config.site.robots.disallow })],
    },
    ...locales.map(({ code }) => ({
      what: `the messages of ${code}`,
      paths: [messagesPath(code)],
      files: ({ plan }: SiteFilesInput) => [messagesFile(code, localMessages(plan.catalogues, code))],
    })),
    ...[...content.values()].flatMap((index) =>
      locales.map((locale) => ({
        what: `the feeds of ${index.name} (${locale.code})`,
        file: 'config/content.yaml',
        at: ['collections', index.name, 'feeds'],
        paths: feedsOf(index, locale, { feedTitle: () => '' }).map(({ path }) => path.slice(1)),
        files: (input: SiteFilesInput) => feeds(input, index, locale),
      })),
    ),
    ...locales.map((locale) => ({
      what: `the list of pages for machines (${locale.code})`,
      file: 'config/site.yaml',
      at: ['llms'],
      paths: llmsPaths({ config }, locale),
      files: ({ plan, textOfPage }: SiteFilesInput) => llmsFiles(plan, locale, textOfPage),
    })),
    {
      what: 'a redirect',
      file: 'config/routes.yaml',
      paths: redirectPages({ site, rules: config.rules }).map(({ path }) => path),
      files: () => redirectPages({ site, rules: config.rules }),
    },
    { what: 'the icons in use', paths: iconPaths, files: () => iconFiles(icons) },
    ...config.site.output.hosts.map((host, index) => ({
      what: `the files for the host ${host}`,
      file: 'config/site.yaml',
      at: ['output', 'hosts', index],
      paths: hostPaths(host),
      files: (input: SiteFilesInput, problem: (problem: Diagnostic) => void) => filesForHost(host, input, problem),
    })),
  ];
}

/** Yields every output file other than pages and copies. Calls `problem` with the rules that a host cannot express. */
export function* siteFiles(input: SiteFilesInput, problem: (problem: Diagnostic) => void): Generator<OutputFile> {
  for (const emitter of emittersOf(input.plan)) yield* emitter.files(input, problem);
}

function filesForHost(
  host: Host,
  { plan, bootScript }: SiteFilesInput,
  problem: (problem: Diagnostic) => void,
): readonly OutputFile[] {
  const text = (path: string) => {
    const file = siteHostFiles(plan).get(path);
    return file === undefined ? undefined : plan.tree.text(file);
  };
  const [headers, redirects] = [text('_headers'), text('_redirects')];
  const files = hostFiles(host, {
    base: plan.site.base,
    rules: plan.config.rules,
    ...policiesOf({ plan, bootScript }),
    siteFiles: { ...(headers !== undefined && { headers }), ...(redirects !== undefined && { redirects }) },
    notFound: plan.table.routes.filter((route) => route.status === 404).map((route) => route.path),
  });
  if (!files.ok) return [];
  files.warnings.forEach(problem);
  return files.value;
}

/**
 * Returns the site's own `_headers` and `_redirects` by name. They are merged with the generated ones; none if no host
 * reads these.
 */
export function siteHostFiles({ tree, config }: Pick<SitePlan, 'tree' | 'config'>): ReadonlyMap<string, string> {
  if (config.site.output.hosts.every((host) => host === 'nginx')) return new Map();
  const names = ['_headers', '_redirects'];
  return new Map(
    names.flatMap((name) => {
      const file = ['site/public', 'public'].map((folder) => `${folder}/${name}`).find((path) => tree.files.has(path));
      return file === undefined ? [] : [[name, file] as const];
    }),
  );
}

/** Yields the messages of a locale, each with the locale in which it is written. */
function* localMessages({ locales }: Catalogues, code: string): Generator<LocalMessage> {
  const catalogue = locales[code];
  for (const [key, message] of Object.entries(catalogue?.messages ?? {})) {
    yield { key, message, from: catalogue?.from[key] ?? code };
  }
}

function feeds({ plan, html }: SiteFilesInput, index: CollectionIndex, locale: Locale): readonly OutputFile[] {
  const localeIndex = index.locales.get(locale.code);
  const from = summarySource(plan);
  const refs = feedsOf(index, locale, from);
  if (!localeIndex || refs.length === 0) return [];
  const { limit, content } = plan.config.site.feeds;
  const scope = { from, index, locale: localeIndex, at: locale };
  const description = textOf(plan.catalogues, locale.code, `${index.config.list?.seo ?? index.config.seo}.description`);
  return feedFiles({
    site: plan.site,
    locale,
    title: from.feedTitle(index, locale.code),
    description: description || plan.config.site.description,
    listPath: localePath(locale, index.config.list ? pathFor(index.config.list, locale.code) : '/'),
    publisher: plan.config.site.organization?.name ?? plan.site.name,
    feeds: refs,
    items: localeIndex.entries
      .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
      .slice(0, limit)
      // MDX has no HTML before its components are rendered.
      .map((entry) => ({
        entry: summaryOf(entry, scope),
        html: content === 'full' && !isMdx(entry.file) ? html(entry) : null,
      })),
  });
}

/** Returns the content of `builds/meta/{id}.json`. `hashOf` returns the hash of a page's payload. */
export function metaOf(
  { config, table }: Pick<SitePlan, 'config' | 'table'>,
  bundle: Pick<BundleManifest, 'pages'>,
  build: {
    readonly id: string;
    readonly timestamp: number;
    readonly hashOf: (path: string) => string;
    readonly refused?: BuildMeta['refused'];
  },
): ReturnType<typeof buildMeta> {
  const pages: Record<string, PageAssets> = {};
  for (const [key, page] of Object.entries(bundle.pages)) pages[key] = page.assets;
  return buildMeta({
    id: build.id,
    timestamp: build.timestamp,
    rules: config.rules,
    pages,
    refused: build.refused ?? {},
    prerendered: table.routes.map(({ path, page }) => ({ path, page, hash: build.hashOf(path) })),
  });
}
