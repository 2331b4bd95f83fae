import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childrenOf } from '../processes.ts';
import { program, type Site, siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

describe('the process of serve', () => {
  let site: Site;
  beforeAll(() => {
    site = siteOf(sampleSite);
  });
  afterAll(() => site.close());

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('ends on %s with %d, and leaves nothing running', async (signal, code) => {
    const served = await serve(site);
    await served.get('/');
    await served.get('/@id/virtual:sitegen/dev-entry');
    const pid = served.process.pid as number;
    expect(await served.stop(signal)).toBe(code);
    expect(childrenOf(pid)).toEqual([]);
  });

  it('ends when nobody reads its messages any more, and leaves nothing running', async () => {
    const served = await serve(site);
    const pid = served.process.pid as number;
    const ended = new Promise((resolve) => served.process.on('exit', resolve));
    served.process.stdout?.destroy();
    served.process.stderr?.destroy();
    const config = site.read('config/site.yaml');
    site.write('config/site.yaml', 'name: [');
    await served.get('/');
    expect(await ended).toBe(141);
    expect(childrenOf(pid)).toEqual([]);
    site.write('config/site.yaml', config);
  });

  it('uses the next free port and reports it when the requested port is in use', async () => {
    const other = createServer((_request, response) => void response.end());
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', () => done()));
    const { port } = other.address() as AddressInfo;
    const served = await serve(site, '--port', String(port));
    expect(served.port).toBeGreaterThan(port);
    expect(served.output()).toContain(`Port ${port} is in use`);
    await served.stop();
    other.close();
  });

  it('listens to all addresses only if asked to, and prints them', async () => {
    // What is so anyway may be said too.
    const served = await serve(site, '--host', '--drafts');
    expect(served.output()).toMatch(/Network\s+(http:\/\/(?:\d+\.){3}\d+:\d+\/|add --host)/);
    expect((await served.get('/')).status).toBe(200);
    await served.stop();
  });

  it.each([
    ['--port', '70000'],
    ['--port', 'x'],
    ['--unknown', ''],
  ])('ends with 2 on wrong usage: %s %s', (option, value) => {
    const run = () =>
      execFileSync(process.execPath, [program, 'serve', '--root', site.root, option, value], { stdio: 'pipe' });
    expect(run).toThrow(expect.objectContaining({ status: 2 }));
  });
});
