import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions } from './build-options.ts';
import { createBundler } from './bundle/queue.ts';
import { hasBundles } from './bundle/record.ts';
import type { BuiltDomains } from './config/resolve.ts';
import type { Diagnostic } from './contract.ts';
import { startBuild, type Unmeasured, unchangedBuild } from './incremental/unchanged.ts';
import { createEarlyThread } from './render/early-thread.ts';
import { type BuildReport, createTimings, joinReports } from './report/build-report.ts';
import { fail, ok, type Result } from './report/result.ts';
import { systemProblem } from './report/system-error.ts';
import { readSources } from './sources/read.ts';
import { openStatCache, siteStatCache } from './sources/stat-cache.ts';

/**
 * Builds a site; one with several domains once for each of them. A domain is replaced as a whole; after an error, the
 * following ones stay as they are.
 */
export async function build(options: BuildOptions): Promise<Result<BuildReport>> {
  const site = await siteOfDomains(options);
  if (site === null) return buildOne(options);
  if (options.parts) return fail([shardOfDomains(site.domains)]);
  const reports: Record<string, BuildReport> = {};
  const warnings = new Map<string, Diagnostic>();
  for (const domain of site.domains) {
    const built = await buildOne({ ...options, overrides: { ...options.overrides, domain } });
    if (!built.ok) return built;
    reports[domain] = built.value;
    for (const warning of built.warnings) warnings.set(JSON.stringify(warning), warning);
  }
  await removeOneDomain(site.out);
  return ok(joinReports(reports, site.out), [...warnings.values(), ...(await droppedDomains(site))]);
}

/** Warnings about folders of domains that the site no longer has: a host may still serve them. */
async function droppedDomains({ all, out }: BuiltDomains): Promise<readonly Diagnostic[]> {
  const { hasRecord } = await import('./output/foreign.ts');
  return readdirSync(out)
    .filter((name) => !all.includes(name) && hasRecord(join(out, name)))
    .map((name) => ({
      code: 'OUT_DROPPED_DOMAIN',
      severity: 'warning',
      message: `${join(out, name)} is the output of a domain that the site no longer has.`,
      hint: 'Delete the folder once no host publishes it.',
    }));
}

/** Removes what the site, when it had one domain, wrote into the folder that holds those of its domains. */
async function removeOneDomain(out: string): Promise<void> {
  const { hasRecord, removeRecorded } = await import('./output/foreign.ts');
  if (!hasRecord(out)) return;
  const { acquireLock, lockOf } = await import('./output/lock.ts');
  const lock = acquireLock(lockOf(out));
  // Another process builds into this folder: the next build removes the files.
  if (!('release' in lock)) return;
  try {
    removeRecorded(out);
  } finally {
    lock.release();
  }
}

/** Returns the domains to build and their folder; null if one build is all. */
async function siteOfDomains({ root, overrides }: BuildOptions): Promise<BuiltDomains | null> {
  // Most sites have one domain, and the configuration takes a while to load.
  if (overrides.domain !== undefined || !textOf(join(root, 'config/locales.yaml')).includes('url')) return null;
  const { builtDomains } = await import('./config/resolve.ts');
  return builtDomains(readSources(root, openStatCache(null, Date.now)), overrides);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const shardOfDomains = (domains: readonly string[]): Diagnostic => ({
  code: 'CONFIG_OPTION',
  severity: 'error',
  message: 'Each domain of the site has shards of its own.',
  hint: `Add --domain with one of ${domains.join(', ')}.`,
});

/**
 * Builds a site or one domain of it, or returns the result of the last build if nothing has changed since: before the code of the stages is
 * loaded.
 */
async function buildOne(options: BuildOptions): Promise<Result<BuildReport>> {
  const work = join(options.root, '.sitegen');
  const time = createTimings(options.progress, () => performance.now());
  time.stage('Reading');
  const bundler = createBundler();
  const thread = createEarlyThread();
  // The bundler loads while the sources are read. A cached bundle is often current: then it would only take time.
  if (options.maxMemoryMb === undefined && !(options.cache && hasBundles(work, 'production'))) bundler.prepare();
  try {
    const started = startBuild(options, siteStatCache(work, options.cache));
    const mayReuse = options.cache && !options.built && !options.parts && !isInterrupted(work);
    const unchanged = mayReuse ? unchangedBuild(options, started) : null;
    if (unchanged?.ok) return ok(measured(unchanged.value, time.end()), unchanged.warnings);
    // To load the code of the stages takes a while, as loading that of a render thread does.
    if (options.maxMemoryMb === undefined && !options.parts) thread.prepare(options.root);
    const { buildSite } = await import('./pipeline.ts');
    return await buildSite(options, { ...started, time, bundler, thread });
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return fail([problem]);
  } finally {
    bundler.close();
    thread.close();
  }
}

/** True if a build was interrupted while it replaced the output: the next one completes or reverts that first. */
const isInterrupted = (work: string): boolean =>
  existsSync(work) && readdirSync(work).some((name) => name.startsWith('swap'));

function measured(report: Unmeasured, stages: BuildReport['stages']): BuildReport {
  const ms = Object.values(stages).reduce((a, b) => a + b, 0);
  return { ...report, stages, ms, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
