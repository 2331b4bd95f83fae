import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, siteOf } from '../site.ts';
import { type RawResponse, sendBytes, sendRequest } from './raw-requests';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

describe('the server of the built site, by RFC 9110 and 9112', () => {
  let site: Site;
  let served: Served;
  let port: number;
  /** Validators of the film without content coding. */
  let film: { readonly etag: string; readonly modified: string };
  beforeAll(async () => {
    site = siteOf(sampleSite);
    site.write('site/public/large.bin', 'x'.repeat(8_000_000));
    expect((await site.build()).code).toBe(0);
    served = await serve(site, '--built');
    port = served.port;
    const { headers } = await sendRequest(port, 'GET /film.mp4');
    film = { etag: headers.etag as string, modified: headers['last-modified'] as string };
  });
  afterAll(async () => {
    await served?.stop();
    site?.close();
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0', undefined],
    ['br;q=0.0, gzip', 'gzip'],
    ['br; q=0 , gzip;q=0', undefined],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['xbr', undefined],
    ['brotli', undefined],
    ['x-gzipped, brx', undefined],
    ['*', 'br'],
    ['*;q=0.5', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', undefined],
    ['identity, *;q=0', undefined],
    ['identity;q=1, br;q=0.5', undefined],
    ['', undefined],
    [';;q=,,=;', undefined],
  ])('sends for Accept-Encoding `%s` the coding %s', async (accepted, coding) => {
    for (const [path, status] of [
      ['/about', 200],
      ['/no/such/page', 404],
    ] as const) {
      const reply = await sendRequest(port, `GET ${path}`, `Accept-Encoding: ${accepted}`);
      expect(reply.status, path).toBe(status);
      expect(reply.headers['content-encoding'], path).toBe(coding);
      expect(reply.headers['content-length'], path).toBe(String(reply.length));
      expect(reply.headers.vary, path).toBe('Accept-Encoding');
      expect(reply.text, path).toContain('</html>');
    }
  });

  it('gives each coding of a file a strong validator of its own', async () => {
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map((coding) => sendRequest(port, 'GET /about', `Accept-Encoding: ${coding}`)),
    );
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(3);
    for (const { headers } of tags) expect(headers.etag).toMatch(/^"[^"]+"$/);
  });

  it.each([
    ['the tag', () => `If-None-Match: ${film.etag}`, 304],
    ['the tag as weak', () => `If-None-Match: W/${film.etag}`, 304],
    ['a list with the tag', () => `If-None-Match: "a", ${film.etag} , W/"b"`, 304],
    ['any tag', () => 'If-None-Match: *', 304],
    ['another tag', () => 'If-None-Match: "other"', 200],
    ['the time', () => `If-Modified-Since: ${film.modified}`, 304],
    ['a later time', () => `If-Modified-Since: ${new Date(Date.now() + 60_000).toUTCString()}`, 304],
    ['an earlier time', () => 'If-Modified-Since: Sat, 29 Oct 1994 19:43:31 GMT', 200],
    ['no time at all', () => 'If-Modified-Since: soon', 200],
    [
      'another tag, which counts more than the time',
      () => `If-None-Match: "x"\r\nIf-Modified-Since: ${film.modified}`,
      200,
    ],
    ['the tag, to match', () => `If-Match: ${film.etag}`, 200],
    ['a list with the tag, to match', () => `If-Match: "a", ${film.etag}`, 200],
    ['any tag, to match', () => 'If-Match: *', 200],
    ['another tag, to match', () => 'If-Match: "other"', 412],
    ['the tag as weak, to match', () => `If-Match: W/${film.etag}`, 412],
    ['an earlier time, unmodified', () => 'If-Unmodified-Since: Sat, 29 Oct 1994 19:43:31 GMT', 412],
    ['the time, unmodified', () => `If-Unmodified-Since: ${film.modified}`, 200],
    ['the tag, although a reload is asked for', () => `If-None-Match: ${film.etag}\r\nCache-Control: no-cache`, 304],
  ])('answers a request with the condition of %s', async (_, header, status) => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await sendRequest(port, `${method} /film.mp4`, header());
      expect(reply.status, method).toBe(status);
      if (status !== 200 || method === 'HEAD') expect(reply.length, method).toBe(0);
      if (status !== 304) continue;
      expect(reply.headers, method).toMatchObject({
        etag: film.etag,
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache',
        'content-security-policy': expect.any(String),
      });
      expect(Object.keys(reply.headers), method).not.toContain('content-type');
      expect(Object.keys(reply.headers), method).not.toContain('content-length');
    }
  });

  it.each([
    ['its strong tag', () => film.etag, 206],
    ['its tag as weak', () => `W/${film.etag}`, 200],
    ['another tag', () => '"other"', 200],
    ['its time', () => film.modified, 206],
    ['a later time', () => new Date(Date.now() + 60_000).toUTCString(), 200],
    ['an earlier time', () => 'Sat, 29 Oct 1994 19:43:31 GMT', 200],
    ['nonsense', () => 'x', 200],
  ])('follows a range if the version is %s', async (_, condition, status) => {
    // A date is only a strong validator once its second is over.
    await new Promise((done) => setTimeout(done, Math.max(0, Date.parse(film.modified) + 2000 - Date.now())));
    const reply = await sendRequest(port, 'GET /film.mp4', 'Range: bytes=2-5', `If-Range: ${condition()}`);
    expect([reply.status, reply.text.trim()]).toEqual(
      status === 206 ? [206, '2345'] : [200, '0123456789abcdefghijklmnopqrstuvwxyz'],
    );
  });

  it.each([
    ['bytes=0-0', 206, '0'],
    ['bytes=0-3', 206, '0123'],
    ['bytes=-3', 206, 'yz\n'],
    ['bytes=35-', 206, 'z\n'],
    ['bytes=99-', 416, ''],
    ['bytes=3-1', 200, null],
    ['bytes=0-1,3-4', 200, null],
    ['octets=0-1', 200, null],
  ])('answers Range `%s` with %d', async (range, status, text) => {
    const reply = await sendRequest(port, 'GET /film.mp4', `Range: ${range}`, 'Accept-Encoding: br, gzip');
    expect(reply.status).toBe(status);
    if (text !== null) expect([reply.text, reply.headers['content-length']]).toEqual([text, String(text.length)]);
    const head = await sendRequest(port, 'HEAD /film.mp4', `Range: ${range}`);
    expect([head.status, head.length]).toEqual([200, 0]);
  });

  it('answers HEAD as GET, but for the body', async () => {
    for (const path of ['/', '/about', '/large.bin', '/no/such/page', '/blog/rss.xml', '/old']) {
      for (const coding of ['br', 'identity']) {
        const [get, head] = await Promise.all(
          ['GET', 'HEAD'].map((method) => sendRequest(port, `${method} ${path}`, `Accept-Encoding: ${coding}`)),
        );
        const stable = ({ status, headers: { date: _date, ...headers } }: RawResponse) => ({ status, headers });
        expect(stable(head as RawResponse), path).toEqual(stable(get as RawResponse));
        expect(head?.length, path).toBe(0);
      }
    }
  });

  it.each([
    ['an absolute form', 'GET http://small.example/about HTTP/1.1\r\nHost: small.example', 200],
    ['an absolute form with a query', 'GET http://small.example/about?a=1 HTTP/1.1\r\nHost: other.example', 200],
    ['an absolute form without a path', 'GET http://small.example HTTP/1.1\r\nHost: small.example', 200],
    ['an absolute form of a missing page', 'GET http://small.example/none HTTP/1.1\r\nHost: small.example', 404],
    ['an absolute form that climbs', 'GET http://small.example/../package.json HTTP/1.1\r\nHost: a.example', 404],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example', 400],
    ['the same Host header twice', 'GET / HTTP/1.1\r\nHost: a.example\r\nhost: a.example', 400],
    ['no Host header', 'GET / HTTP/1.1', 400],
    ['no Host header in HTTP/1.0', 'GET / HTTP/1.0', 200],
    ['a malformed Host header', 'GET / HTTP/1.1\r\nHost: a b', 400],
    ['a Host header with a path', 'GET / HTTP/1.1\r\nHost: a.example/x', 400],
    ['an unclosed IPv6 address as Host', 'GET / HTTP/1.1\r\nHost: [::1', 400],
    ['an IPv6 address as Host', 'GET / HTTP/1.1\r\nHost: [::1]:80', 200],
    ['a target that is no path', 'GET about HTTP/1.1\r\nHost: a.example', 400],
    ['the server as a whole', 'OPTIONS * HTTP/1.1\r\nHost: a.example', 405],
    ['a body length twice', 'GET / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\nContent-Length: 5', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost: a.example\r\nX-A : 1', 400],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a.example', 400],
    ['a method that changes something', 'DELETE /about HTTP/1.1\r\nHost: a.example', 405],
    ['another protocol to upgrade to', 'GET /about HTTP/1.1\r\nHost: a.example\r\nUpgrade: h2c', 200],
  ])('answers a request with %s', async (_, request, status) => {
    const reply = await sendBytes(port, `${request}\r\nConnection: close\r\n\r\n`);
    expect(reply.status).toBe(status);
    expect(reply.isClosed).toBe(true);
    if (status === 405) expect(reply.headers.allow).toBe('GET, HEAD');
  });

  it('sends a Permissions-Policy with every page', async () => {
    for (const path of ['/', '/about', '/no/such/page'])
      expect((await sendRequest(port, `GET ${path}`)).headers['permissions-policy'], path).toContain('camera=()');
  });

  it.skipIf(process.platform !== 'linux')('keeps no file open for a download that was aborted', async () => {
    const open = () => readdirSync(`/proc/${served.process.pid}/fd`).length;
    const before = open();
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 25 }, (_, at) => abort(port, at % 2 === 0 ? '' : 'Range: bytes=5-\r\n')));
    await expect.poll(open).toBeLessThanOrEqual(before);
    expect((await sendRequest(port, 'GET /about')).status).toBe(200);
  });
});

/** Begins a download and goes away after its first bytes. */
function abort(port: number, headers: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => socket.resetAndDestroy());
    socket.on('close', () => resolve());
    socket.on('error', reject);
    socket.write(`GET /large.bin HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  });
}
