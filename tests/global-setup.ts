import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles the program where its sources changed: tests run what is shipped. Gives tests and their browsers one temporary
 * folder and returns what removes it, since a test that is ended cannot remove its own.
 */
export function setup(): () => void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../cli/build.mjs', import.meta.url))], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
