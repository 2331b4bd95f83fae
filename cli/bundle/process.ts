import { join } from 'node:path';
import { fail, type Result } from '../report/result.ts';
import { type Bundle, type BundleRequest, makeBundle } from './bundle.ts';

export type FromBundleProcess = {
  readonly result: Result<Bundle>;
  /** Resident memory of the process in bytes, once unreachable objects are collected. */
  readonly rssBytes: number;
};

/**
 * The process that bundles for the development server. The bundler's native memory grows with each bundle and is only
 * returned when a process ends, so the server replaces this one from time to time.
 */
function serve(): void {
  // Loading Vite takes as long as planning a site, so it starts before the first request.
  void import('vite').catch(() => {});
  // Ctrl-C reaches all processes of the terminal; the development server decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async (request: BundleRequest) => {
    const result = await makeBundle(request, join(request.root, '.sitegen')).catch(unexpected);
    globalThis.gc?.();
    process.send?.({ result, rssBytes: process.memoryUsage.rss() } satisfies FromBundleProcess);
  });
}

/** Every request gets a result, since pages wait for their code. */
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
