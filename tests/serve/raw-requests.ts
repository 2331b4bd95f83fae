import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response as it came over the socket, read by the framing rules of RFC 9112 alone. */
export type RawResponse = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded from its content coding. */
  readonly text: string;
  /** Bytes of the body as they came. */
  readonly length: number;
  /** Whether the server closed the connection, as `Connection: close` requires. */
  readonly isClosed: boolean;
};

/** A socket that the server leaves open without a complete response is given up after this time. */
const timeoutMs = 10_000;

/** Sends bytes as they are and reads all that comes until the server closes the connection. */
export function sendBytes(port: number, request: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    let isClosed = false;
    const finish = () => {
      socket.destroy();
      const all = Buffer.concat(parts);
      if (all.length === 0) return reject(new Error(`No response to:\n${request}`));
      resolve({ ...parse(all), isClosed });
    };
    socket.setTimeout(timeoutMs, finish);
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => {
      isClosed = true;
      finish();
    });
    socket.on('error', reject);
    socket.write(request);
  });
}

/** Sends a request with `Host` and `Connection: close`; other headers a line each. */
export function sendRequest(port: number, line: string, ...headers: readonly string[]): Promise<RawResponse> {
  const host = headers.some((one) => /^host:/i.test(one)) ? [] : [`Host: localhost:${port}`];
  return sendBytes(port, [`${line} HTTP/1.1`, ...host, ...headers, 'Connection: close', '', ''].join('\r\n'));
}

function parse(all: Buffer): Omit<RawResponse, 'isClosed'> {
  const end = all.indexOf('\r\n\r\n');
  const [first = '', ...lines] = all.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(':');
    headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
  }
  const body = all.subarray(end + 4);
  const coding = headers['content-encoding'];
  const bytes =
    body.length === 0
      ? body
      : coding === 'br'
        ? brotliDecompressSync(body)
        : coding === 'gzip'
          ? gunzipSync(body)
          : body;
  return { status: Number(first.split(' ')[1]), headers, text: bytes.toString('utf8'), length: body.length };
}
