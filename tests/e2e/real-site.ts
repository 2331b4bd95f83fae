import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '../serve/served.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the tests build this repository's own site. */
export const out = '.cache/e2e-site';

/** Stands here once the build has ended; empty where it went well. */
export const builtNote = join(root, '.cache/e2e-site.ended');

/** Waits until this repository's site is built, and gives its pages' paths. */
export async function buildRealSite(): Promise<readonly string[]> {
  if (process.env.E2E_BUILT === 'once') {
    while (!existsSync(builtNote)) await sleep(100);
    const problem = readFileSync(builtNote, 'utf8');
    if (problem !== '') throw new Error(problem);
  }
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
