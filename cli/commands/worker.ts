import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { runWorker } from '../fleet/worker.ts';
import { interruptSignal } from '../lib/interrupt.ts';
import { exitCode, printProblems } from './print.ts';

type WorkerArguments = {
  readonly root: string;
  readonly queue: string;
  readonly store?: string;
  readonly jobs?: number;
  readonly maxMemory?: number;
};

/** Runs `sitegen worker` until it is interrupted. Resolves to the exit code. */
export async function workerCommand({ root, queue, store, jobs, maxMemory }: WorkerArguments): Promise<number> {
  const interrupted = interruptSignal();
  const result = await runWorker({
    root: resolve(root),
    fleet: { queue, store },
    jobs: jobs ?? availableParallelism(),
    maxMemoryMb: maxMemory,
    signal: interrupted,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  if (result.ok) return 0;
  printProblems(result.problems, resolve(root));
  return exitCode(result.problems);
}
