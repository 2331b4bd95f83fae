import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentKey, viteVersion } from '../bundle/environment.ts';
import { currentRecord } from '../bundle/record.ts';
import type { ConfigOverrides } from '../config/types.ts';
import { viteConfigIn } from '../config/vite-config.ts';
import type { Diagnostic } from '../contract.ts';
import { domainFile, loadCache, saveCache } from '../lib/cache-file.ts';
import { hashOf } from '../lib/hash.ts';
import { home } from '../lib/home.ts';
import { installRecords } from '../lib/packages.ts';
import { statOf } from '../lib/stat.ts';
import { sitegenHash } from '../lib/version.ts';
import type { BuildReport } from '../report/build-report.ts';
import { ok, type Result } from '../report/result.ts';
import { repositoryState } from '../sources/git.ts';
import { iconSetsKey } from '../sources/icons.ts';
import { readSources } from '../sources/read.ts';
import { racyMs, type StatCache } from '../sources/stat-cache.ts';
import type { SourceTree } from '../sources/tree.ts';
import type { WrittenFile } from './page-record.ts';

/** The options of a build that its result depends on. */
export type Requested = {
  readonly root: string;
  readonly overrides: ConfigOverrides;
  readonly drafts: boolean;
  /** ISO date. */
  readonly today: string;
  readonly timestamp: number | null;
};

/** The state of everything that a build read and wrote, with its result. While none of it changes, that result stands. */
type Snapshot = {
  /** Hash of the generator, the options, the environment and the commit. */
  readonly key: string;
  /** Hash of the states of the source files on disk. */
  readonly sources: string;
  /** Files that may have changed since without another state on disk, with the hash of their content. */
  readonly racy: readonly (readonly [path: string, hash: string])[];
  /** Days on which the same entries are published: from the first, and before the second if there is one. */
  readonly days: readonly [from: string, until: string | null];
  /** Folder of the bundle. */
  readonly bundle: string;
  readonly out: string;
  /** Name of the list of output files, below the output folder. */
  readonly list: string;
  /** Hash of the states of the output files on disk. */
  readonly outputs: string;
  readonly report: Unmeasured;
  readonly warnings: readonly Diagnostic[];
};

const format = `snapshot ${sitegenHash}`;
const fileOf = ({ root, overrides }: Pick<Requested, 'root' | 'overrides'>): string =>
  join(root, '.sitegen', domainFile('snapshot.json', overrides.domain));

/** With more files that changed a moment ago, hashing them takes longer than the next build would save. */
const MAX_RACY_FILES = 2000;

/** The sources of a build, with their states before any of them was read. */
export type Started = {
  readonly tree: SourceTree;
  readonly stats: StatCache;
  /** Hash of the generator, the options, the environment and the commit. */
  readonly key: string;
  /** Files that may still change without another state on disk; null: too many to hash each. */
  readonly racy: Snapshot['racy'] | null;
};

/** Lists the sources of a site and notes their states. Throws as `fs` does. */
export function startBuild(options: Requested, stats: StatCache): Started {
  const startedMs = Date.now();
  const key = keyOf(options);
  const tree = readSources(options.root, stats);
  const racy = [...tree.files.values()].filter(
    ({ stat }) => stat && Math.max(stat.mtimeMs, stat.ctimeMs) > startedMs - racyMs,
  );
  const isMany = racy.length > MAX_RACY_FILES;
  return { tree, stats, key, racy: isMany ? null : racy.map(({ path, hash }) => [path, hash] as const) };
}

/** A report without what every build measures itself. */
export type Unmeasured = Omit<BuildReport, 'stages' | 'ms' | 'peakBytes'>;

/** Returns the result of the last build if nothing that it read or wrote has changed since, else null. */
export function unchangedBuild(requested: Requested, { tree, key }: Started): Result<Unmeasured> | null {
  const { root, today } = requested;
  const work = join(root, '.sitegen');
  const last = loadCache<Snapshot>(fileOf(requested), format);
  if (!last || last.key !== key || !statOf(join(work, 'types')) || !statOf(join(work, 'schema'))) return null;
  const [from, until] = last.days;
  if (today < from || (until !== null && today >= until)) return null;
  if (last.sources !== sourcesHash(tree, last.racy)) return null;
  if (!last.racy.every(([path, hash]) => tree.files.get(path)?.hash === hash)) return null;
  if (!currentRecord(last.bundle)) return null;
  const files = listedFiles(join(last.out, last.list));
  if (!files || outputsHash(last.out, [...files, last.list]) !== last.outputs) return null;
  return ok(last.report, last.warnings);
}

export type SnapshotInput = Pick<Snapshot, 'bundle' | 'out' | 'list' | 'warnings'> & {
  readonly requested: Requested;
  readonly started: Started;
  /** First day on which another entry is published, or null. */
  readonly until: string | null;
  /** Paths of the output files. */
  readonly files: readonly string[];
  /** Returns an output file as it was written or kept; undefined if only the disk knows its state. */
  readonly writtenFile: (path: string) => WrittenFile | undefined;
  readonly report: BuildReport;
};

/** Saves the state of a finished build, for `unchangedBuild`. */
export function saveSnapshot({
  requested,
  started,
  until,
  files,
  writtenFile,
  report,
  ...result
}: SnapshotInput): void {
  const { tree, key, racy } = started;
  if (racy === null) return;
  const { stages: _stages, ms: _ms, peakBytes: _peak, ...unmeasured } = report;
  const snapshot: Snapshot = {
    ...result,
    key,
    sources: sourcesHash(tree, racy),
    racy,
    days: [requested.today, until],
    outputs: outputsHash(result.out, [...files, result.list], writtenFile),
    report: { ...unmeasured, rendered: 0, reused: report.pages, bundle: 'reused', slowest: [] },
  };
  saveCache(fileOf(requested), format, snapshot);
}

function keyOf({ root, overrides, drafts, timestamp }: Requested): string {
  const environment = environmentKey(root, 'production', process.env);
  const generator = [sitegenHash, process.version, home, viteVersion(), installedIn(root), installedIn(home)];
  const commit = repositoryState(root);
  // A unique value where the commit is not known: such a build is never taken for unchanged.
  const state = commit ?? performance.timeOrigin;
  // What a build warns of without reading it.
  const unread = viteConfigIn(root) ?? null;
  const icons = iconSetsKey(root);
  return hashOf(JSON.stringify([generator, environment, state, icons, unread, root, overrides, drafts, timestamp]));
}

/** States of the records of installed packages, in a folder and those above it. */
function installedIn(folder: string): readonly unknown[] {
  const states = installRecords.map((name) => {
    const stat = statOf(join(folder, 'node_modules', name));
    return stat && [stat.size, stat.mtimeMs, stat.ino];
  });
  return folder === dirname(folder) ? states : [...states, ...installedIn(dirname(folder))];
}

/** Hash of the states of all source files on disk; of racy files, only of their paths. */
function sourcesHash({ files, problems = [] }: SourceTree, racy: Snapshot['racy']): string {
  const paths = new Set(racy.map(([path]) => path));
  const lines = [JSON.stringify(problems)];
  for (const { path, stat } of files.values()) {
    if (paths.has(path) || !stat) lines.push(path);
    else lines.push(`${path}\n${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino}`);
  }
  return hashOf(lines.join('\n'));
}

function outputsHash(
  out: string,
  files: readonly string[],
  writtenFile: SnapshotInput['writtenFile'] = () => undefined,
): string {
  const lines = files.map((path) => {
    const written = writtenFile(path);
    if (written) return `${path}\n${written[1]} ${written[3]}`;
    const stat = statOf(`${out}/${path}`);
    return stat?.isFile() ? `${path}\n${stat.size} ${stat.mtimeMs}` : path;
  });
  return hashOf(lines.join('\n'));
}

function listedFiles(file: string): readonly string[] | null {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { readonly files: readonly string[] }).files;
  } catch {
    return null;
  }
}
