import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The commit that last changed a line. */
export type LineCommit = {
  readonly hash: string;
  /** Seconds since 1970. A line that is not committed has the present time. */
  readonly timeSeconds: number;
};

/** Returns the commit of each line of a file, from the first one; null outside of a repository. */
export async function lineCommits(root: string, path: string): Promise<readonly LineCommit[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegen-blame-'));
  try {
    // A line does not change by the comma that it gets when a message is added below it.
    const attributes = join(folder, 'attributes');
    writeFileSync(attributes, '*.json diff=sitegen\n');
    const settings = [`core.attributesFile=${attributes}`, "diff.sitegen.textconv=sed 's/,[[:space:]]*$//'"];
    const blame = ['blame', '--line-porcelain', '-w', '--', path];
    const { stdout } = await run('git', [...settings.flatMap((one) => ['-c', one]), ...blame], {
      cwd: root,
      maxBuffer: 2 ** 28,
    });
    return commitsOf(stdout);
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads `git blame --line-porcelain`: for each line its commit, facts about that, and the line after a tab. */
function commitsOf(blame: string): readonly LineCommit[] {
  const commits: LineCommit[] = [];
  let hash = '';
  let timeSeconds = 0;
  for (const line of blame.split('\n')) {
    if (line.startsWith('\t')) commits.push({ hash, timeSeconds });
    else if (/^[0-9a-f]{40} /.test(line)) hash = line.slice(0, 40);
    else if (line.startsWith('committer-time ')) timeSeconds = Number(line.slice('committer-time '.length));
  }
  return commits;
}

/** Returns the hashes of commits that name a reviewer by the trailer `Reviewed-by` of their message. */
export async function reviewedCommits(root: string): Promise<ReadonlySet<string>> {
  try {
    const format = '--format=%H %(trailers:key=Reviewed-by,valueonly,separator=%x2C)';
    const { stdout } = await run('git', ['log', format, '--', 'locales'], { cwd: root, maxBuffer: 2 ** 28 });
    const lines = stdout.split('\n').filter((line) => line.trim().includes(' '));
    return new Set(lines.map((line) => line.slice(0, 40)));
  } catch {
    return new Set();
  }
}
