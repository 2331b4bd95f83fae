import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort, type Redis, redisProgram, startRedis } from '../redis.ts';
import { s3Keys, startS3 } from '../s3.ts';
import { program, type Site, siteOf, smallSite } from '../site.ts';

/** Posts, so that each of eight shards has pages. */
const posts = Array.from(
  { length: 24 },
  (_, at) => `-- content/blog/post-${at}/en.md --
---
title: Post ${at}
description: What it is about.
date: 2026-02-${String(at + 1).padStart(2, '0')}
tags: [light]
---
${`Words of post ${at} and a [link](/blog/first). `.repeat(40)}
`,
).join('');

/** A worker of a fleet, with a site in a folder of its own. */
type Worker = {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves once it has printed something. */
  readonly says: (text: RegExp) => Promise<void>;
  readonly end: (signal: NodeJS.Signals) => Promise<number | string | null>;
};

function startWorker(site: Site, ...args: readonly string[]): Worker {
  const child = spawn(process.execPath, [program, 'worker', '--root', site.root, '--jobs', '1', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (data) => {
    text += String(data);
  });
  const ended = new Promise<number | string | null>((resolve) => child.on('exit', (code, by) => resolve(code ?? by)));
  return {
    child,
    output: () => text,
    says: (pattern) => expect.poll(() => (child.exitCode === null ? text : `ended: ${text}`)).toMatch(pattern),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

describe.skipIf(redisProgram === null)('a fleet', { timeout: 400_000 }, () => {
  let redis: Redis;
  let sites: readonly Site[] = [];
  let workers: Worker[] = [];
  let whole: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    redis = await startRedis();
    sites = Array.from({ length: 5 }, () => siteOf(smallSite, posts));
    const [first] = sites as [Site];
    expect((await first.build('--out', 'whole')).problems).toEqual([]);
    whole = first.files('whole');
    first.remove('.sitegen');
  });
  afterEach(async () => {
    await Promise.all(workers.map(({ end }) => end('SIGKILL')));
    workers = [];
  });
  afterAll(async () => {
    await redis?.close();
    for (const site of sites) site.close();
  });

  it('gives the bytes of one machine if a worker is killed, one stands still for a while, and Redis is restarted', async () => {
    const [first, ...others] = sites as [Site, Site, Site, Site, Site];
    workers = others.map((site) => startWorker(site, '--queue', redis.url));
    const [killed, slow, ...rest] = workers as [Worker, Worker, Worker, Worker];
    await Promise.all(workers.map(({ says }) => says(/Waiting for shards/)));
    const building = first.build('--queue', redis.url, '--shards', '8');
    await Promise.all(workers.map(({ says }) => says(/Building shard/)));
    expect(await killed.end('SIGKILL')).toBe('SIGKILL');
    slow.child.kill('SIGSTOP');
    await Promise.race(rest.map(({ says }) => says(/Finished shard/)));
    await redis.stop();
    await sleep(2000);
    await redis.start();
    // Longer than its lock on the shard, which another worker takes.
    await sleep(20_000);
    slow.child.kill('SIGCONT');
    const built = await building;
    expect(built.problems).toEqual([]);
    expect(first.files('dist')).toEqual(whole);
    expect(await slow.end('SIGTERM')).toBe(0);
  });

  it('builds from parts that are lost with the memory of the server, by a worker that starts later', async () => {
    const [first, second] = sites as [Site, Site];
    first.remove('dist');
    const building = first.build('--queue', redis.url, '--store', `${first.root}/parts`, '--shards', '2');
    const worker = startWorker(second, '--queue', redis.url, '--store', `${first.root}/parts`);
    workers.push(worker);
    await worker.says(/Building shard/);
    first.remove('parts');
    await redis.stop('SIGKILL');
    const empty = await startRedis();
    await empty.close();
    await redis.start();
    expect((await building).problems).toEqual([]);
    expect(first.files('dist')).toEqual(whole);
    // Parts that a build no longer needs are removed; caches that machines share stay.
    expect(Object.keys(first.files('parts')).filter((path) => path.startsWith('parts/'))).toEqual([]);
    first.remove('parts');
  });

  it('stores parts in a bucket, and removes them from it', async () => {
    const [first, second] = sites as [Site, Site];
    for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
    const s3 = await startS3();
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await s3.close();
    });
    const parts = () => s3.objectFiles().filter((path) => path.includes('/parts/'));
    first.remove('dist');
    const worker = startWorker(second, '--queue', redis.url, '--store', s3.address());
    workers.push(worker);
    const building = first.build('--queue', redis.url, '--store', s3.address(), '--shards', '2');
    await worker.says(/Finished shard/);
    expect(parts()).not.toEqual([]);
    expect((await building).problems).toEqual([]);
    expect(first.files('dist')).toEqual(whole);
    expect(parts()).toEqual([]);
  });

  it('returns the shard of a worker that ends, reports errors of the site once, and ends workers of a queue that is gone', async () => {
    const [first, second, third] = sites as [Site, Site, Site];
    for (const site of [first, second, third]) site.write('content/blog/post-1/en.md', 'broken on purpose');
    const worker = startWorker(second, '--queue', redis.url);
    workers.push(worker);
    await worker.says(/Waiting for shards/);
    const building = first.build('--queue', redis.url);
    await worker.says(/Building shard/);
    expect(await worker.end('SIGTERM')).toBe(0);
    const next = startWorker(third, '--queue', redis.url);
    workers.push(next);
    const built = await building;
    expect(built.code).toBe(1);
    expect(built.problems).toMatchObject([{ file: 'content/blog/post-1/en.md' }]);
    await redis.stop('SIGKILL');
    expect(await next.end('SIGTERM')).toBe(0);
    expect(next.output()).toContain('does not answer');
    await redis.start();
  });

  it('says what is missing: a server, a valid address, a worker with these sources', async () => {
    const [first] = sites as [Site];
    const codes = async (...args: string[]) => (await first.build(...args)).problems.map(({ code }) => code);
    expect(await codes('--queue', `redis://127.0.0.1:${await freePort()}`)).toEqual(['QUEUE_UNREACHABLE']);
    const [withoutDatabase] = (await first.build('--queue', `${redis.url}/99`)).problems;
    expect(withoutDatabase).toMatchObject({
      code: 'QUEUE_UNREACHABLE',
      message: `The queue ${redis.url}/99 cannot be used: ERR DB index is out of range.`,
    });
    expect(await codes('--queue', 'http://127.0.0.1')).toEqual(['QUEUE_ADDRESS']);
    expect(await codes('--queue', redis.url, '--store', 'ftp://somewhere')).toEqual(['STORE_ADDRESS']);
    expect(await codes('--queue', `${redis.url}/main`)).toEqual(['QUEUE_ADDRESS']);
    expect(await codes('--queue', redis.url, '--store', `${redis.url}/main`)).toEqual(['STORE_ADDRESS']);
    expect(await codes('--queue', redis.url, '--store', 'file://host/folder')).toEqual(['STORE_ADDRESS']);
    const { problems } = await first.build('--queue', 'redis://user:secret/word@host');
    expect(problems[0]?.message).toBe('The queue redis://user:…@host cannot be used: it is no URL of a Redis server.');
    expect(await codes('--shards', '3')).toEqual([]);
    const locked = await startRedis('secret');
    const [refused] = (await first.build('--queue', locked.url)).problems;
    await locked.close();
    expect(refused).toMatchObject({
      code: 'QUEUE_UNREACHABLE',
      message: `The queue ${locked.url} cannot be used: NOAUTH Authentication required.`,
    });
    const child = spawn(process.execPath, [program, 'build', '--root', first.root, '--queue', redis.url], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    let text = '';
    child.stderr.on('data', (data) => {
      text += String(data);
    });
    await expect.poll(() => text).toMatch(/No worker has these sources/);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
  });
});
