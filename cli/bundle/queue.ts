import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fail, type Result } from '../report/result.ts';
import type { Bundle } from './bundle.ts';
import type { FromBundleProcess } from './process.ts';
import type { BundleRequest } from './request.ts';

/**
 * Bundles in a child process, one request at a time. While a bundle is being built, each new request replaces the one
 * that waits. One with other plugins ends the process: the running bundle may be in an endless loop of theirs.
 */
export type BundleQueue = {
  readonly request: (id: number, request: BundleRequest) => void;
  /** Starts the process if it is not running, since loading the bundler takes a while. */
  readonly prepare: () => void;
  /** Replaces the process before the next bundle: settings have changed whose modules it may have imported. */
  readonly renew: () => void;
  readonly close: () => void;
};

/**
 * Creates one bundle in a child process, for a build. Ending the process frees the bundler's memory before pages are
 * rendered.
 */
export type Bundler = {
  /** Starts the process, so that it loads Vite while the site is planned. */
  readonly prepare: () => void;
  /** Creates a bundle, ends the process and resolves to the result once the process has ended. */
  readonly bundle: (request: BundleRequest) => Promise<Result<Bundle>>;
  /** Returns the maximum resident memory of the process in bytes; 0 before it has finished a bundle. */
  readonly peakBytes: () => number;
  /** Kills the process if it is still running. */
  readonly close: () => void;
};

export function createBundler(): Bundler {
  let current: BundleProcess | null = null;
  const start = (): BundleProcess => {
    current ??= startProcess();
    return current;
  };
  return {
    prepare: start,
    bundle: async (request) => {
      const bundler = start();
      const result = await bundler.bundle(request);
      bundler.end();
      await bundler.ended;
      return result;
    },
    peakBytes: () => current?.peakBytes() ?? 0,
    close: () => current?.kill(),
  };
}

/** Maximum growth of the process's memory since its first bundle. Beyond it the process is replaced. */
const maxGrowthBytes = 128 * 2 ** 20;

export function createBundleQueue(onResult: (id: number, result: Result<Bundle>) => void): BundleQueue {
  let current: BundleProcess | null = null;
  let next: { readonly id: number; readonly request: BundleRequest } | null = null;
  /** The request whose bundle is being built. */
  let bundled: BundleRequest | null = null;
  let isOutdated = false;
  let isClosed = false;

  const running = (): BundleProcess => {
    if (isOutdated) current?.end();
    if (current === null || isOutdated || !current.isAlive()) current = startProcess();
    isOutdated = false;
    return current;
  };
  const bundleRequests = async (): Promise<void> => {
    while (next !== null && !isClosed) {
      const { id, request }: NonNullable<typeof next> = next;
      next = null;
      bundled = request;
      const result = await running().bundle(request);
      if (!isClosed) onResult(id, result);
      if (!isClosed && current?.exceedsMemoryLimit()) {
        current.end();
        current = startProcess();
      }
    }
    bundled = null;
  };
  return {
    request: (id, request) => {
      next = { id, request };
      if (bundled === null) void bundleRequests();
      else if (bundled.plugins.key !== request.plugins.key) current?.kill();
    },
    prepare: () => {
      if (!isClosed) running();
    },
    renew: () => {
      isOutdated = true;
    },
    close: () => {
      isClosed = true;
      // Disconnected, it would go on where code of the site is in an endless loop.
      current?.kill();
    },
  };
}

type BundleProcess = {
  readonly bundle: (request: BundleRequest) => Promise<Result<Bundle>>;
  readonly isAlive: () => boolean;
  /** Returns whether its memory has grown beyond the limit, so that it must be replaced. */
  readonly exceedsMemoryLimit: () => boolean;
  /** Returns its maximum resident memory in bytes, as of the last result. */
  readonly peakBytes: () => number;
  /** Disconnects from the process, which then exits. */
  readonly end: () => void;
  /** Kills the process. */
  readonly kill: () => void;
  readonly ended: Promise<void>;
};

function startProcess(): BundleProcess {
  const child: ChildProcess = fork(fileURLToPath(new URL('./bundle-process.js', import.meta.url)), {
    execArgv: ['--expose-gc'],
    // Redirect its standard output to standard error, since `build --json` writes only the report to standard output.
    stdio: ['ignore', 2, 'inherit', 'ipc'],
    // Let the bundler's allocator commit memory on demand and return it immediately.
    env: { ...process.env, MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ARENA_EAGER_COMMIT: '0' },
  });
  let firstBytes = 0;
  let rssBytes = 0;
  let peakBytes = 0;
  let waiting: ((result: Result<Bundle>) => void) | null = null;
  const settle = (result: Result<Bundle>): void => {
    waiting?.(result);
    waiting = null;
  };
  child.on('message', (message: FromBundleProcess) => {
    ({ rssBytes, peakBytes } = message);
    firstBytes ||= rssBytes;
    settle(message.result);
  });
  child.on('error', (error) => settle(ended(error.message)));
  const exited = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      settle(ended(`exit code ${code ?? signal}`));
      resolve();
    });
  });
  return {
    bundle: (request) =>
      new Promise((resolve) => {
        waiting = resolve;
        child.send(request);
      }),
    // A process that was killed may have ended before it is disconnected.
    isAlive: () => child.connected && child.signalCode === null,
    exceedsMemoryLimit: () => rssBytes - firstBytes > maxGrowthBytes,
    peakBytes: () => peakBytes,
    end: () => {
      if (child.connected) child.disconnect();
    },
    kill: () => {
      child.kill();
    },
    ended: exited,
  };
}

function ended(reason: string): Result<never> {
  return fail([
    {
      code: 'BUNDLER_ENDED',
      severity: 'error',
      message: `The process that bundles the site's code ended: ${reason}.`,
      hint: 'Build again, or save a file of the site. If it ends each time, check the memory and process limits of this machine.',
    },
  ]);
}
