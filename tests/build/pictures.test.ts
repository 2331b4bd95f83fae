import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { type Built, type Site, siteWithBundles, smallSite } from '../site.ts';

/** A site with a post that shows pictures of several kinds, and a page that gets one from its route. */
const pictureSite = `
-- config/site.yaml --
name: Small
url: https://small.example
base: /sub
pictures: { widths: [480, 64, 200], maxMegapixels: 2 }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 }, wide: { image: content/pictures/wide.png }, tall: { image: content/pictures/tall.png } } }
  - { id: about, path: /about, page: About, locales: none, seo: about.seo }
notFound: { page: NotFound, seo: notFound.seo }
-- site/pages/Home.tsx --
import type { ImageRef } from '@safelight/sitegen/types';
import { Picture } from '@safelight/sitegen/runtime';
export function Page({ wide, tall }: { wide: ImageRef; tall: ImageRef }) {
  return <><h1>Home</h1><Picture image={wide} alt="Hills" className="hero" sizes="100vw" priority alternatives={[{ media: '(max-width: 30rem)', image: tall }]} /></>;
}
-- content/blog/third/en.md --
---
title: The third post
description: How it ends.
date: 2026-01-03
cover: ./cover.webp
---
![A **boat**](./boat.jpg "On the lake")

Inline ![glass](glass.png) and <img src="./boat.jpg" width="120" alt=""> and a [link](./linked.jpg).

![a drawing](drawing.svg) ![motion](motion.gif) ![](boat.jpg)
`;

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="10" onload="alert(1)">
<style>@import url(https://evil.example/a.css); rect { fill: url(#g); stroke: url(https://evil.example/b) }</style>
<script>alert(2)</script><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>
<linearGradient id="g"/><use xlink:href="https://evil.example/c.svg#d"/><a href="java&#10;script:alert(3)"><rect width="5" height="5" onclick="x()"/></a>
<a href="https://fine.example"><text>kept</text></a></svg>`;

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const photograph = (width: number, height: number, seed = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: seed } } });

/** A photograph that was taken sideways, with the place where it was taken. */
const withPlace = () =>
  photograph(300, 500)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' }, IFD0: { Model: 'Secret camera' } })
    .jpeg()
    .toBuffer();

async function writePictures({ root }: Site) {
  const put = (path: string, bytes: Uint8Array) => writeFileSync(join(root, path), bytes);
  const post = 'content/blog/third';
  put(`${post}/boat.jpg`, await withPlace());
  put(`${post}/linked.jpg`, await photograph(300, 20).jpeg().toBuffer());
  put(`${post}/unused.jpg`, await photograph(30, 20).jpeg().toBuffer());
  put(`${post}/cover.webp`, await photograph(100, 50).webp().toBuffer());
  put(`${post}/glass.png`, await photograph(50, 50).ensureAlpha(0.5).png().toBuffer());
  put(`${post}/motion.gif`, gif);
  put(`${post}/drawing.svg`, Buffer.from(drawing));
}

const problemLines = ({ report, problems }: Built) =>
  [...problems, ...(report?.warnings ?? [])].map(({ code, file, line }) => `${code} ${file}${line ? `:${line}` : ''}`);

const figureOf = (html: string): string => /<figure>.*?<\/figure>/s.exec(html)?.[0] ?? '';

describe('pictures of a site with `pictures` in its settings', () => {
  let site: Site;
  let built: Built;
  let html: string;
  let files: readonly string[];
  beforeAll(async () => {
    site = siteWithBundles(smallSite, pictureSite);
    site.write('content/pictures/README.txt', '');
    await writePictures(site);
    for (const [name, width, height] of [
      ['wide', 400, 100],
      ['tall', 100, 200],
    ] as const)
      writeFileSync(join(site.root, `content/pictures/${name}.png`), await photograph(width, height).png().toBuffer());
    built = await site.build();
    if (!built.report) throw new Error(built.stderr);
    html = site.has('dist') ? site.read('dist/blog/third/index.html') : '';
    files = Object.keys(site.files('dist/assets/media'));
  });
  afterAll(() => site.close());

  const named = (start: string) =>
    files.filter((name) => name.startsWith(start)).map((name) => name.replace(/-[0-9a-f]{8}/, ''));

  it('are shown in the sizes and formats that browsers choose from, with their size, colour and caption', () => {
    const name = /\/sub\/assets\/media\/boat-[0-9a-f]{8}/.exec(html)?.[0];
    const candidates = (format: string) =>
      [64, 200, 480, 500]
        .map((w) => `${name}-${w}.${format} ${w}w`)
        .slice(0, 3)
        .join(', ');
    expect(figureOf(html).replace(/fill="#c[89]7[89]2[89]"/, 'fill="#c87828"')).toBe(
      [
        '<figure><span class="picture"><svg width="0" height="0" aria-hidden="true"><rect width="100%" height="100%" fill="#c87828"></rect></svg><picture>',
        `<source type="image/avif" srcset="${candidates('avif')}" sizes="(min-width: 50rem) 48rem, 100vw">`,
        `<source type="image/webp" srcset="${candidates('webp')}" sizes="(min-width: 50rem) 48rem, 100vw">`,
        `<img src="${name}-480.jpg" alt="A boat" width="480" height="288" decoding="async"></picture></span><figcaption>On the lake</figcaption></figure>`,
      ].join(''),
    );
  });

  it('load lazily but for the first, and an image with a width of its own asks for that size', () => {
    expect(
      [...html.matchAll(/<img [^>]*alt="([^"]*)"[^>]*>/g)].map(([tag, alt]) => [alt, tag.includes('loading="lazy"')]),
    ).toEqual([
      ['A boat', false],
      ['glass', true],
      ['', true],
      ['a drawing', true],
      ['motion', true],
      ['', true],
    ]);
    expect(html).toMatch(/sizes="120px"><img src="[^"]*" width="120" alt=""/);
  });

  it('have no colour where one would shine through', () => {
    expect(html).toMatch(
      /Inline <span class="picture"><picture><source[^>]*><source[^>]*><img src="[^"]*glass-[^"]*-50\.png"/,
    );
  });

  it('are published as files of these sizes, turned upright, without the place and camera; unused ones and sources are not', async () => {
    expect(named('boat')).toEqual(
      ['200.avif', '200.webp', '480.avif', '480.jpg', '480.webp', '64.avif', '64.webp'].map((end) => `boat-${end}`),
    );
    expect(named('linked')).toEqual(['linked-300.jpg']);
    expect([named('unused'), named('cover'), named('motion')]).toEqual([
      [],
      ['cover-100.avif', 'cover-100.webp', 'cover-64.avif', 'cover-64.webp'],
      ['motion.gif'],
    ]);
    for (const name of files.filter((one) => one.startsWith('boat'))) {
      const {
        width = 0,
        height = 0,
        format,
        exif,
        orientation,
      } = await sharp(join(site.root, 'dist/assets/media', name)).metadata();
      expect([Math.round((width / height) * 10), exif, orientation]).toEqual([17, undefined, undefined]);
      expect(name).toMatch({ heif: /avif$/, webp: /webp$/, jpeg: /jpg$/ }[format as 'webp']);
    }
    const text = Object.values(site.files('dist/assets/media')).join('');
    expect(text).not.toContain('Secret');
  });

  it('of SVG keep what they draw, and lose what could run or load something', () => {
    const [file = ''] = files.filter((name) => name.endsWith('.svg'));
    const svg = site.read(`dist/assets/media/${file}`);
    expect(svg).not.toMatch(/evil|script|alert|onload|onclick|foreignObject|import/i);
    expect(svg).toContain('fill: url(#g)');
    expect(svg).toContain('<a href="https://fine.example"><text>kept</text></a>');
    expect(svg).toContain('<rect width="5" height="5"/>');
    expect(site.read('dist/blog/third/index.html')).toContain(`/sub/assets/media/${file}`);
  });

  it('are reported where they lack words or were cleaned', () => {
    expect([built.code, problemLines(built)]).toEqual([
      0,
      ['CONTENT_IMAGE_WITHOUT_ALT content/blog/third/en.md:11', 'PICTURE_CLEANED content/blog/third/drawing.svg'],
    ]);
  });

  it('of routes and front matter reach pages, where `Picture` shows them, other ones on other screens', () => {
    const home = site.read('dist/index.html');
    expect(home).toMatch(
      /<source media="\(max-width: 30rem\)" type="image\/avif" srcSet="\/sub\/assets\/media\/tall-\w+-64.avif 64w, [^"]*-100.avif 100w" sizes="100vw" width="100" height="200"\/>/,
    );
    expect(home).toMatch(
      /<img class="hero" src="\/sub\/assets\/media\/wide-\w+-400.png" alt="Hills" width="400" height="100" loading="eager" fetchPriority="high" decoding="async"\/>/,
    );
    expect(html).toMatch(/"image":\{[^}]*cover-\w+-100\.webp/);
  });

  it('are the same files in development, encoded when they are first requested', async () => {
    const server = await serve(site);
    try {
      const page = await server.get('/sub/blog/third');
      expect(figureOf(page.text)).toBe(figureOf(html));
      for (const name of files.filter((one) => !one.includes('unused'))) {
        const { status, body } = await server.get(`/sub/assets/media/${name}`);
        expect([name, status, body.toString('latin1') === site.files('dist/assets/media')[name]]).toEqual([
          name,
          200,
          true,
        ]);
      }
      expect((await server.get('/sub/assets/media/boat-00000000-64.avif')).status).toBe(404);
    } finally {
      await server.stop();
    }
  });

  it('change with their sources and settings as in a clean build, and unchanged ones are not encoded again', async () => {
    const before = site.files('dist');
    writeFileSync(join(site.root, 'content/blog/third/boat.jpg'), await photograph(90, 60, 200).jpeg().toBuffer());
    await site.build();
    site.edit('config/site.yaml', (text) => text.replace('64, ', '80, '));
    expect((await site.build()).code).toBe(0);
    const incremental = site.files('dist');
    expect(incremental).not.toEqual(before);
    await site.build('--no-cache');
    expect(site.files('dist')).toEqual(incremental);
  });

  it('are errors where they cannot be read or are larger than allowed', async () => {
    site.write('content/blog/third/boat.jpg', 'no picture');
    writeFileSync(
      join(site.root, 'content/blog/third/glass.png'),
      (await photograph(500, 500).png().toBuffer()).subarray(0, 300),
    );
    writeFileSync(join(site.root, 'content/blog/third/linked.jpg'), await photograph(2000, 1001).jpeg().toBuffer());
    const failed = await site.build();
    expect([failed.code, problemLines(failed).filter((line) => line.startsWith('PICTURE'))]).toEqual([
      1,
      [
        'PICTURE_UNREADABLE content/blog/third/boat.jpg',
        'PICTURE_CLEANED content/blog/third/drawing.svg',
        'PICTURE_UNREADABLE content/blog/third/glass.png',
        'PICTURE_TOO_LARGE content/blog/third/linked.jpg',
      ],
    ]);
  });
});

it('pictures of a text have others for some screens, and a small blurred one until they have loaded', async () => {
  const site = siteWithBundles(smallSite);
  site.edit('config/site.yaml', (text) => `${text}pictures: { widths: [64, 200], placeholder: blur }\n`);
  const picture = '<source media="(max-width: 40rem)" srcset="./tall.jpg">\n  <img src="./wide.jpg" alt="Hills">';
  site.edit('content/blog/third/en.md', (text) => `${text}\n<picture>\n  ${picture}\n</picture>\n`);
  for (const [name, width] of [
    ['tall', 120],
    ['wide', 240],
  ] as const) {
    writeFileSync(join(site.root, `content/blog/third/${name}.jpg`), await photograph(width, 180).jpeg().toBuffer());
  }
  const { code, problems, report } = await site.build();
  expect([code, problems, report?.warnings]).toEqual([0, [], []]);
  const html = site.read('dist/blog/third/index.html');
  const found = /<span class="picture">(.*?)<\/span>/s.exec(html)?.[1] ?? '';
  expect(found).toMatch(
    /^<svg [^>]*><image [^>]*href="data:image\/webp;base64,[^"]+"[^>]*>(<\/image>)?<\/svg><picture><source /,
  );
  const sources = [...found.matchAll(/<source [^>]*srcset="([^"]+)"[^>]*>/g)].map(([tag, srcset = '']) => [
    tag.includes('media="(max-width: 40rem)"'),
    srcset.replaceAll(/-[0-9a-f]{8}/g, '').replaceAll('/assets/media/', ''),
  ]);
  expect(sources).toEqual([
    [true, 'tall-64.avif 64w, tall-120.avif 120w'],
    [true, 'tall-64.webp 64w, tall-120.webp 120w'],
    [true, 'tall-120.jpg'],
    [false, 'wide-64.avif 64w, wide-200.avif 200w'],
    [false, 'wide-64.webp 64w, wide-200.webp 200w'],
  ]);
  expect(found).toMatch(/<source [^>]*width="120" height="180"/);
  const files = Object.keys(site.files('dist/assets/media')).map((file) => file.replace(/-[0-9a-f]{8}/, ''));
  expect(files).toContain('tall-64.avif');
  expect(files).toContain('tall-120.jpg');
  site.close();
});
