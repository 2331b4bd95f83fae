import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Served, serve } from '../serve/served.ts';
import { program } from '../site.ts';
import { builtNote, out, root } from './real-site.ts';

let build: ChildProcess | null = null;
let host: Served | null = null;

/**
 * Begins to build this repository's site, and serves it then, once for all files of the suite; those that need it
 * wait for it. With `E2E_BUILT` in the environment an earlier build is taken.
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
  const note = (text: string) => writeFileSync(builtNote, text);
  child.on('close', async (code) => {
    if (code !== 0) return note(`The site's build ended with ${code}:\n${said}`);
    try {
      host = await serve({ root }, '--built', '--out', out);
      note(host.url);
    } catch (error) {
      note(String(error));
    }
  });
}

export async function teardown(): Promise<void> {
  build?.kill();
  await host?.stop();
}
