import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { serve } from '../serve/served.ts';
import { siteWithBundles, smallSite } from '../site.ts';

it('files that are no pictures are reported without settings for pictures, public ones too', async () => {
  const site = siteWithBundles(smallSite);
  const svg = (end: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect ${end}`;
  const files = {
    'content/blog/third/cut.svg': svg('wid'),
    'content/blog/third/whole.svg': `${svg('width="4" height="4"/></svg>')}\n<!-- end -->\n`,
    'content/blog/third/empty.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"/>',
    'content/blog/third/none.png': 'no picture',
    'content/blog/third/unused.png': 'no picture',
    'site/public/none.jpg': 'no picture',
    'site/public/unused.jpg': 'no picture',
  };
  for (const [path, text] of Object.entries(files)) site.write(path, text);
  const shown = ['./cut.svg', './whole.svg', './empty.svg', './none.png', '/none.jpg'];
  site.edit('content/blog/third/en.md', (text) => `${text}\n${shown.map((path) => `![A lamp](${path})`).join('\n')}\n`);
  const expected = ['content/blog/third/cut.svg', 'content/blog/third/none.png', 'site/public/none.jpg'];
  for (const options of [[], [], ['--no-cache']]) {
    const { report } = await site.build(...options);
    expect(report?.warnings.map(({ code, file }) => [code, file])).toEqual(
      expected.map((file) => ['PICTURE_UNREADABLE', file]),
    );
  }
  site.close();
});

it('pictures of a format that browsers do not show are reported where they are shown, and all others are none', async () => {
  const site = siteWithBundles(smallSite);
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
  const [jpeg, png, tiff] = [
    await image.jpeg().toBuffer(),
    await image.png().toBuffer(),
    await image.tiff().toBuffer(),
  ];
  const shown = ['site/public/b.apng', 'site/public/c.tif', 'content/blog/third/d.jfif', 'content/blog/third/e.TIFF'];
  mkdirSync(join(site.root, 'site/public'));
  for (const [index, bytes] of [png, tiff, jpeg, tiff].entries())
    writeFileSync(join(site.root, shown[index] as string), bytes);
  writeFileSync(join(site.root, 'content/blog/third/f.tiff'), tiff);
  const paths = shown.map((path) => path.replace('site/public', '').replace('content/blog/third', '.'));
  const pictures = paths.map((path) => `![A lamp](${path})`).join('\n');
  site.edit('content/blog/third/en.md', (text) => `${text}\n${pictures}\n[Print it](./f.tiff)\n`);
  const { report, problems } = await site.build();
  expect(problems).toEqual([]);
  expect(report?.warnings.map(({ code, file, message }) => [code, file, message])).toEqual([
    ['PICTURE_UNREADABLE', 'content/blog/third/e.TIFF', expect.stringContaining('TIFF')],
    ['PICTURE_UNREADABLE', 'site/public/c.tif', expect.stringContaining('TIF')],
  ]);
  const html = site.read('dist/blog/third/index.html');
  expect(html.match(/<img[^>]* width="40" height="30"/g)).toHaveLength(4);
  site.close();
});

it('pictures that were cut off are reported, by the development server too', async () => {
  const site = siteWithBundles(smallSite);
  const noise = {
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  } as const;
  const image = sharp(noise);
  const trailer = Buffer.from('appended by a camera \xff\xda', 'latin1');
  const names: string[] = [];
  for (const [ending, bytes] of [
    ['png', await image.clone().png().toBuffer()],
    ['jpg', await image.clone().jpeg().toBuffer()],
    ['jpeg', await image.clone().jpeg({ progressive: true, mozjpeg: true }).toBuffer()],
    ['webp', await image.clone().webp().toBuffer()],
    ['avif', await image.clone().avif().toBuffer()],
  ] as const) {
    writeFileSync(join(site.root, `content/blog/third/cut.${ending}`), bytes.subarray(0, bytes.length / 2));
    writeFileSync(join(site.root, `content/blog/third/whole.${ending}`), Buffer.concat([bytes, trailer]));
    names.push(`cut.${ending}`, `whole.${ending}`);
  }
  site.edit(
    'content/blog/third/en.md',
    (text) => `${text}\n${names.map((name) => `![A lamp](./${name})`).join('\n')}\n`,
  );
  const expected = ['avif', 'jpeg', 'jpg', 'png', 'webp'].map((ending) => `content/blog/third/cut.${ending}`);
  for (const options of [[], [], ['--no-cache']]) {
    const { report } = await site.build(...options);
    expect(report?.warnings.map(({ file }) => file).sort()).toEqual(expected);
    expect(report?.warnings.map(({ message }) => message)).toEqual(
      Array(expected.length).fill(expect.stringContaining('ends before')),
    );
  }
  const served = await serve(site);
  await served.until('/blog/third', () => served.output().includes('cut.webp'));
  for (const file of expected) expect(served.output()).toContain(file);
  expect(served.output()).not.toContain('whole');
  await served.stop();
  site.close();
});

it('suggests an image with a similar name beside the text or among the public files', async () => {
  const site = siteWithBundles(smallSite);
  for (const path of ['content/blog/third/desk-lamp.svg', 'site/public/photos/Window.svg'])
    site.write(path, '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>');
  site.edit(
    'content/blog/third/en.md',
    (text) => `${text}\n![a](desk-lmap.svg) ![b](/photos/window.svg) ![c](./nothing.svg)\n`,
  );
  const { problems } = await site.build();
  expect(problems.map(({ column, hint }) => `${column} ${hint}`).sort()).toEqual([
    '1 Did you mean content/blog/third/desk-lamp.svg?',
    '21 Did you mean /photos/Window.svg?',
    '46 Add content/blog/third/nothing.svg, or correct the path.',
  ]);
  const served = await serve(site);
  expect((await served.get('/blog/third')).text).toContain('Did you mean content/blog/third/desk-lamp.svg?');
  await served.stop();
  site.close();
});
