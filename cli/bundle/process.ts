import { join } from 'node:path';
import { fail, type Result } from '../report/result.ts';
import { type Bundle, type BundleRequest, makeBundle } from './bundle.ts';

export type FromBundleProcess = {
  readonly result: Result<Bundle>;
  /** Resident memory of the process in bytes, once unreachable objects are collected. */
  readonly rssBytes: number;
  /** Maximum resident memory of the process in bytes. */
  readonly peakBytes: number;
};

/**
 * The process that bundles. The bundler's native memory grows with each bundle and is only returned when a process ends,
 * so a build ends this one before it renders, and the development server replaces it from time to time.
 */
function serve(): void {
  // Loading Vite takes as long as planning a site, so it starts before the first request.
  void import('vite').catch(() => {});
  // Ctrl-C reaches all processes of the terminal; the parent decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async (request: BundleRequest) => {
    const result = await makeBundle(request, join(request.root, '.sitegen')).catch(unexpected);
    globalThis.gc?.();
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    process.send?.({ result, rssBytes: process.memoryUsage.rss(), peakBytes } satisfies FromBundleProcess);
  });
}

/** Every request gets a result, since pages wait for their code. */
function unexpected(error: Error): Result<never> {
  return fail([
    {
      code: 'BUNDLE_FAILED',
      severity: 'error',
      message: `The bundler ended unexpectedly: ${error.message}`,
      hint: 'Build again, or save a file of the site.',
    },
  ]);
}

serve();
