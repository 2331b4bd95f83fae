import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fail, type Result } from '../../report/result.ts';
import type { BundleOrder, DevBundle } from '../protocol.ts';
import type { FromBundleProcess, ToBundleProcess } from './bundle-process.ts';

export type BundlerOptions = {
  readonly root: string;
  readonly ordered: (order: BundleOrder, result: Result<DevBundle>) => void;
};

/** Makes server bundles one at a time; of the orders that arrive meanwhile only the last is carried out. */
export type Bundler = {
  readonly order: (order: BundleOrder) => void;
  /** Starts the process that bundles, if it does not run: loading the bundler takes a while. */
  readonly prepare: () => void;
  readonly close: () => void;
};

/** A process is replaced when it needs this many bytes more than after its first bundle. */
const maxGrowth = 128 * 2 ** 20;

export function createBundler({ root, ordered }: BundlerOptions): Bundler {
  let current: BundleProcess | null = null;
  let next: BundleOrder | null = null;
  let isBusy = false;
  let isClosed = false;

  const running = (): BundleProcess => {
    if (current === null || !current.isAlive()) current = startProcess(root);
    return current;
  };
  const work = async (): Promise<void> => {
    isBusy = true;
    while (next !== null && !isClosed) {
      const order: BundleOrder = next;
      next = null;
      const result = await running().bundle(order);
      if (!isClosed) ordered(order, result);
      if (!isClosed && current?.isWorn()) {
        current.end();
        current = startProcess(root);
      }
    }
    isBusy = false;
  };
  return {
    order: (order) => {
      next = order;
      if (!isBusy) void work();
    },
    prepare: () => {
      if (!isClosed) running();
    },
    close: () => {
      isClosed = true;
      current?.end();
    },
  };
}

type BundleProcess = {
  readonly bundle: (order: BundleOrder) => Promise<Result<DevBundle>>;
  readonly isAlive: () => boolean;
  /** Whether its memory has grown so much that another process should take its place. */
  readonly isWorn: () => boolean;
  readonly end: () => void;
};

function startProcess(root: string): BundleProcess {
  const child: ChildProcess = fork(fileURLToPath(new URL('./bundle-process.js', import.meta.url)), {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MIMALLOC_PURGE_DELAY: '0' },
  });
  let firstMemory = 0;
  let memory = 0;
  let answer: ((result: Result<DevBundle>) => void) | null = null;
  const settle = (result: Result<DevBundle>): void => {
    answer?.(result);
    answer = null;
  };
  child.on('message', (message: FromBundleProcess) => {
    memory = message.memory;
    firstMemory ||= memory;
    settle(message.result);
  });
  child.on('error', (error) => settle(ended(error.message)));
  child.on('exit', (code, signal) => settle(ended(`exit code ${code ?? signal}`)));
  return {
    bundle: (order) =>
      new Promise((resolve) => {
        answer = resolve;
        child.send({ root, order } satisfies ToBundleProcess);
      }),
    isAlive: () => child.connected,
    isWorn: () => memory - firstMemory > maxGrowth,
    end: () => {
      if (child.connected) child.disconnect();
    },
  };
}

function ended(reason: string): Result<never> {
  return fail([
    {
      code: 'BUNDLER_ENDED',
      severity: 'error',
      message: `The process that bundles the site's code ended: ${reason}.`,
      hint: 'Save a file of the site again. If it ends each time, look for memory or limits of this machine.',
    },
  ]);
}
