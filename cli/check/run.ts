import { join } from 'node:path';
import type { BundleManifest } from '../bundle/manifest.ts';
import type { Diagnostic } from '../contract.ts';
import type { PageRecord } from '../incremental/page-record.ts';
import { htmlFile } from '../lib/paths.ts';
import { policiesOf } from '../render/csp.ts';
import type { SitePlan } from '../routes/site-plan.ts';
import { checkExternal } from './external.ts';
import { type Fix, fixOf } from './fix.ts';
import { checkedPage, isNew, isReported, toDiagnostic } from './page.ts';
import { type CheckedPage, checkPage } from './page-rules.ts';
import { readFacts } from './read-facts.ts';
import { checkSite } from './site-rules.ts';
import { checkTexts } from './texts.ts';

/** A finished build: its plan with the pages that were written, their records, and the output folder. */
export type BuiltSite = {
  readonly plan: SitePlan;
  readonly records: ReadonlyMap<string, PageRecord>;
  readonly manifest: Pick<BundleManifest, 'pages'>;
  readonly out: string;
  readonly work: string;
  /** Returns the size of an output file in bytes, by its path below the output folder. */
  readonly bytesOf: (path: string) => number | undefined;
};

export type CheckOptions = {
  /** Request the URLs of other sites that pages link to. */
  readonly external: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal;
};

export type Checked = { readonly problems: readonly Diagnostic[]; readonly fixes: readonly Fix[] };

/** Checks a finished build: each page, the site as a whole, and its messages. `warnings` are those of the build. */
export async function checkBuilt(
  built: BuiltSite,
  warnings: readonly Diagnostic[],
  options: CheckOptions,
): Promise<Checked> {
  const { plan, records } = built;
  const settings = plan.config.site.check;
  const pages = await checkedPages(built);
  const targets = new Map([...records].map(([path, record]) => [path, record.targets]));
  const written = new Map([...records].map(([path, record]) => [path, record.written]));
  const bytesOf = (path: string) => built.bytesOf(path.slice(1));
  const findings = [
    ...pages.flatMap((page) => checkPage(page, settings, plan.tree.text)),
    ...checkSite({ site: plan.site, pages, targets, written, rules: plan.config.rules, bytesOf }, settings),
    ...checkTexts({
      tree: plan.tree,
      defaultLocale: plan.config.locales.default,
      otherLocales: plan.config.locales.list.filter(({ code }) => code !== plan.config.locales.default),
      missing: new Map(plan.catalogues.coverage.map(({ locale, missing }) => [locale, missing])),
      readKeys: readKeys(built),
      identical: settings.identical,
    }),
    ...(options.external
      ? await checkExternal({
          ...options,
          links: externalLinks(pages, plan),
          cache: join(built.work, 'cache/external.json'),
        })
      : []),
  ];
  const reported = findings.filter(isReported(settings.ignore)).filter(isNew(warnings));
  const fixes = [...reported.flatMap(({ fix }) => fix ?? []), ...warnings.flatMap((warning) => fixOf(warning) ?? [])];
  return { problems: [...warnings, ...reported.map(toDiagnostic)], fixes };
}

async function checkedPages({ plan, records, out, work }: BuiltSite): Promise<readonly CheckedPage[]> {
  const documents = plan.table.routes.flatMap((route) => {
    const file = htmlFile(route);
    const written = records.get(route.path)?.files.find(([path]) => path === file);
    return written ? [{ path: route.path, file, hash: written[2] }] : [];
  });
  const policies = policiesOf({ plan, bootScript: '' });
  const facts = await readFacts(documents, { out, cache: join(work, 'cache/facts.json') });
  return plan.table.routes.flatMap((route): readonly CheckedPage[] => {
    const pageFacts = facts.get(route.path);
    return pageFacts ? [checkedPage({ route, facts: pageFacts, plan, policies })] : [];
  });
}

/** Returns the keys of all messages that pages have read or that their code names. */
function readKeys({ records, manifest }: BuiltSite): ReadonlySet<string> {
  const keys = new Set(Object.values(manifest.pages).flatMap(({ literals }) => literals));
  for (const record of records.values()) for (const key of record.keys) keys.add(key);
  return keys;
}

/** Returns the URLs of other sites that pages link to, each with the first page. */
function externalLinks(pages: readonly CheckedPage[], { site }: Pick<SitePlan, 'site'>) {
  const links = new Map<string, { readonly path: string; readonly file: string | null }>();
  for (const { path, file, facts } of pages) {
    for (const url of facts.links) {
      const target = url.split('#')[0] as string;
      if (!target.startsWith(`${site.url}/`) && target !== site.url && !links.has(target))
        links.set(target, { path, file });
    }
  }
  return links;
}
