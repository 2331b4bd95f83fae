import type { Bundle } from '../bundle/bundle.ts';
import { isHosted } from '../lib/paths.ts';
import { scriptBytes } from '../render/budgets.ts';
import type { RenderedSite } from '../render/run.ts';
import type { BuildReport } from '../report/build-report.ts';
import type { SitePlan } from '../routes/site-plan.ts';

type ReportInput = {
  readonly plan: Pick<SitePlan, 'table' | 'site' | 'catalogues' | 'facts'>;
  readonly bundle: Bundle;
  readonly isBundleReused: boolean;
  readonly pages: Pick<BuildReport, 'rendered' | 'reused' | 'slowest'> & Pick<RenderedSite, 'records'>;
  readonly written: Pick<BuildReport, 'id' | 'files' | 'bytes'>;
  readonly out: string;
  readonly stages: Readonly<Record<string, number>>;
  readonly peakBytes: number;
};

/** Returns the report of a build from the results of all stages. */
export function reportOf({
  plan,
  bundle,
  isBundleReused,
  pages,
  written,
  out,
  stages,
  peakBytes,
}: ReportInput): BuildReport {
  return {
    id: written.id,
    out,
    pages: plan.table.routes.length,
    rendered: pages.rendered,
    reused: pages.reused,
    locales: plan.site.locales.filter(isHosted).map(({ code }) => {
      const missingKeys = plan.catalogues.coverage.find(({ locale }) => locale === code)?.missing ?? [];
      const pages = plan.table.routes.filter((route) => route.locale === code).length;
      return { code, pages, missing: missingKeys.length, missingKeys };
    }),
    files: written.files,
    bytes: written.bytes,
    bundle: isBundleReused ? 'reused' : 'made',
    scripts: Object.fromEntries(
      Object.keys(bundle.manifest.pages).map((key) => [
        key,
        scriptBytes(key, {
          routes: plan.table.routes,
          records: pages.records,
          manifest: bundle.manifest,
          base: plan.site.base,
        }),
      ]),
    ),
    nextChange: plan.facts().nextChange,
    slowest: pages.slowest,
    stages,
    ms: Object.values(stages).reduce((a, b) => a + b, 0),
    peakBytes,
  };
}
