import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { build } from '../build.ts';
import type { BuildOptions } from '../build-options.ts';
import type { Shard } from '../parts/shard.ts';
import { summary } from '../report/build-report.ts';
import { createProgress } from '../report/progress.ts';
import { overridesOf, type SharedOptions } from './options.ts';
import { exitCode, printProblems, reserveStdout } from './print.ts';

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
};

/** Runs `sitegen build`. Resolves to the exit code. */
export async function buildCommand(options: BuildArguments): Promise<number> {
  if (options.parts !== undefined && !options.shard) {
    process.stderr.write("error: option '--parts <dir>' needs '--shard <i/n>'\n");
    return 2;
  }
  const { shard } = options;
  return run(options, shard ? { parts: { folder: partsFolder(options), shard } } : {});
}

/** Runs `sitegen merge`. Resolves to the exit code. */
export const mergeCommand = (options: BuildArguments): Promise<number> =>
  run(options, { parts: { folder: partsFolder(options), shard: null } });

const partsFolder = ({ root, parts }: BuildArguments): string =>
  parts === undefined ? resolve(root, '.sitegen/parts') : resolve(parts);

async function run(options: BuildArguments, extra: Pick<BuildOptions, 'parts'>): Promise<number> {
  const root = resolve(options.root);
  const { stderr } = process;
  const print = reserveStdout();
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  const progress = createProgress({
    write: (text) => stderr.write(text),
    columns: stderr.isTTY && !process.env.CI ? stderr.columns : null,
    now: () => performance.now(),
  });
  const { SOURCE_DATE_EPOCH: epoch } = process.env;
  try {
    const result = await build({
      root,
      overrides: overridesOf(options),
      drafts: options.drafts,
      jobs: options.jobs ?? availableParallelism(),
      cache: options.cache,
      today: new Date().toISOString().slice(0, 10),
      timestamp: epoch === undefined ? null : Number(epoch) * 1000,
      progress,
      signal: abort.signal,
      ...extra,
    });
    progress.end();
    printProblems(result.ok ? result.warnings : result.problems, root);
    if (!result.ok) {
      if (options.json) print(`${JSON.stringify({ ok: false, problems: result.problems })}\n`);
      return exitCode(result.problems);
    }
    if (options.json) print(`${JSON.stringify({ ok: true, ...result.value, warnings: result.warnings })}\n`);
    else print(`${summary(result.value, { verbose: options.verbose, cwd: process.cwd() })}\n`);
    return 0;
  } catch (error) {
    progress.end();
    if (!abort.signal.aborted) throw error;
    stderr.write('Interrupted; the output folder is unchanged.\n');
    return 130;
  }
}
