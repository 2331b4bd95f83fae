import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BuildMeta, LatestBuild } from '../../cli/contract.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the tests build this repository's own site. */
export const out = '.cache/e2e-site';

/** How this site is served: what was built, or its sources. */
export type Mode = 'built' | 'development';

/** How the suite that runs has it served. */
export const mode: Mode = process.env.E2E_MODE === 'development' ? 'development' : 'built';

/**
 * Whether all is tried that can be. The second mode leaves out what only calculates, the same in both, for the sake of
 * time; not so with `E2E_WHOLE` in the environment.
 */
export const whole = mode === 'built' || process.env.E2E_WHOLE !== undefined;

/** Stands here once the site is served: where it is, or what went wrong. */
export const noteOf = (served: Mode): string => join(root, `.cache/e2e-${served}.url`);

export type Host = {
  /** Without a slash at its end. */
  readonly url: string;
  /** Paths of all pages, by the site's own manifest. */
  readonly paths: readonly string[];
};

/** This site as the suite serves it to all files, in the mode of the suite; waits until it does. */
export async function openHost(): Promise<Host> {
  const url = await servedAt(noteOf(mode));
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
