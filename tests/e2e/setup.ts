import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { program } from '../site.ts';
import { builtNote, out, root } from './real-site.ts';

let build: ChildProcess | null = null;

/**
 * Begins to build this repository's site, once for all files of the suite; those that need it wait for it. With
 * `E2E_BUILT` in the environment an earlier build is taken.
 */
export function setup(): void {
  if (process.env.E2E_BUILT) return;
  process.env.E2E_BUILT = 'once';
  mkdirSync(dirname(builtNote), { recursive: true });
  rmSync(builtNote, { force: true });
  const child = spawn(process.execPath, [program, 'build', '--root', root, '--out', out, '--json']);
  build = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said = (said + data).slice(-20_000);
    });
  child.on('close', (code) =>
    writeFileSync(builtNote, code === 0 ? '' : `The site's build ended with ${code}:\n${said}`),
  );
}

export function teardown(): void {
  build?.kill();
}
