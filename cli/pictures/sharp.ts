import type sharp from 'sharp';
import type { Diagnostic } from '../contract.ts';
import { forPackageManager } from '../lib/packages.ts';
import { fail, ok, type Result } from '../report/result.ts';

export type Sharp = typeof sharp;

let loading: Promise<Result<Sharp>> | undefined;

/**
 * Loads sharp. Sites install it themselves: its package contains a library of several megabytes for one platform, and
 * most sites do not need it.
 */
export function loadSharp(): Promise<Result<Sharp>> {
  loading ??= import('sharp').then(
    ({ default: sharp }) => {
      // Use one thread per picture: the encoders then give the same bytes on every machine, and the caller encodes
      // several pictures at a time. Without sharp's cache, memory is bounded by these pictures.
      sharp.concurrency(1);
      sharp.cache(false);
      return ok(sharp);
    },
    () => fail([missing()]),
  );
  return loading;
}

const missing = (): Diagnostic => ({
  code: 'PICTURES_WITHOUT_SHARP',
  severity: 'error',
  message:
    'The section `pictures` needs the package `sharp`, which is not installed or has no binary for this platform.',
  hint: forPackageManager(
    'Run `npm install --save-dev sharp`, or remove `pictures` from config/site.yaml: pictures are then published unchanged.',
  ),
  file: 'config/site.yaml',
});
