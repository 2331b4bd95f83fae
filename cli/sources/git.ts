import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { loadCache, saveCache } from '../lib/cache-file.ts';
import { statOf } from '../lib/stat.ts';

const run = promisify(execFile);

/** File below the root -> day of its last commit, `2026-03-01`. */
export type CommitDates = ReadonlyMap<string, string>;

type Cached = { readonly state: string; readonly dates: readonly [string, string][] };

const format = 'commits 1';

/** Folders whose dates of commits pages show. */
const folders = ['content', 'site/pages', 'locales'];

/**
 * Returns the day of the last commit of each file of the contents, pages and messages. Empty outside of a repository,
 * and in a shallow clone, in which every file belongs to the only commit. `work`: the site's `.sitegen` folder, in which
 * the days of one commit are kept, or null.
 */
export async function commitDates(root: string, work: string | null): Promise<CommitDates> {
  const cache = work && join(work, 'cache/commits.json');
  const state = repositoryState(root);
  if (state === '') return new Map();
  const cached = cache === null || state === null ? null : loadCache<Cached>(cache, format);
  if (cached?.state === state) return new Map(cached.dates);
  const dates = await readDates(root);
  if (cache !== null && state !== null) saveCache(cache, format, { state, dates: [...dates] } satisfies Cached);
  return dates;
}

async function readDates(root: string): Promise<CommitDates> {
  const git = async (...args: string[]) =>
    (await run('git', args, { cwd: root, maxBuffer: 2 ** 30, encoding: 'utf8' })).stdout;
  try {
    if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'false') return new Map();
    const dates = new Map<string, string>();
    let day = '';
    const log = await git(
      '-c',
      'core.quotePath=false',
      'log',
      '--format=@%cs',
      '--name-only',
      '--relative',
      '--',
      ...folders,
    );
    for (const line of log.split('\n')) {
      if (line.startsWith('@')) day = line.slice(1);
      else if (line !== '' && !dates.has(line)) dates.set(line, day);
    }
    return dates;
  } catch {
    return new Map();
  }
}

/** Variables by which git finds another repository or another history. */
const gitVariable =
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|CEILING|OBJECT|ALTERNATE|NAMESPACE|CONFIG|GRAFT|REPLACE|NO_REPLACE|SHALLOW|DISCOVERY)/;

/**
 * Returns a text that identifies the current commit of the repository that a folder is in: while it is the same, the
 * history is the same. `''` outside of a repository; null if only git can find out.
 */
export function repositoryState(root: string): string | null {
  if (Object.keys(process.env).some((name) => gitVariable.test(name))) return null;
  const folder = repositoryFolder(root);
  if (folder === null) return '';
  const shared = resolve(folder, textOf(join(folder, 'commondir')) ?? '.');
  const head = textOf(join(folder, 'HEAD'));
  if (head === null || existsSync(join(shared, 'reftable')) || existsSync(join(shared, 'refs/replace'))) return null;
  const name = /^ref: (\S+)$/.exec(head)?.[1];
  const commit = name === undefined ? head : (textOf(join(shared, name)) ?? packedCommit(shared, name));
  return JSON.stringify([root, folder, commit, textOf(join(shared, 'shallow'))]);
}

/** Returns the commit of a reference in the list of packed ones; `''` before the first commit. */
function packedCommit(folder: string, name: string): string {
  const lines = textOf(join(folder, 'packed-refs'))?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${name}`))?.split(' ')[0] ?? '';
}

/** Returns the folder with the data of the nearest repository at or above a folder, or null. */
function repositoryFolder(root: string): string | null {
  const path = join(root, '.git');
  const stat = statOf(path);
  if (stat?.isDirectory()) return path;
  const to = stat && /^gitdir: (.+)$/.exec(textOf(path) ?? '')?.[1];
  if (to) return resolve(root, to);
  return root === dirname(root) ? null : repositoryFolder(dirname(root));
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
