import { join } from 'node:path';
import { fail, type Result } from '../../report/result.ts';
import type { BundleOrder, DevBundle } from '../protocol.ts';
import { makeServerBundle } from './server-bundle.ts';

export type ToBundleProcess = { readonly root: string; readonly order: BundleOrder };

export type FromBundleProcess = {
  readonly result: Result<DevBundle>;
  /** Resident memory of the process in bytes, once unreachable objects are collected. */
  readonly memory: number;
};

/**
 * The process that bundles server code. The bundler's native memory grows with each bundle and is only returned when
 * a process ends, so the development server replaces this one from time to time.
 */
function serve(): void {
  // To load Vite takes as long as to plan a site, so it is done before the first order.
  void import('vite').catch(() => {});
  // Ctrl-C reaches all processes of the terminal; the development server decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  let count = 0;
  process.on('message', async ({ root, order }: ToBundleProcess) => {
    count += 1;
    const folder = join(root, '.sitegen/serve', `${order.key}-${process.pid}-${count}`);
    const result = await makeServerBundle(order, { root, folder }).catch(unexpected);
    globalThis.gc?.();
    process.send?.({ result, memory: process.memoryUsage.rss() } satisfies FromBundleProcess);
  });
}

/** Whatever happens, an order is answered: pages wait for their code. */
function unexpected(error: Error): Result<never> {
  return fail([
    {
      code: 'BUNDLE_FAILED',
      severity: 'error',
      message: `The bundler ended unexpectedly: ${error.message}`,
      hint: 'Save a file of the site again.',
    },
  ]);
}

serve();
