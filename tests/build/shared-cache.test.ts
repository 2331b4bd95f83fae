import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort, redisProgram, startRedis } from '../redis.ts';
import { s3Keys, startS3 } from '../s3.ts';
import { type Built, type Site, siteOf, smallSite } from '../site.ts';

const sharpUrl = pathToFileURL(createRequire(import.meta.url).resolve('sharp')).href;

/** A site with everything that a store keeps: code, Markdown, pictures, and Open Graph images, of which each is noted. */
const settings = `
-- config/site.yaml --
name: Small
url: https://small.example
pictures: { widths: [40] }
plugins: [{ module: ./plugins/cards/card.mjs }]
-- plugins/cards/card.mjs --
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from '${sharpUrl}';
export default () => ({ name: 'cards', card: { format: 'png', draw } });
async function draw(card, root) {
  appendFileSync(join(root, 'drawn.txt'), card.locale.code + ' ' + card.id + '\\n');
  const background = { r: card.title.length, g: 80, b: 40 };
  return sharp({ create: { width: 1200, height: 630, channels: 3, background } }).png().toBuffer();
}
-- content/blog/third/en.md --
---
title: The third post
description: How it ends.
date: 2026-01-03
---
![A boat](./boat.jpg) and a [link](/blog/first#one-heading).
`;

async function newSite(): Promise<Site> {
  const site = siteOf(smallSite, settings);
  const boat = sharp({ create: { width: 100, height: 60, channels: 3, background: { r: 200, g: 120, b: 40 } } });
  writeFileSync(join(site.root, 'content/blog/third/boat.jpg'), await boat.jpeg().toBuffer());
  return site;
}

const codes = ({ code, report, problems }: Built) => [
  code,
  ...[...problems, ...(report?.warnings ?? [])].map((problem) => problem.code),
];

/** A store that tests may damage. */
type TestStore = {
  readonly address: string;
  /** Paths of the files that hold its values. */
  readonly files: () => readonly string[];
  readonly close: () => Promise<void>;
};

async function folderStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  return {
    address: folder,
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function bucketStore(): Promise<TestStore> {
  const { address, objectFiles, close } = await startS3();
  return { address: address(), files: objectFiles, close };
}

const clear = (one: Site) => ['.sitegen', 'dist', 'drawn.txt'].forEach(one.remove);

beforeAll(() => {
  for (const [name, value] of Object.entries(s3Keys)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['a folder', folderStore],
  ['a bucket', bucketStore],
] as const)('%s as a store of caches', (_, newStore) => {
  let site: Site;
  let store: TestStore;
  let whole: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    site = await newSite();
    store = await newStore();
    expect(codes(await site.build('--store', store.address))).toEqual([0]);
    expect(site.has('drawn.txt')).toBe(true);
    whole = site.files('dist');
  });
  afterAll(async () => {
    site?.close();
    await store?.close();
  });

  it('gives another machine the code, Markdown and pictures that one has made', async () => {
    clear(site);
    const again = await site.build('--store', store.address);
    expect([codes(again), again.report?.bundle, site.has('drawn.txt')]).toEqual([[0], 'reused', false]);
    expect(site.files('dist')).toEqual(whole);
    const other = await newSite();
    const elsewhere = await other.build('--store', store.address);
    expect([codes(elsewhere), elsewhere.report?.bundle]).toEqual([[0], 'reused']);
    expect([other.files('dist'), other.has('drawn.txt')]).toEqual([whole, false]);
    other.close();
  });

  it('with damaged values makes a build slower and warns once, and is repaired', async () => {
    expect(store.files()).not.toEqual([]);
    for (const file of store.files()) {
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      writeFileSync(file, bytes);
    }
    clear(site);
    const built = await site.build('--store', store.address);
    expect([codes(built), built.report?.bundle]).toEqual([[0, 'STORE_DAMAGED'], 'made']);
    expect(site.files('dist')).toEqual(whole);
    clear(site);
    expect(codes(await site.build('--store', store.address))).toEqual([0]);
    expect([site.files('dist'), site.has('drawn.txt')]).toEqual([whole, false]);
  });
});

describe('a store of caches', () => {
  let site: Site;
  let whole: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    site = await newSite();
    expect(codes(await site.build())).toEqual([0]);
    whole = site.files('dist');
  });
  afterAll(() => site?.close());
  /** Builds on a new machine with a store that fails, and returns the message of the only warning. */
  const warningWith = async (address: string): Promise<string> => {
    const other = await newSite();
    const built = await other.build('--store', address);
    const files = other.files('dist');
    other.close();
    expect(codes(built)).toEqual([0, 'STORE_FAILED']);
    expect(files).toEqual(whole);
    return built.report?.warnings[0]?.message ?? '';
  };

  it('that is down or does not answer makes a build slower and warns once', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    onTestFinished(() => void silent.close());
    // A build waits five seconds for a server that is silent: the others run meanwhile.
    const warnings = [await freePort(), port].flatMap((server) => [
      warningWith(`redis://user:secret@127.0.0.1:${server}`),
      warningWith(`s3://sitegen?endpoint=http://127.0.0.1:${server}`),
    ]);
    for (const warning of await Promise.all(warnings)) expect(warning).not.toContain('secret');
  });

  it.skipIf(redisProgram === null)(
    'in a database that the server does not have is not replaced by another',
    async () => {
      const redis = await startRedis();
      onTestFinished(redis.close);
      const message = `The store ${redis.url}/99 failed: ERR DB index is out of range.`;
      expect(await warningWith(`${redis.url}/99`)).toBe(message);
      const other = await newSite();
      for (const bundle of ['made', 'reused']) {
        clear(other);
        const built = await other.build('--store', `${redis.url}/2`);
        expect([codes(built), built.report?.bundle]).toEqual([[0], bundle]);
      }
      other.close();
    },
  );

  it('in a bucket that is slow, refuses the keys or does not exist makes a build slower and warns once', async () => {
    const s3 = await startS3();
    onTestFinished(s3.close);
    s3.delay(300);
    clear(site);
    expect(codes(await site.build('--store', s3.address()))).toEqual([0]);
    expect([site.files('dist'), s3.requests().PUT]).toEqual([whole, s3.objectFiles().length]);
    s3.delay(6000);
    expect(await warningWith(s3.address())).toContain('no answer within 5 seconds');
    s3.delay(0);
    expect(await warningWith(s3.address('missing'))).toContain('The bucket missing does not exist.');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a wrong one');
    expect(await warningWith(s3.address())).toMatch(/403 Forbidden, SignatureDoesNotMatch\.$/);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3Keys.AWS_SECRET_ACCESS_KEY);
  });

  it('gives a bundle whose code names the folder of its site to that folder only', async () => {
    const store = await folderStore();
    onTestFinished(store.close);
    const newFolder = () =>
      siteOf(
        smallSite,
        `
-- config/site.yaml --
name: Small
url: https://small.example
plugins: [{ module: ./plugins/folder.mjs }]
-- plugins/folder.mjs --
let root = '';
export default {
  name: 'folder',
  vite: () => [{
    name: 'folder',
    configResolved: (config) => { root = config.root; },
    transform: (code, id) => (id.endsWith('NotFound.tsx') ? code.replace(/useMessages\\(\\)\\(.notFound.text.\\)/, JSON.stringify(root)) : null),
  }],
};
`,
      );
    const [one, other] = [newFolder(), newFolder()];
    for (const built of [one, other]) {
      expect((await built.build('--store', store.address)).report?.bundle).toBe('made');
      expect(built.read('dist/404.html')).toContain(built.root);
    }
    clear(one);
    expect((await one.build('--store', store.address)).report?.bundle).toBe('reused');
    expect(one.read('dist/404.html')).toContain(one.root);
    for (const built of [one, other]) built.close();
  });

  it('is not asked for what is on this machine, and a damaged picture here is made again', async () => {
    site.remove('dist');
    for (const path of Object.keys(site.files('.sitegen/cache')).filter((one) => /\.(?:png|webp|jpg)$/.test(one))) {
      const file = join(site.root, '.sitegen/cache', path);
      writeFileSync(file, readFileSync(file).subarray(0, -9));
    }
    expect(codes(await site.build())).toEqual([0]);
    expect(site.files('dist')).toEqual(whole);
  });
});
