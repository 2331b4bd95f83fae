import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { animatedPng, animationFile } from '../animation-files.ts';
import { launchBrowser } from '../browser.ts';
import { serve } from '../serve/served.ts';
import { type Built, type Site, siteWithBundles, smallSite } from '../site.ts';

const hasEncoder = spawnSync('ffmpeg', ['-version']).status === 0;
if (!hasEncoder) console.warn('No ffmpeg is installed: tests of animations as videos are skipped.');

const animated = `
-- config/site.yaml --
name: Small
url: https://small.example
base: /sub
pictures: { widths: [64, 200], animations: video }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 }, film: { image: content/pictures/film.gif } } }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo }
notFound: { page: NotFound, seo: notFound.seo }
-- site/pages/Home.tsx --
import type { ImageRef } from '@safelight/sitegen/types';
import { Picture } from '@safelight/sitegen/runtime';
export function Page({ film }: { film: ImageRef }) {
  return <><h1>Home</h1><Picture image={film} alt="A square" className="hero" /></>;
}
-- content/blog/third/en.md --
---
title: The third post
description: How it moves.
date: 2026-01-03
---
![A square moves](./film.gif "To the right")

![Slowly](slow.webp) ![Once](once.png) [![Linked](film.gif)](/about)

![Through glass](glass.gif) ![Through ice](ice.webp)

<picture><source media="(max-width: 40rem)" srcset="./slow.webp"><img src="./film.gif" alt="Two"></picture>
`;

const size = { width: 96, height: 41 };
const delays = Array.from({ length: 10 }, () => 60);

async function writeAnimations({ root }: Site): Promise<void> {
  const put = (path: string, bytes: Uint8Array) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), bytes);
  };
  put('content/pictures/film.gif', await animationFile('gif', { width: 300, height: 40, delays }));
  put('content/blog/third/film.gif', await animationFile('gif', { ...size, delays }));
  put('content/blog/third/slow.webp', await animationFile('webp', { ...size, delays: [300, 100, 200] }));
  put('content/blog/third/once.png', animatedPng({ ...size, delays, plays: 1 }, 6000));
  put('content/blog/third/ice.webp', await animationFile('webp', { ...size, delays, alpha: 120 }));
  put('content/blog/third/glass.gif', await animationFile('gif', { ...size, delays, alpha: 0 }));
}

const warningsOf = ({ report, problems }: Built) =>
  [...problems, ...(report?.warnings ?? [])].map(({ code, file }) => `${code} ${file}`);

/** Published names without hashes, sorted. */
const namesOf = (site: Site) =>
  Object.keys(site.files('dist/assets/media'))
    .map((name) => name.replace(/-[0-9a-f]{8}/, ''))
    .sort();

describe('animated pictures', () => {
  let site: Site;
  beforeAll(async () => {
    site = siteWithBundles(smallSite, animated);
    await writeAnimations(site);
  });
  afterAll(() => site.close());

  it('stay as they are, with all of their frames, where no videos are requested', async () => {
    site.edit('config/site.yaml', (text) => text.replace('animations: video', 'animations: unchanged'));
    const built = await site.build('--no-cache');
    site.edit('config/site.yaml', (text) => text.replace('animations: unchanged', 'animations: video'));
    expect(warningsOf(built)).toEqual([]);
    expect(namesOf(site)).toEqual(['film.gif', 'film.gif', 'glass.gif', 'ice.webp', 'once.png', 'slow.webp']);
    const published = Object.values(site.files('dist/assets/media'));
    for (const name of ['film.gif', 'slow.webp', 'once.png'])
      expect(published).toContain(readFileSync(join(site.root, 'content/blog/third', name), 'latin1'));
    expect(site.read('dist/blog/third/index.html')).not.toContain('<video');
  });

  it('stay as they are, with a warning that says what to install, without a program that writes videos', async () => {
    const { PATH } = process.env;
    process.env.PATH = site.root;
    const built = await site.build('--no-cache').finally(() => {
      process.env.PATH = PATH;
    });
    expect([built.code, warningsOf(built)]).toEqual([0, ['ANIMATIONS_WITHOUT_FFMPEG content/blog/third/film.gif']]);
    expect(built.report?.warnings[0]?.hint).toContain('apt-get install ffmpeg');
    expect(namesOf(site)).toEqual(['film.gif', 'film.gif', 'glass.gif', 'ice.webp', 'once.png', 'slow.webp']);
    expect(site.read('dist/blog/third/index.html')).not.toContain('<video');
  });
});

describe.skipIf(!hasEncoder)('animated pictures as videos', () => {
  let site: Site;
  let browser: Browser;
  let built: Built;
  let html: string;
  beforeAll(async () => {
    site = siteWithBundles(smallSite, animated);
    await writeAnimations(site);
    built = await site.build();
    html = site.has('dist') ? site.read('dist/blog/third/index.html') : '';
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    site.close();
  });

  it('are shown with the size and first frame of the animation, still ones first for visitors who prefer them', () => {
    expect([built.code, warningsOf(built)]).toEqual([0, []]);
    const name = /\/sub\/assets\/media\/film-[0-9a-f]{8}(?=\.jpg)/.exec(html)?.[0];
    const sources = (media: string, end: string) =>
      ['webm', 'mp4'].map((format) => `<source ${media}type="video/${format}" src="${name}.${format}${end}">`).join('');
    expect(/<figure>.*?<\/figure>/s.exec(html)?.[0]).toBe(
      [
        `<figure><video width="96" height="41" poster="${name}.jpg" autoplay muted playsinline loop controls aria-label="A square moves">`,
        sources('media="(prefers-reduced-motion: reduce)" ', '#t=0,0.01'),
        sources('', ''),
        '</video><figcaption>To the right</figcaption></figure>',
      ].join(''),
    );
    expect(site.read('dist/index.html')).toMatch(
      /<video class="hero" width="300" height="40" poster="\/sub\/assets\/media\/film-\w+\.jpg" autoPlay="" muted="" playsInline="" loop="" controls="" aria-label="A square"><source media=/,
    );
  });

  it('play as often as the animation, have no controls in links, and stay pictures if they are transparent or have alternatives', () => {
    const videos = [...html.matchAll(/<video [^>]*>/g)].map(([tag]) => tag);
    expect(
      videos.map((tag) => [/aria-label="(.*?)"/.exec(tag)?.[1], /\sloop/.test(tag), /\scontrols/.test(tag)]),
    ).toEqual([
      ['A square moves', true, true],
      ['Slowly', true, true],
      ['Once', false, true],
      ['Linked', true, false],
    ]);
    expect(html).toMatch(/<img src="[^"]*glass-\w+\.gif" alt="Through glass"/);
    expect(html).toMatch(/<img src="[^"]*ice-\w+\.webp" alt="Through ice"/);
    expect(html).toMatch(/<picture><source [^>]*slow-\w+\.webp[^>]*><img src="[^"]*film-\w+\.gif"[^>]*><\/picture>/);
  });

  it('have every frame, at the size of the animation but not wider than pictures, in both formats', () => {
    const streams = Object.keys(site.files('dist/assets/media'))
      .filter((name) => /\.(?:mp4|webm)$/.test(name))
      .map((name) => {
        const entries = 'stream=codec_name,width,height,nb_read_frames:format=duration';
        const file = join(site.root, 'dist/assets/media', name);
        const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', file];
        const { streams, format } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
        const [{ codec_name: codec, width, height, nb_read_frames: frames }] = streams;
        return [name.replace(/-\w+/, ''), codec, `${width}x${height}`, frames, Number(format.duration).toFixed(1)].join(
          ' ',
        );
      })
      .sort();
    expect(streams).toEqual([
      'film.mp4 h264 200x26 10 0.6',
      'film.mp4 h264 96x42 10 0.6',
      'film.webm vp9 200x26 10 0.6',
      'film.webm vp9 96x42 10 0.6',
      'once.mp4 h264 96x42 10 0.6',
      'once.webm vp9 96x42 10 0.6',
      'slow.mp4 h264 96x42 6 0.6',
      'slow.webm vp9 96x42 6 0.6',
    ]);
  });

  it('are the same files in the next clean build, and in development', async () => {
    const before = site.files('dist/assets/media');
    await site.build('--no-cache');
    expect(site.files('dist/assets/media')).toEqual(before);
    const server = await serve(site);
    try {
      expect((await server.get('/sub/blog/third')).text).toContain(/<figure>.*?<\/figure>/s.exec(html)?.[0]);
      for (const [name, bytes] of Object.entries(before)) {
        const { status, body } = await server.get(`/sub/assets/media/${name}`);
        expect([name, status, body.toString('latin1') === bytes]).toEqual([name, 200, true]);
      }
    } finally {
      await server.stop();
    }
  });

  it('play at once in a browser; where less motion is preferred, only after the visitor has started them', async () => {
    const server = await serve(site, '--built');
    try {
      for (const reducedMotion of ['no-preference', 'reduce'] as const) {
        const page = await browser.newPage({ reducedMotion });
        await page.goto(`${new URL(server.url).origin}/sub/blog/third`);
        const video = page.locator('figure video');
        const state = () =>
          video.evaluate((one: HTMLVideoElement) => ({
            isPaused: one.paused,
            seconds: one.played.length > 0 ? one.played.end(0) : 0,
          }));
        if (reducedMotion === 'reduce') {
          await expect.poll(state).toMatchObject({ isPaused: true, seconds: expect.closeTo(0.1, 0) });
          await page.waitForTimeout(300);
          expect((await state()).isPaused).toBe(true);
          await video.evaluate((one: HTMLVideoElement) => one.play());
        }
        // Longer than one pass: it starts again.
        await page.waitForTimeout(1000);
        expect((await state()).isPaused).toBe(false);
        await page.close();
      }
    } finally {
      await server.stop();
    }
  });

  it('are errors where they cannot be read', async () => {
    const bytes = readFileSync(join(site.root, 'content/blog/third/slow.webp'));
    writeFileSync(join(site.root, 'content/blog/third/slow.webp'), bytes.subarray(0, bytes.length - 200));
    const failed = await site.build();
    expect([failed.code, warningsOf(failed)]).toEqual([1, ['PICTURE_UNREADABLE content/blog/third/slow.webp']]);
  });
});
