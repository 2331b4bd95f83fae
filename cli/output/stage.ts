import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { fail, ok, type Result } from '../report/result.ts';

/** A folder that becomes the output folder in one step. */
export type Stage = {
  readonly folder: string;
  /** Writes a file; folders appear as needed. */
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Takes a file from elsewhere: `link` shares it where the file system can, `copy` never does. */
  readonly take: (path: string, from: string, how: 'link' | 'copy') => void;
  /** Makes a folder for writers of their own, such as workers. */
  readonly commit: () => void;
  readonly discard: () => void;
};

export type StageOptions = {
  /** The site's `.sitegen` folder. */
  readonly work: string;
  /** The output folder. */
  readonly out: string;
  readonly root: string;
};

/** A file that shows an output folder to be ours, so that it may be replaced. */
const mark = 'builds/latest.json';

/**
 * Opens a stage. Fails when the output folder holds something that sitegen did not make, or would swallow
 * the sources: replacing it would destroy what cannot be made again.
 */
export function openStage(options: StageOptions): Result<Stage> {
  const problem = unsafe(options);
  if (problem) return fail([problem]);
  mkdirSync(options.work, { recursive: true });
  removeLeftovers(options.work);
  const folder = join(sameDevice(options) ? options.work : dirname(options.out), `${stageName(options)}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const made = new Set<string>();
  const parent = (path: string): string => {
    const absolute = join(folder, path);
    const above = dirname(absolute);
    if (!made.has(above)) {
      mkdirSync(above, { recursive: true });
      made.add(above);
    }
    return absolute;
  };
  return ok({
    folder,
    write: (path, content) => writeFileSync(parent(path), content),
    take: (path, from, how) => (how === 'link' ? linkOrCopy(from, parent(path)) : copy(from, parent(path))),
    commit: () => swap(folder, options),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  });
}

const stageName = ({ out }: StageOptions): string => `.${basename(out)}.stage-`;

const copy = (from: string, to: string): void => copyFileSync(from, to, constants.COPYFILE_FICLONE);

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copy(from, to);
  }
}

function unsafe({ out, root }: StageOptions): Diagnostic | null {
  const inside = relative(out, root);
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`))) {
    return problem('OUT_HOLDS_SOURCES', `The output folder ${out} holds the site's own sources.`);
  }
  const stat = lstatSync(out, { throwIfNoEntry: false });
  if (!stat) return null;
  if (!stat.isDirectory()) return problem('OUT_NOT_A_FOLDER', `The output folder ${out} is not a folder.`);
  if (readdirSync(out).length === 0 || existsSync(join(out, mark))) return null;
  return problem(
    'OUT_NOT_OURS',
    `The output folder ${out} holds files that sitegen did not make; nothing was written.`,
  );
}

const problem = (code: string, message: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  hint: 'Choose another folder with --out or output.dir, or empty that one yourself.',
});

function sameDevice({ work, out }: StageOptions): boolean {
  mkdirSync(work, { recursive: true });
  mkdirSync(dirname(out), { recursive: true });
  const existing = existsSync(out) ? out : dirname(out);
  return statSync(work).dev === statSync(existing).dev;
}

/**
 * Two renames with nothing between them but a note of what is going on: a process killed in between leaves
 * the old site beside its place, and `recover` puts it back.
 */
function swap(folder: string, options: StageOptions): void {
  const { out, work } = options;
  const old = join(dirname(folder), `.${basename(out)}.old-${process.pid}`);
  const note = join(work, 'swap.json');
  if (existsSync(out)) {
    writeFileSync(note, JSON.stringify({ out, old }));
    renameSync(out, old);
    renameSync(folder, out);
    rmSync(note);
    rmSync(old, { recursive: true, force: true });
  } else renameSync(folder, out);
}

/** Puts the old site back where a build was killed between the two renames of its swap. */
export function recover({ work }: Pick<StageOptions, 'work'>): void {
  const note = join(work, 'swap.json');
  if (!existsSync(note)) return;
  try {
    const { out, old } = JSON.parse(readFileSync(note, 'utf8')) as { out: string; old: string };
    if (!existsSync(out) && existsSync(old)) renameSync(old, out);
    else if (existsSync(old)) rmSync(old, { recursive: true, force: true });
  } catch {
    // A note cut short was never followed by a rename.
  }
  rmSync(note, { force: true });
}

/** Removes stages of builds that were killed. */
function removeLeftovers(work: string): void {
  for (const name of readdirSync(work)) {
    const pid = /^\..+\.(?:stage|old)-(\d+)$/.exec(name)?.[1];
    if (pid && !alive(Number(pid))) rmSync(join(work, name), { recursive: true, force: true });
  }
}

function alive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
