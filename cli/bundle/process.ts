import { join } from 'node:path';
import { fail, type Result } from '../report/result.ts';
import { type Bundle, buildBundle } from './bundle.ts';
import type { BundleRequest } from './request.ts';

export type FromBundleProcess = {
  readonly result: Result<Bundle>;
  /** Resident memory of the process in bytes, after garbage collection. */
  readonly rssBytes: number;
  /** Maximum resident memory of the process in bytes. */
  readonly peakBytes: number;
};

/**
 * Entry point of the bundler process. The bundler's native memory grows with each bundle and is only released when the
 * process ends: a build ends it before rendering, the development server replaces it when it has grown.
 */
function serve(): void {
  // Loading Vite takes as long as planning a site, so start before the first request.
  void import('vite').catch(() => {});
  // Ctrl-C sends SIGINT to all processes of the terminal; the parent decides when this one ends.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async (request: BundleRequest) => {
    const result = await buildBundle(request, join(request.root, '.sitegen')).catch(unexpected);
    globalThis.gc?.();
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const message: FromBundleProcess = { result, rssBytes: process.memoryUsage.rss(), peakBytes };
    // If the parent has ended meanwhile, `disconnect` follows: without a callback, Node would throw and print a stack.
    process.send?.(message, undefined, undefined, () => {});
  });
}

/** Returns an unexpected exception as a problem, so that every request gets a result. */
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
