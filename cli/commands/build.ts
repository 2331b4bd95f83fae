import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { build as buildHere } from '../build.ts';
import type { BuildOptions } from '../build-options.ts';
import type { Diagnostic } from '../contract.ts';
import { interruptSignal } from '../lib/interrupt.ts';
import type { Shard } from '../parts/shard.ts';
import { summary } from '../report/build-report.ts';
import { createProgress, type Progress } from '../report/progress.ts';
import { systemProblem } from '../report/system-error.ts';
import { overridesOf, type SharedOptions, sourceDate } from './options.ts';
import { exitCode, printProblems, reportEarlyExit, reserveStdout } from './print.ts';

type BuildArguments = SharedOptions & {
  readonly drafts: boolean;
  readonly jobs?: number;
  readonly cache: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
  /** The shard to build into a part. */
  readonly shard?: Shard;
  /** Folder of the parts. */
  readonly parts?: string;
  /** URL of the queue whose workers build the shards, and their number. */
  readonly queue?: string;
  readonly shards?: number;
  /** Address of the store that machines share. */
  readonly store?: string;
  /** Megabytes that all processes together may take. */
  readonly maxMemory?: number;
  /** File for a profile of the build. */
  readonly profile?: string;
};

/** Runs `sitegen build`. Resolves to the exit code. */
export async function buildCommand(options: BuildArguments): Promise<number> {
  if (options.parts !== undefined && !options.shard) {
    process.stderr.write("error: option '--parts <dir>' needs '--shard <i/n>'\n");
    return 2;
  }
  const { shard } = options;
  if (options.shards !== undefined && options.queue === undefined) {
    process.stderr.write("error: option '--shards <n>' needs '--queue <url>'\n");
    return 2;
  }
  if (options.queue !== undefined && shard) {
    process.stderr.write("error: option '--queue <url>' cannot be used with '--shard <i/n>'\n");
    return 2;
  }
  return run(options, shard ? { parts: { folder: partsFolder(options), shard } } : {});
}

/** Runs `sitegen merge`. Resolves to the exit code. */
export const mergeCommand = (options: BuildArguments): Promise<number> =>
  run(options, { parts: { folder: partsFolder(options), shard: null } });

const partsFolder = ({ root, parts }: BuildArguments): string =>
  parts === undefined ? resolve(root, '.sitegen/parts') : resolve(parts);

type ExtraOptions = Pick<BuildOptions, 'parts'>;

async function run(options: BuildArguments, extra: ExtraOptions): Promise<number> {
  const { stderr } = process;
  const print = reserveStdout();
  const progress = createProgress({
    write: (text) => stderr.write(text),
    columns: stderr.isTTY && !process.env.CI ? stderr.columns : null,
    now: () => performance.now(),
  });
  if (options.profile === undefined) return runBuild(options, extra, { progress, print });
  try {
    const { startProfile } = await import('../report/profile.ts');
    const profile = await startProfile(resolve(options.profile), progress);
    try {
      return await runBuild(options, extra, { progress: profile.progress, print });
    } finally {
      await profile.save();
    }
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    printProblems([problem], resolve(options.root));
    if (options.json) print(`${JSON.stringify({ ok: false, problems: [problem] })}\n`);
    return exitCode([problem]);
  }
}

/** Returns what builds the site: this process, or the workers of a queue. */
async function builder({ queue, shards, store }: BuildArguments): Promise<typeof buildHere> {
  if (queue === undefined) return buildHere;
  const { buildWithFleet } = await import('../fleet/coordinator.ts');
  const log = (text: string) => process.stderr.write(`${text}\n`);
  return (options) => buildWithFleet(options, { fleet: { queue, store }, shards: shards ?? defaultShards, log });
}

/** Number of shards for a fleet. */
const defaultShards = 4;

type Output = { readonly progress: Progress; readonly print: (text: string) => void };

async function runBuild(options: BuildArguments, extra: ExtraOptions, output: Output): Promise<number> {
  const root = resolve(options.root);
  const { progress, print } = output;
  const interrupted = interruptSignal();
  const timestamp = sourceDate(process.env);
  const printFailure = (problems: readonly Diagnostic[]) => {
    printProblems(problems, root);
    if (options.json) print(`${JSON.stringify({ ok: false, problems })}\n`);
  };
  const end = reportEarlyExit(printFailure, root);
  try {
    const build = await builder(options);
    const result = timestamp.ok
      ? await build({
          root,
          overrides: { ...overridesOf(options), ...(options.drafts && { preview: true }) },
          drafts: options.drafts,
          jobs: options.jobs ?? availableParallelism(),
          cache: options.cache,
          today: new Date().toISOString().slice(0, 10),
          timestamp: timestamp.value,
          progress,
          signal: interrupted,
          ...(options.store !== undefined && { store: options.store }),
          ...(options.maxMemory !== undefined && { maxMemoryMb: options.maxMemory }),
          ...extra,
        })
      : timestamp;
    progress.end();
    if (!result.ok) {
      printFailure(result.problems);
      return exitCode(result.problems);
    }
    printProblems(result.warnings, root);
    if (options.json) print(`${JSON.stringify({ ok: true, ...result.value, warnings: result.warnings })}\n`);
    else print(`${summary(result.value, { verbose: options.verbose, cwd: process.cwd() })}\n`);
    return 0;
  } catch (error) {
    progress.end();
    if (!interrupted.aborted) throw error;
    process.stderr.write('Interrupted; the output folder is unchanged.\n');
    return 130;
  } finally {
    end();
  }
}
