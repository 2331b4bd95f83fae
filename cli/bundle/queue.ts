import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fail, type Result } from '../report/result.ts';
import type { Bundle, BundleRequest } from './bundle.ts';
import type { FromBundleProcess } from './process.ts';

/** Bundles in a process of its own, one request at a time; of the requests that arrive meanwhile only the last counts. */
export type BundleQueue = {
  readonly request: (id: number, request: BundleRequest) => void;
  /** Starts the process if it does not run: loading the bundler takes a while. */
  readonly prepare: () => void;
  readonly close: () => void;
};

/** The process is replaced when it needs this many bytes more than after its first bundle. */
const maxGrowthBytes = 128 * 2 ** 20;

export function createBundleQueue(done: (id: number, result: Result<Bundle>) => void): BundleQueue {
  let current: BundleProcess | null = null;
  let next: { readonly id: number; readonly request: BundleRequest } | null = null;
  let isBusy = false;
  let isClosed = false;

  const running = (): BundleProcess => {
    if (current === null || !current.isAlive()) current = startProcess();
    return current;
  };
  const work = async (): Promise<void> => {
    isBusy = true;
    while (next !== null && !isClosed) {
      const { id, request }: NonNullable<typeof next> = next;
      next = null;
      const result = await running().bundle(request);
      if (!isClosed) done(id, result);
      if (!isClosed && current?.isWorn()) {
        current.end();
        current = startProcess();
      }
    }
    isBusy = false;
  };
  return {
    request: (id, request) => {
      next = { id, request };
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
  readonly bundle: (request: BundleRequest) => Promise<Result<Bundle>>;
  readonly isAlive: () => boolean;
  /** True if its memory has grown beyond the limit, so that another process should replace it. */
  readonly isWorn: () => boolean;
  readonly end: () => void;
};

function startProcess(): BundleProcess {
  const child: ChildProcess = fork(fileURLToPath(new URL('./bundle-process.js', import.meta.url)), {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MIMALLOC_PURGE_DELAY: '0' },
  });
  let firstBytes = 0;
  let rssBytes = 0;
  let waiting: ((result: Result<Bundle>) => void) | null = null;
  const settle = (result: Result<Bundle>): void => {
    waiting?.(result);
    waiting = null;
  };
  child.on('message', (message: FromBundleProcess) => {
    rssBytes = message.rssBytes;
    firstBytes ||= rssBytes;
    settle(message.result);
  });
  child.on('error', (error) => settle(ended(error.message)));
  child.on('exit', (code, signal) => settle(ended(`exit code ${code ?? signal}`)));
  return {
    bundle: (request) =>
      new Promise((resolve) => {
        waiting = resolve;
        child.send(request);
      }),
    isAlive: () => child.connected,
    isWorn: () => rssBytes - firstBytes > maxGrowthBytes,
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
      hint: 'Save a file of the site again. If it ends each time, check the memory and process limits of this machine.',
    },
  ]);
}
