import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';

/** Ports tried after the wanted one. */
const tries = 100;

/** Listens on the wanted port, or on the next that is free; resolves to the port. 0 means any free one. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  for (let next = port; ; next++) {
    try {
      await attempt(server, host, next);
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : next;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const taken = code === 'EADDRINUSE' || code === 'EACCES';
      if (!taken || port === 0 || next - port >= tries || next >= 65_535) throw error;
    }
  }
}

function attempt(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const anywhere = new Set(['0.0.0.0', '::']);

/** URLs that a server on `host` answers at; without any network URL where it answers this machine only. */
export function urlsOf(
  host: string,
  port: number,
  base: string,
): { readonly local: string; readonly network: readonly string[] } {
  const url = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}:${port}${base}/`;
  if (!anywhere.has(host)) {
    const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
    return { local: url(isLocal ? 'localhost' : host), network: isLocal ? [] : [url(host)] };
  }
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return { local: url('localhost'), network: outside.map(url) };
}
