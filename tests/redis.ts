import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedRedis } from '../scripts/ensure.mjs';

/** A Redis server of its own with a folder of its own, which keeps what it holds when it is restarted. */
export type Redis = {
  readonly url: string;
  /** Ends the server, kindly or by a kill. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Path of the server, or null; tests that need it are skipped then. */
export const redisProgram: string | null = installedRedis();

if (redisProgram === null) console.warn('No redis-server is installed: tests of a fleet are skipped.');

/** `password`: which the server requires; its `url` does not contain it. */
export async function startRedis(password = ''): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let server: ChildProcess | null = null;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  };
  const start = async () => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
    options.push('--appendfsync', 'always', '--requirepass', password);
    const started = spawn(redisProgram as string, options, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server = started;
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (text) => /Ready to accept connections/.test(String(text)) && resolve());
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
    });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    start,
    close: async () => {
      await stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
