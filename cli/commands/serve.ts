import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../contract.ts';
import { escapeControls } from '../lib/escape.ts';
import { recover } from '../output/journal.ts';
import { type RunningServer, startDevelopment } from '../serve/development.ts';
import { urlsOf } from '../serve/http/listen.ts';
import { overridesOf, type SharedOptions } from './options.ts';
import { exitCode, printProblems } from './print.ts';

export type ServeArguments = SharedOptions & {
  readonly port?: number;
  /** True: all addresses of the machine. */
  readonly host?: string | true;
  readonly open: boolean;
  readonly drafts: boolean;
  readonly built: boolean;
};

/** Exit code once nobody reads its output: that of a program which SIGPIPE ends. */
const unreadOutput = 141;

/** Handles that are still open after this time are released when the process exits. */
const stopWithinMs = 700;

/** Runs `sitegen serve`. Resolves to the exit code when a signal stops it. */
export async function serveCommand(options: ServeArguments): Promise<number> {
  const { stdout, stderr } = process;
  const root = resolve(options.root);
  const host = options.host === true ? '0.0.0.0' : (options.host ?? '127.0.0.1');
  if (!options.built && !existsSync(join(root, 'config'))) {
    printProblems([missingSite(root)], root);
    return 1;
  }
  let stop!: (code: number) => void;
  const stopped = new Promise<number>((resolve) => {
    stop = resolve;
  });
  process.once('SIGINT', () => stop(130));
  process.once('SIGTERM', () => stop(0));
  for (const stream of [stdout, stderr]) stream.on('error', () => stop(unreadOutput));
  const log = (text: string) => stderr.write(`${escapeControls(text)}\n`);
  // The bundler reads files while they change; an error that it throws late must not end the server.
  process.on('uncaughtException', (error) => log(`Unexpected: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (error) => log(`Unexpected: ${(error as Error)?.stack ?? String(error)}`));
  const shared = {
    root,
    host,
    port: options.port ?? null,
    overrides: overridesOf(options),
    log,
    today: new Date().toISOString().slice(0, 10),
  };
  const report = (problems: Parameters<typeof printProblems>[0], areFixed: boolean) => {
    printProblems(problems, root);
    // No edit of the site can correct the options.
    if (problems.length > 0 && exitCode(problems) === 2) stop(2);
    if (areFixed) log('No errors left.');
  };
  if (options.built) recover(join(root, '.sitegen'));
  const starting = options.built
    ? import('../serve/built/server.ts').then(({ startBuilt }) => startBuilt({ ...shared, report }))
    : startDevelopment({ ...shared, drafts: options.drafts, report });
  const started = await Promise.race([starting.catch((error: Error) => error), stopped]);
  if (typeof started === 'number') return started;
  if (started instanceof Error) {
    stderr.write(`${started.message}\n`);
    return 1;
  }
  stdout.write(greeting(started, host));
  if (options.open) openBrowser(urlsOf(host, started.port, started.base).local);
  const code = await stopped;
  await Promise.race([started.close(), new Promise((done) => setTimeout(done, stopWithinMs))]);
  return code;
}

/** The problem of a folder that holds no site: nothing is created in it. */
const missingSite = (root: string): Diagnostic => ({
  code: 'SITE_MISSING',
  severity: 'error',
  message: `There is no site in ${root}: it has no folder config/.`,
  hint: 'Run `npx sitegen init` to create one, or name the folder of the site by --root.',
});

function greeting({ port, requestedPort: requested, base, domains = [] }: RunningServer, host: string): string {
  const { local, network } = urlsOf(host, port, base);
  const portNotice =
    requested !== 0 && port !== requested ? [`Port ${requested} is in use; this is the next free one.`] : [];
  const [, ...otherDomains] = domains.map((one) => `  ${one.name}  ${urlsOf(host, one.port, base).local}`);
  const lines =
    network.length > 0 ? network.map((url) => `  Network  ${url}`) : ['  Network  add --host to serve other devices'];
  return `${[...portNotice, `  Local    ${local}`, ...otherDomains, ...lines].join('\n')}\n`;
}

function openBrowser(url: string): void {
  const commands: Partial<Record<NodeJS.Platform, readonly [string, readonly string[]]>> = {
    darwin: ['open', [url]],
    win32: ['cmd', ['/c', 'start', '', url]],
  };
  const [command, args] = commands[process.platform] ?? ['xdg-open', [url]];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
