import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Compiles the program where its sources changed: tests run what is shipped. */
export function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../cli/build.mjs', import.meta.url))], { stdio: 'inherit' });
}
