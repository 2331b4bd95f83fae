import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Served, serve } from '../serve/served.ts';
import { program } from '../site.ts';
import { type Mode, out, root, urlFileOf } from './real-site.ts';

let build: ChildProcess | null = null;
let host: Served | null = null;

/**
 * Starts to build and serve this repository's site, or to serve its sources, once for all files of a suite, which wait
 * for it. With `E2E_BUILT` in the environment, the build of an earlier run is used.
 */
export function setup({ config }: TestProject): void {
  const mode: Mode = config.env?.E2E_MODE === 'development' ? 'development' : 'built';
  const file = urlFileOf(mode);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  void open(mode).then(
    (url) => writeFileSync(file, url),
    (error) => writeFileSync(file, String(error)),
  );
}

async function open(mode: Mode): Promise<string> {
  if (mode === 'built' && !process.env.E2E_BUILT) await built();
  host = await serve({ root }, ...(mode === 'built' ? ['--built', '--out', out] : []));
  return host.url;
}

function built(): Promise<void> {
  const child = spawn(process.execPath, [program, 'build', '--root', root, '--out', out, '--json']);
  build = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output = (output + data).slice(-20_000);
    });
  return new Promise((done, fail) =>
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`The site's build ended with ${code}:\n${output}`)),
    ),
  );
}

export async function teardown(): Promise<void> {
  build?.kill();
  await host?.stop();
}
