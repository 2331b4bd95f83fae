import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCollector } from '../../../scripts/collector.mjs';

describe('the local collector', () => {
  let folder: string;
  let file: string;
  let shown: string[];
  let server: ReturnType<typeof createCollector>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'collector-'));
    file = join(folder, 'events/events.ndjson');
    shown = [];
    // The clock stands still: all requests fall into one second.
    server = createCollector({ file, show: (line: string) => shown.push(line), now: () => 1_700_000_000_000 });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  });
  afterEach(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const origin = 'http://localhost:3000';
  const post = async (body: string, headers: Readonly<Record<string, string>> = {}, method = 'POST') => {
    const { port } = server.address() as AddressInfo;
    const sent = method === 'POST' ? { body } : {};
    return fetch(`http://127.0.0.1:${port}/track`, {
      method,
      ...sent,
      headers: { 'Content-Type': 'text/plain', Origin: origin, ...headers },
    });
  };

  it('writes and shows events without terminal control characters', async () => {
    expect((await post('{"name":"opened \\u009b2J"}', { 'Content-Type': 'application/json' })).status).toBe(204);
    expect((await post('plain \u001b]0;x\u0007\u009b2J')).status).toBe(204);
    expect(readFileSync(file, 'utf8')).toBe(`${shown.join('\n')}\n`);
    expect(JSON.parse(shown[0] as string)).toMatchObject({ event: { name: 'opened \u009b2J' } });
    expect(JSON.parse(shown[1] as string)).toMatchObject({ text: 'plain \u001b]0;x\u0007\u009b2J' });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
    expect(shown.join()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it('accepts requests of local pages only', async () => {
    const preflight = await post('', { 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    for (const other of [
      'https://evil.example',
      'http://localhost.evil.example',
      'null',
      'http://127.0.0.1.evil.example',
    ])
      expect((await post('x', { Origin: other })).status, other).toBe(403);
    expect(shown).toEqual([]);
  });

  it('rejects other types and methods, and bodies that are too large', async () => {
    expect((await post('x', { 'Content-Type': 'multipart/form-data' })).status).toBe(415);
    expect((await post('x', {}, 'GET')).status).toBe(405);
    expect((await post('x'.repeat(64 * 1024 + 1))).status).toBe(413);
  });

  it('accepts a hundred events per second, up to a file of 16 MB', async () => {
    const statuses = await Promise.all(Array.from({ length: 101 }, async () => (await post('x')).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    server.close();
    writeFileSync(file, 'x'.repeat(16 * 1024 * 1024));
    server = createCollector({ file, show: () => {} });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
    expect((await post('x')).status).toBe(507);
  });
});
