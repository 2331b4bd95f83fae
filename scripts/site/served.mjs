// Builds this site, serves it as a host would, and lists its pages, for scripts that visit all of them.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensurePackages, ensureProgram, root, run } from '../ensure.mjs';

const OUT = '.cache/looked-at';
const program = join(root, 'cli/dist/bin.js');

/** Builds and serves the site. Returns its URL, the paths of all pages, and `close`. */
export async function serveBuilt() {
  ensurePackages();
  ensureProgram();
  await ensureBrowser();
  run(process.execPath, [program, 'build', '--out', OUT]);
  const read = (path) => JSON.parse(readFileSync(join(root, OUT, path), 'utf8'));
  const { prerendered } = read(`builds/meta/${read('builds/latest.json').id}.json`);
  const server = spawn(process.execPath, [program, 'serve', '--built', '--out', OUT, '--port', '4870'], { cwd: root });
  const url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => {
      const found = /http:\/\/localhost:\d+/.exec(String(data));
      if (found) resolve(found[0]);
    });
    server.on('exit', () => reject(new Error('The server ended before it said its address.')));
  });
  return { url, paths: prerendered, close: () => server.kill() };
}
