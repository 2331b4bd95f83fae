import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from './build-options.ts';
import { startBuild, type Unmeasured, unchangedBuild } from './incremental/unchanged.ts';
import { type BuildReport, createTimings } from './report/build-report.ts';
import { fail, ok, type Result } from './report/result.ts';
import { systemProblem } from './report/system-error.ts';
import { siteStatCache } from './sources/stat-cache.ts';

/**
 * Builds a site, or returns the result of the last build if nothing has changed since: before the code of the stages is
 * loaded.
 */
export async function build(options: BuildOptions): Promise<Result<BuildReport>> {
  const work = join(options.root, '.sitegen');
  const time = createTimings(options.progress, () => performance.now());
  time.stage('Reading');
  try {
    const started = startBuild(options, siteStatCache(work, options.cache));
    const mayReuse = options.cache && !options.built && !options.parts && !isInterrupted(work);
    const unchanged = mayReuse ? unchangedBuild(options, started) : null;
    if (unchanged?.ok) return ok(measured(unchanged.value, time.end()), unchanged.warnings);
    const { buildSite } = await import('./pipeline.ts');
    return await buildSite(options, { ...started, time });
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return fail([problem]);
  }
}

/** True if a build was interrupted while it replaced the output: the next one completes or reverts that first. */
const isInterrupted = (work: string): boolean =>
  existsSync(work) && readdirSync(work).some((name) => name.startsWith('swap'));

function measured(report: Unmeasured, stages: BuildReport['stages']): BuildReport {
  const ms = Object.values(stages).reduce((a, b) => a + b, 0);
  return { ...report, stages, ms, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
