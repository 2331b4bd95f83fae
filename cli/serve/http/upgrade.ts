import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Web socket protocols of Vite's client: hot updates, and the ping that waits for a restarted server. */
const viteProtocols: readonly (string | undefined)[] = ['vite-hmr', 'vite-ping'];

/**
 * Refuses upgrade requests that are not for Vite's web socket. Once a server has an upgrade listener, Node leaves every
 * upgrade to the listeners, and Vite's ignores other protocols: such clients would never get a response, and their
 * sockets would stay open.
 */
export function refuseOtherUpgrades(server: Server, viteListens: (request: IncomingMessage) => boolean): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const isForVite = viteProtocols.includes(request.headers['sec-websocket-protocol']);
    if (isForVite && viteListens(request)) return;
    // Ignore errors of a client that disconnects meanwhile.
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${isForVite ? '503 Service Unavailable' : '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });
}
