import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '../serve/served.ts';
import { program } from '../site.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the tests build this repository's own site. */
export const out = '.cache/e2e-site';

/** Builds this repository's site, unless the suite has built it already, and gives its pages' paths. */
export async function buildRealSite(): Promise<readonly string[]> {
  const args = [program, 'build', '--root', root, '--out', out, '--json'];
  if (!process.env.E2E_BUILT) await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
  const { id } = read('builds/latest.json') as { id: string };
  return (read(`builds/meta/${id}.json`) as { prerendered: readonly string[] }).prerendered;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, out, path), 'utf8'));

/** Serves this site on a free port: the build, or with `E2E_MODE=development` its sources. */
export async function openHost(): Promise<{ readonly url: string; readonly close: () => void }> {
  const options = process.env.E2E_MODE === 'development' ? [] : ['--built', '--out', out];
  const { url, stop } = await serve({ root }, ...options);
  return { url: url.replace(/\/$/, ''), close: () => void stop() };
}
