import { afterEach, describe, expect, it } from 'vitest';
import { download } from '../../../../scripts/models/download.mjs';
import { type Answer, noise, type Site, serve } from './fixtures.ts';

const CONTENT = Buffer.from(noise(30_000));
const QUICK = { attempts: 3, waitMs: 1, stallMs: 2000 };
const open: Site[] = [];

async function site(answer: Answer): Promise<Site> {
  const server = await serve(answer);
  open.push(server);
  return server;
}

async function collect(url: string, limits = QUICK): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of download(url, limits)) parts.push(part);
  return Buffer.concat(parts);
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe('download', () => {
  it('resumes a broken connection at its offset', async () => {
    const ranges: (string | undefined)[] = [];
    const { url } = await site((request, response) => {
      const { range } = request.headers;
      ranges.push(range);
      const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      const to = Math.min(from + 10_000, CONTENT.length);
      response.writeHead(range ? 206 : 200, {
        'content-length': CONTENT.length - from,
        etag: '"one"',
        ...(range ? { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` } : {}),
      });
      const part = CONTENT.subarray(from, to);
      if (to === CONTENT.length) response.end(part);
      else response.write(part, () => setTimeout(() => response.destroy(), 20));
    });
    expect(await collect(url)).toEqual(CONTENT);
    expect(ranges[0]).toBeUndefined();
    expect(ranges.slice(1).every((range) => Number(/\d+/.exec(range ?? '')?.[0]) > 0)).toBe(true);
  });

  it('skips received bytes if the server does not support ranges', async () => {
    let turn = 0;
    const { url } = await site((_, response) => {
      turn += 1;
      response.writeHead(200, { 'content-length': CONTENT.length });
      if (turn > 1) response.end(CONTENT);
      else response.write(CONTENT.subarray(0, 12_000), () => setTimeout(() => response.destroy(), 20));
    });
    expect(await collect(url)).toEqual(CONTENT);
    expect(turn).toBe(2);
  });

  it('retries when the server is busy', async () => {
    let turn = 0;
    const { url } = await site((_, response) => {
      turn += 1;
      response.writeHead(turn < 3 ? 503 : 200).end(turn < 3 ? 'later' : CONTENT);
    });
    expect(await collect(url)).toEqual(CONTENT);
  });

  it('fails at once with the status if the server refuses', async () => {
    const { url, requests } = await site((_, response) => response.writeHead(404).end());
    await expect(collect(url)).rejects.toMatchObject({ name: 'DownloadError', status: 404 });
    expect(requests).toHaveLength(1);
  });

  it('fails after the last attempt', async () => {
    const { url, requests } = await site((_, response) => response.destroy());
    await expect(collect(url)).rejects.toMatchObject({ name: 'DownloadError', status: 0 });
    expect(requests).toHaveLength(3);
  });

  it('closes a connection that stalls', async () => {
    let turn = 0;
    const { url } = await site((_, response) => {
      turn += 1;
      response.writeHead(200, { 'content-length': CONTENT.length });
      if (turn === 1) response.write(CONTENT.subarray(0, 1000));
      else response.end(CONTENT);
    });
    expect(await collect(url, { ...QUICK, stallMs: 150 })).toEqual(CONTENT);
    expect(turn).toBe(2);
  });

  it('closes the connection when the reader stops', async () => {
    let closed = () => {};
    const ended = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { url } = await site((_, response) => {
      response.on('close', closed);
      response.writeHead(200).write(CONTENT);
    });
    for await (const part of download(url, QUICK)) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    await ended;
  });
});
