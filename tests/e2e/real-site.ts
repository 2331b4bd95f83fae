import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BuildMeta, LatestBuild } from '../../cli/contract.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folder into which the tests build this repository's site. */
export const out = '.cache/e2e-site';

/** Whether the built site or the development server is tested. */
export type Mode = 'built' | 'development';

/** Mode of the running suite. */
export const mode: Mode = process.env.E2E_MODE === 'development' ? 'development' : 'built';

/** Whether repetitions run that find no more than others: with `E2E_WHOLE` in the environment. */
export const isThorough = process.env.E2E_WHOLE !== undefined;

/** Whether all tests run. The development mode skips tests of computations, which are the same in both modes. */
export const runsAll = mode === 'built' || isThorough;

/** File that contains the URL once the site is served, or the error. */
export const urlFileOf = (served: Mode): string => join(root, `.cache/e2e-${served}.url`);

export type Host = {
  /** Without a trailing slash. */
  readonly url: string;
  /** Paths of all pages, from the site's manifest. */
  readonly paths: readonly string[];
};

/** Waits until the suite serves this site, and returns its URL and pages. */
export async function openHost(): Promise<Host> {
  const url = await servedAt(urlFileOf(mode));
  const read = async (path: string) => (await fetch(url + path)).json();
  const { id } = (await read('/builds/latest.json')) as LatestBuild;
  const { prerendered } = (await read(`/builds/meta/${id}.json`)) as BuildMeta;
  return { url, paths: prerendered };
}

async function servedAt(file: string): Promise<string> {
  for (;;) {
    const note = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (note.startsWith('http://')) return note.replace(/\/$/, '');
    if (note !== '') throw new Error(note);
    await sleep(100);
  }
}
