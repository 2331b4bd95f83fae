import { createServer, type IncomingHttpHeaders } from 'node:http';

export type Received = {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly __topic__: string;
    readonly __source__: string;
    readonly __tags__: Readonly<Record<string, string>>;
    readonly __logs__: readonly Readonly<Record<string, string>>[];
  };
};

export type Collector = {
  readonly endpoint: string;
  readonly received: readonly Received[];
  /** Statuses of the next answers; 200 after them. */
  readonly answer: (...statuses: number[]) => void;
  /** Requests are held until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  readonly maxAtOnce: () => number;
  readonly close: () => void;
};

/** A log service on a free port of this machine. */
export async function openCollector(): Promise<Collector> {
  const received: Received[] = [];
  const held: (() => void)[] = [];
  let statuses: number[] = [];
  let holding = false;
  let open = 0;
  let maxOpen = 0;
  const server = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    received.push({ url: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) });
    const finish = () => {
      open -= 1;
      response.writeHead(statuses.shift() ?? 200).end();
    };
    if (holding) held.push(finish);
    else finish();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}/logstores/web/track`,
    received,
    answer: (...next) => {
      statuses = next;
    },
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const finish of held.splice(0)) finish();
    },
    maxAtOnce: () => maxOpen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
