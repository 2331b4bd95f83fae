import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic } from '../contract.ts';

const causes: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  ENOSPC: ['no space is left on the device', 'Free some space; `.sitegen/cache` may be deleted at any time.'],
  EDQUOT: ['the disk quota is used up', 'Free some space; `.sitegen/cache` may be deleted at any time.'],
  EROFS: [
    'the file system is read-only',
    'Make it writable: sitegen writes to `.sitegen` in the folder of the site, and beside the output folder, which --out chooses.',
  ],
  EACCES: ['permission is denied', 'Change its owner or mode so that this user may read or write it.'],
  EPERM: ['the operation is not permitted', 'Change its owner or mode so that this user may read or write it.'],
  EMFILE: ['too many files are open', 'Raise the limit of open files, for example with `ulimit -n 4096`.'],
  ENFILE: ['too many files are open on this machine', 'Close other programs, or raise the limit of the system.'],
  ENOENT: ['it does not exist', 'It may have been removed during the run: run the command again.'],
  ENOTDIR: ['a file is where a folder is needed', 'Move that file away.'],
  EISDIR: ['a folder is where a file is needed', 'Move that folder away.'],
  EEXIST: ['a file is where a folder is needed', 'Move that file away.'],
  ENOTEMPTY: ['the folder is not empty', 'Another program may be writing to it: run the command again.'],
  EBUSY: [
    'it is in use by another program, or a file system is mounted there',
    'Close that program and run the command again. Instead of a mount point, choose a folder below it.',
  ],
  ELOOP: ['its symbolic links form a loop', 'Remove one of the links.'],
  ENAMETOOLONG: ['the name is too long for the file system', 'Shorten the slug or the name of the file.'],
  EIO: ['the device reported an error', 'Check the disk.'],
  EXDEV: ['it is on another file system', 'Choose an output folder on the same file system with --out.'],
};

/** Returns a diagnostic for a failed system call, with the path and what to do; null for any other error. */
export function systemProblem(error: unknown): Diagnostic | null {
  if (!(error instanceof Error)) return null;
  const { syscall, path, dest, ...failure } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const code = (syscall === 'mkdir' && path !== undefined && mkdirCode(path)) || (failure.code ?? '');
  const cause = Object.hasOwn(causes, code) ? causes[code] : undefined;
  if (!cause || syscall === undefined) return null;
  const [reason, hint] = cause;
  const target = [path, dest].filter((file) => file !== undefined).join(' to ');
  return {
    code: 'SYSTEM_ERROR',
    severity: 'error',
    message: `${actions[syscall] ?? syscall}${target === '' ? '' : ` ${target}`} failed: ${reason} (${code}).`,
    hint,
  };
}

/**
 * Returns why no folder can be created at a path; undefined if that is not known. Node reports a read-only file system as a
 * path that does not exist, if the folders above may be created as well.
 */
function mkdirCode(path: string): string | undefined {
  const above = dirname(path);
  if (!existsSync(above) && above !== path) return mkdirCode(above);
  try {
    accessSync(above, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

const actions: Readonly<Record<string, string>> = {
  open: 'Opening',
  read: 'Reading',
  write: 'Writing',
  scandir: 'Listing',
  mkdir: 'Creating the folder',
  rename: 'Moving',
  copyfile: 'Copying',
  link: 'Linking',
  unlink: 'Deleting',
  rmdir: 'Deleting',
  rm: 'Deleting',
  stat: 'Reading the metadata of',
  lstat: 'Reading the metadata of',
};
