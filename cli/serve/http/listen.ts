import type { Server } from 'node:http';
import { networkInterfaces } from 'node:os';

/** Number of ports that are tried after the requested one. */
const maxFurtherPorts = 100;

/**
 * Starts listening on the requested port, or on the next free one if it is taken. Returns the port. Port 0 selects any
 * free port. Rejects after 100 taken ports or on any other error.
 */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  for (let next = port; ; next++) {
    try {
      await listenOnce(server, host, next);
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : next;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isTaken = code === 'EADDRINUSE' || code === 'EACCES';
      if (!isTaken || port === 0 || next - port >= maxFurtherPorts || next >= 65_535) throw error;
    }
  }
}

function listenOnce(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const anyAddressHosts = new Set(['0.0.0.0', '::']);

/**
 * Returns the URLs of a server that listens on `host`. `network` is empty if only this machine can reach the server.
 */
export function urlsOf(
  host: string,
  port: number,
  base: string,
): { readonly local: string; readonly network: readonly string[] } {
  const url = (name: string) => `http://${name.includes(':') ? `[${name}]` : name}:${port}${base}/`;
  if (!anyAddressHosts.has(host)) {
    const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
    return { local: url(isLocal ? 'localhost' : host), network: isLocal ? [] : [url(host)] };
  }
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const externalAddresses = addresses
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return { local: url('localhost'), network: externalAddresses.map(url) };
}
