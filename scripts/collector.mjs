// Receives the events of pages on a local server, so that tracking can be tried without a service.
// node scripts/collector.mjs [--port 8790] [--file .cache/events.ndjson]
// Set `custom.tracking.endpoint` and `security.connect` of config/site.yaml to the address that it prints.
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Limit of `navigator.sendBeacon`. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_EVENTS_PER_SECOND = 100;
const TYPES = ['application/json', 'text/plain'];

/** Whether an origin is local; pages of other origins must not write to this machine. */
const isLocal = (origin) =>
  URL.canParse(origin ?? '') && /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);

async function bodyOf(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const parsed = (text) => {
  try {
    return { event: JSON.parse(text) };
  } catch {
    return { text };
  }
};

/**
 * Creates a server that appends each event to a file as a line of JSON, and passes the line to `show`.
 * JSON escapes C0 control characters; the others are escaped here, so that no line controls the terminal.
 */
export function createCollector({ file, show, now = Date.now }) {
  let second = 0;
  let count = 0;
  const isTooOften = () => {
    const current = Math.floor(now() / 1000);
    if (current !== second) count = 0;
    second = current;
    count += 1;
    return count > MAX_EVENTS_PER_SECOND;
  };
  const receive = async (request) => {
    const { origin, 'content-type': type = '' } = request.headers;
    if (!isLocal(origin)) return 403;
    if (request.method === 'OPTIONS') return 204;
    if (request.method !== 'POST') return 405;
    if (!TYPES.includes(type.split(';')[0].trim().toLowerCase())) return 415;
    if (isTooOften()) return 429;
    const body = await bodyOf(request);
    if (body === null) return 413;
    const json = JSON.stringify({ at: new Date(now()).toISOString(), ...parsed(body) });
    const line = json.replace(/[\u007f-\u009f]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size + line.length > MAX_FILE_BYTES) return 507;
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, `${line}\n`);
    show(line);
    return 204;
  };
  return createServer(async (request, response) => {
    const status = await receive(request).catch(() => 500);
    const headers = status >= 400 ? { 'Content-Length': 0, Connection: 'close' } : {};
    if (isLocal(request.headers.origin)) {
      headers['Access-Control-Allow-Origin'] = request.headers.origin;
      headers['Access-Control-Allow-Headers'] = 'content-type, x-log-apiversion, x-log-bodyrawsize';
      headers.Vary = 'Origin';
    }
    response.writeHead(status, headers).end();
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '8790' }, file: { type: 'string', default: '.cache/events.ndjson' } },
  });
  const server = createCollector({ file: values.file, show: (line) => console.log(line) });
  server.listen(Number(values.port), '127.0.0.1', () =>
    console.log(`http://localhost:${server.address().port}/ writes to ${values.file}`),
  );
}
