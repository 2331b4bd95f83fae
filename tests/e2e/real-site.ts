import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sirv from 'sirv';
import { program } from '../site.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the tests build this repository's own site. */
export const out = '.cache/e2e-site';

/** Builds this repository's site, as far as it is not built already, and gives its pages' paths. */
export async function buildRealSite(): Promise<readonly string[]> {
  const args = [program, 'build', '--root', root, '--out', out, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
  const { id } = JSON.parse(stdout) as { id: string };
  const meta = await import(join(root, out, `builds/meta/${id}.json`), { with: { type: 'json' } });
  return (meta.default as { prerendered: readonly string[] }).prerendered;
}

/** Serves the built site on a free port as a plain static host does. */
export function openHost(): Promise<{ readonly url: string; readonly close: () => void }> {
  const files = sirv(join(root, out), { dev: true });
  const server: Server = createServer((request, response) => {
    files(request, response, () => {
      response.writeHead(404).end('Not found');
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
