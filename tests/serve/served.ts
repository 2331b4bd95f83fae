import { type ChildProcess, spawn } from 'node:child_process';
import { type IncomingMessage, request } from 'node:http';
import { program, type Site } from '../site.ts';

export type Reply = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly text: string;
};

export type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** A `sitegen serve` of a site in a process of its own. */
export type Served = {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** All that it has printed so far. */
  readonly output: () => string;
  /** Sends a path as it is written: nothing of it is normalised. */
  readonly get: (path: string, ask?: RequestOptions) => Promise<Reply>;
  /** Repeats the request until the text matches; fails with the last response. */
  readonly until: (path: string, isExpected: (reply: Reply) => boolean) => Promise<Reply>;
  /** Ends it by a signal and resolves to its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

const timeoutMs = 20_000;

/** `program`: another one than that of the repository. */
export async function serve(
  site: Pick<Site, 'root'> & { readonly program?: string },
  ...options: readonly string[]
): Promise<Served> {
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(process.execPath, [site.program ?? program, 'serve', '--root', site.root, ...port, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const listening = new Promise<string>((resolve, reject) => {
    const onOutput = (data: Buffer) => {
      output += data.toString();
      const found = /Local\s+(http:\/\/\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    void ended.then((code) => reject(new Error(`serve ended with ${code}:\n${output}`)));
  });
  const url = await listening;
  const at = new URL(url);
  const get: Served['get'] = (path, ask = {}) => send({ port: Number(at.port), path, ...ask });
  return {
    url,
    port: Number(at.port),
    process: child,
    output: () => output,
    get,
    until: async (path, isExpected) => {
      const end = Date.now() + timeoutMs;
      for (;;) {
        const reply = await get(path);
        if (isExpected(reply)) return reply;
        if (Date.now() > end)
          throw new Error(`${path} stays ${reply.status}:\n${reply.text.slice(0, 2000)}\n${output}`);
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

function send({
  port,
  path,
  method = 'GET',
  headers = {},
  body,
}: RequestOptions & { port: number; path: string }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const all = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: all, text: all.toString('utf8') });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
