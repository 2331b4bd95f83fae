import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { build } from '../build.ts';
import { applyFixes } from '../check/fix.ts';
import { type BuiltSite, type Checked, checkBuilt } from '../check/run.ts';
import type { Diagnostic } from '../contract.ts';
import { interruptSignal } from '../lib/interrupt.ts';
import { sitegenVersion } from '../lib/version.ts';
import { createProgress } from '../report/progress.ts';
import { toSarif } from '../report/sarif.ts';
import { overridesOf, type SharedOptions } from './options.ts';
import { exitCode, printProblems, reportEarlyExit, reserveStdout } from './print.ts';

type CheckArguments = SharedOptions & {
  readonly drafts: boolean;
  readonly format: 'text' | 'json' | 'sarif';
  readonly external: boolean;
  readonly fix: boolean;
  readonly strict: boolean;
};

/** Runs `sitegen check`: builds what changed, then checks the built site. Resolves to the exit code. */
export async function checkCommand(options: CheckArguments): Promise<number> {
  const root = resolve(options.root);
  const print = reserveStdout();
  const interrupted = interruptSignal();
  let built: BuiltSite[] = [];
  const run = () =>
    build({
      root,
      overrides: overridesOf(options),
      drafts: options.drafts,
      jobs: availableParallelism(),
      cache: true,
      today: new Date().toISOString().slice(0, 10),
      timestamp: null,
      progress: createProgress({ write: () => {}, columns: null, now: () => performance.now() }),
      signal: interrupted,
      built: (site) => {
        built.push(site);
      },
    });
  const check = async () => {
    built = [];
    const result = await run();
    if (!result.ok) return { problems: result.problems, fixes: [] };
    const settings = { external: options.external, now: Date.now(), signal: interrupted };
    const checks: Checked[] = [];
    for (const site of built) checks.push(await checkBuilt(site, result.warnings, settings));
    return joinChecks(checks);
  };
  const end = reportEarlyExit((problems) => report(problems, { ...options, root, print, fixed: 0 }), root);
  let checked: Checked;
  let fixed: readonly unknown[] = [];
  try {
    checked = await check();
    fixed = options.fix ? applyFixes(root, checked.fixes) : [];
    if (fixed.length > 0) checked = await check();
  } catch (error) {
    if (!interrupted.aborted) throw error;
    process.stderr.write('Interrupted.\n');
    return 130;
  } finally {
    end();
  }
  report(checked.problems, { ...options, root, print, fixed: fixed.length });
  const errors = checked.problems.filter(({ severity }) => severity === 'error' || options.strict);
  return errors.length > 0 ? exitCode(errors) : 0;
}

/** Joins the results of the domains of a site, which share texts and messages. */
function joinChecks(checks: readonly Checked[]): Checked {
  const unique = <T>(values: readonly T[]): readonly T[] => [
    ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
  ];
  return {
    problems: unique(checks.flatMap(({ problems }) => problems)),
    fixes: unique(checks.flatMap(({ fixes }) => fixes)),
  };
}

type ReportOptions = Pick<CheckArguments, 'format'> & {
  readonly root: string;
  readonly print: (text: string) => void;
  readonly fixed: number;
};

function report(problems: readonly Diagnostic[], { format, root, print, fixed }: ReportOptions): void {
  if (format !== 'text') {
    print(`${JSON.stringify(format === 'json' ? { problems, fixed } : toSarif(problems, sitegenVersion), null, 2)}\n`);
    return;
  }
  printProblems(problems, root);
  if (fixed > 0) print(`Fixed ${fixed} problem${fixed === 1 ? '' : 's'}.\n`);
  if (problems.length === 0) print('No problems found.\n');
}
