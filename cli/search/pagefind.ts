import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../contract.ts';
import { forPackageManager } from '../lib/packages.ts';
import { fail, ok, type Result } from '../report/result.ts';

/** The installed package, with its version, on which the bytes of an index depend. */
export type Pagefind = typeof import('pagefind') & { readonly version: string };

/** Loads Pagefind, which sites install themselves: its package carries a program of 13 MB for one platform. */
export async function loadPagefind(): Promise<Result<Pagefind>> {
  try {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.resolve('pagefind')), 'utf8'));
    return ok({ ...(await import('pagefind')), version });
  } catch {
    return fail([missing()]);
  }
}

const missing = (): Diagnostic => ({
  code: 'SEARCH_WITHOUT_PAGEFIND',
  severity: 'error',
  message:
    'The section `search` needs the package `pagefind`, which is not installed or has no binary for this platform.',
  hint: forPackageManager('Run `npm install --save-dev pagefind`, or remove `search` from config/site.yaml.'),
  file: 'config/site.yaml',
});
