import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Protocols of Vite's socket: updates, and the question whether the server is back. */
const viteProtocols: readonly (string | undefined)[] = ['vite-hmr', 'vite-ping'];

/**
 * Refuses requests for another protocol than Vite's. Once anyone listens for upgrades, Node leaves each of them to the
 * listeners, and Vite only answers its own: others would never get a response, and keep their socket.
 */
export function refuseOtherUpgrades(server: Server, viteListens: (request: IncomingMessage) => boolean): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const isForVite = viteProtocols.includes(request.headers['sec-websocket-protocol']);
    if (isForVite && viteListens(request)) return;
    // A client that goes away meanwhile is none of our errors.
    socket.on('error', () => socket.destroy());
    socket.end(
      `HTTP/1.1 ${isForVite ? '503 Service Unavailable' : '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });
}
