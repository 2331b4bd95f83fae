import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serve } from '../serve/served.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the tests build this repository's own site. */
export const out = '.cache/e2e-site';

/** Stands here once the build has ended: where it is served, or what went wrong. */
export const builtNote = join(root, '.cache/e2e-site.ended');

/** Waits until this repository's site is built, and gives its pages' paths. */
export async function buildRealSite(): Promise<readonly string[]> {
  if (process.env.E2E_BUILT === 'once') await sharedUrl();
  const { id } = read('builds/latest.json') as { id: string };
  return (read(`builds/meta/${id}.json`) as { prerendered: readonly string[] }).prerendered;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, out, path), 'utf8'));

/** Where the suite serves its build; waits until it does. */
async function sharedUrl(): Promise<string> {
  for (;;) {
    const note = existsSync(builtNote) ? readFileSync(builtNote, 'utf8') : '';
    if (note.startsWith('http://')) return note;
    if (note !== '') throw new Error(note);
    await sleep(100);
  }
}

/** Serves this site: the build, or with `E2E_MODE=development` its sources. */
export async function openHost(): Promise<{ readonly url: string; readonly close: () => void }> {
  const isDevelopment = process.env.E2E_MODE === 'development';
  const trimmed = (url: string) => url.replace(/\/$/, '');
  if (!isDevelopment && process.env.E2E_BUILT === 'once') return { url: trimmed(await sharedUrl()), close: () => {} };
  const { url, stop } = await serve({ root }, ...(isDevelopment ? [] : ['--built', '--out', out]));
  return { url: trimmed(url), close: () => void stop() };
}
