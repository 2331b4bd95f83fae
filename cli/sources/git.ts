import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** File below the root -> day of its last commit, `2026-03-01`. */
export type CommitDates = ReadonlyMap<string, string>;

/**
 * Returns the day of the last commit of each file in the folders. Empty outside of a repository, and in a shallow
 * clone, in which every file belongs to the only commit.
 */
export async function commitDates(root: string, folders: readonly string[]): Promise<CommitDates> {
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
