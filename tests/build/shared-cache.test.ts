import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../redis.ts';
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

describe('a store of caches', () => {
  let site: Site;
  let store = '';
  let whole: Readonly<Record<string, string>> = {};
  beforeEach(async () => {
    site = await newSite();
    store = mkdtempSync(join(tmpdir(), 'store-'));
    expect(codes(await site.build('--store', store))).toEqual([0]);
    whole = site.files('dist');
  });
  afterEach(() => {
    site.close();
    rmSync(store, { recursive: true, force: true });
  });
  const files = () =>
    readdirSync(store, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const clear = (one: Site) => ['.sitegen', 'dist', 'drawn.txt'].forEach(one.remove);

  it('gives another machine the code, Markdown and pictures that one has made', async () => {
    expect(site.has('drawn.txt')).toBe(true);
    clear(site);
    const again = await site.build('--store', store);
    expect([codes(again), again.report?.bundle, site.has('drawn.txt')]).toEqual([[0], 'reused', false]);
    expect(site.files('dist')).toEqual(whole);
    // In another folder, where server code is another one.
    const other = await newSite();
    expect(codes(await other.build('--store', store))).toEqual([0]);
    expect([other.files('dist'), other.has('drawn.txt')]).toEqual([whole, false]);
    other.close();
  });

  it('with damaged values makes a build slower and warns once, and is repaired', async () => {
    for (const file of files()) {
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      writeFileSync(file, bytes);
    }
    clear(site);
    const built = await site.build('--store', store);
    expect([codes(built), built.report?.bundle]).toEqual([[0, 'STORE_DAMAGED'], 'made']);
    expect(site.files('dist')).toEqual(whole);
    clear(site);
    expect(codes(await site.build('--store', store))).toEqual([0]);
    expect([site.files('dist'), site.has('drawn.txt')]).toEqual([whole, false]);
  });

  it('that is down or does not answer makes a build slower and warns once', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    for (const server of [await freePort(), port]) {
      clear(site);
      const built = await site.build('--store', `redis://user:secret@127.0.0.1:${server}`);
      expect(codes(built)).toEqual([0, 'STORE_FAILED']);
      expect(built.report?.warnings[0]?.message).not.toContain('secret');
      expect(site.files('dist')).toEqual(whole);
    }
    silent.close();
  });

  it('is not asked for what is on this machine, and a damaged picture here is made again', async () => {
    rmSync(store, { recursive: true });
    site.remove('dist');
    for (const path of Object.keys(site.files('.sitegen/cache')).filter((one) => /\.(?:png|webp|jpg)$/.test(one))) {
      const file = join(site.root, '.sitegen/cache', path);
      writeFileSync(file, readFileSync(file).subarray(0, -9));
    }
    expect(codes(await site.build())).toEqual([0]);
    expect(site.files('dist')).toEqual(whole);
  });
});
