import type { BundleManifest } from '../bundle/manifest.ts';
import type { CollectionIndex, IndexedEntry } from '../content/collect.ts';
import type { BuildMeta, Diagnostic, Locale, Message, PageAssets } from '../contract.ts';
import type { SitePlan } from '../plan.ts';
import { propsSource, textOf } from '../render/jobs.ts';
import { feedsOf, summaryOf } from '../render/props.ts';
import { localePath } from '../routes/paths.ts';
import type { OutputFile } from '../routes/types.ts';
import { buildMeta } from './build-meta.ts';
import { contentSecurityPolicy, serviceOrigins } from './csp.ts';
import { feedFiles } from './feeds.ts';
import { type Host, hostFiles } from './hosts.ts';
import { iconFiles } from './icons.ts';
import { messagesFile } from './messages.ts';
import { redirectPages } from './redirects.ts';
import { robotsTxt } from './robots.ts';
import { sitemaps } from './sitemap.ts';

export type SiteFilesInput = {
  readonly plan: SitePlan;
  readonly bootScript: string;
  /** HTML of an entry for feeds that hold all of it. */
  readonly html: (entry: IndexedEntry) => string | null;
};

/** Every file of the output that is neither a page nor copied, one at a time; `problem` hears of what a host cannot do. */
export function* siteFiles(input: SiteFilesInput, problem: (problem: Diagnostic) => void): Generator<OutputFile> {
  const { plan } = input;
  const { site, table } = plan;
  yield* sitemaps({ site, table });
  yield robotsTxt({ site, disallow: plan.config.site.robots.disallow });
  yield* plan.site.locales.map((locale) => localeMessages(plan, locale.code));
  for (const index of plan.content.values()) {
    for (const locale of site.locales) yield* feeds(input, index, locale);
  }
  yield* redirectPages({ site, rules: plan.config.rules });
  yield* iconFiles(plan.icons);
  for (const host of plan.config.site.output.hosts) {
    const files = hostFiles(host as Host, {
      base: site.base,
      rules: plan.config.rules,
      csp: policyOf(input),
      notFound: table.routes.filter((route) => route.status === 404).map((route) => route.path),
    });
    if (!files.ok) continue;
    files.warnings.forEach(problem);
    yield* files.value;
  }
}

type PolicyInput = { readonly plan: Pick<SitePlan, 'config' | 'site'>; readonly bootScript: string };

/** The policy that every page is to be served with. */
export function policyOf({ plan, bootScript }: PolicyInput): string {
  const { connect, images } = plan.config.site.security;
  return contentSecurityPolicy(bootScript, {
    'connect-src': [...serviceOrigins(plan.site), ...connect],
    'img-src': images,
  });
}

function localeMessages(plan: SitePlan, code: string): OutputFile {
  return messagesFile(code, localMessages(plan, code));
}

/** The catalogue of a locale with where each message was taken from. */
export function* localMessages(
  plan: SitePlan,
  code: string,
): Generator<{ key: string; message: Message; from: string }> {
  const catalogue = plan.catalogues.locales[code];
  for (const [key, message] of Object.entries(catalogue?.messages ?? {})) {
    yield { key, message, from: catalogue?.from[key] ?? code };
  }
}

function feeds({ plan, html }: SiteFilesInput, index: CollectionIndex, locale: Locale): readonly OutputFile[] {
  const here = index.locales.get(locale.code);
  const from = propsSource(plan);
  const refs = feedsOf(index, locale, from);
  if (!here || refs.length === 0) return [];
  const { limit, content } = plan.config.site.feeds;
  const scope = { from, index, locale: here, at: locale };
  const description = textOf(plan, locale.code, `${index.config.list?.seo ?? index.config.seo}.description`);
  return feedFiles({
    site: plan.site,
    locale,
    title: from.feedTitle(index, locale.code),
    description: description || plan.config.site.description,
    listPath: localePath(locale, index.config.list?.path ?? '/'),
    publisher: plan.config.site.organization?.name ?? plan.site.name,
    feeds: refs,
    items: here.entries
      .slice(0, limit)
      .map((entry) => ({ entry: summaryOf(entry, scope), html: content === 'full' ? html(entry) : null })),
  });
}

/** What `builds/meta/{id}.json` says of the pages. `hashOf`: hash of a page's payload. */
export function metaOf(
  plan: SitePlan,
  bundle: BundleManifest,
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
    rules: plan.config.rules,
    pages,
    refused: build.refused ?? {},
    prerendered: plan.table.routes.map(({ path, page }) => ({ path, page, hash: build.hashOf(path) })),
  });
}
