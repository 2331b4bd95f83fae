import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { serve } from './served.ts';

it('proposes an alias for an entry that has moved since the last build, until it has one', async () => {
  const site = siteOf(sampleSite);
  expect((await site.build()).code).toBe(0);
  const served = await serve(site);
  await served.until('/blog/third', ({ status }) => status === 200);
  const text = site.read('content/blog/third/en.md');
  site.remove('content/blog/third');
  site.write('content/blog/last/en.md', text);
  await served.until('/blog/last', ({ status }) => status === 200);
  const problems = async (): Promise<object[]> => JSON.parse((await served.get('/@sitegen/problems')).text);
  const moved = {
    code: 'CONTENT_MOVED',
    file: 'content/blog/last/en.md',
    hint: expect.stringContaining('/blog/third'),
  };
  await expect.poll(problems, { timeout: 5000 }).toEqual([expect.objectContaining(moved)]);
  site.write('content/blog/last/en.md', text.replace('date:', 'aliases: [/blog/third]\ndate:'));
  await served.until('/blog/third', ({ status }) => status === 301);
  await expect.poll(problems, { timeout: 5000 }).toEqual([]);
  await served.stop();
  site.close();
});

it('reports the covers of entries and the pictures of routes that were cut off', async () => {
  const site = siteOf(sampleSite);
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  for (const file of ['content/blog/first/cover.png', 'content/team.png'])
    writeFileSync(join(site.root, file), image.subarray(0, -20));
  site.edit('content/blog/first/en.md', (text) => text.replace('tags:', 'cover: ./cover.png\ntags:'));
  site.edit('config/content.yaml', (text) =>
    text.replace('related: 2', 'related: 2\n    fields: { cover: { type: image } }'),
  );
  site.edit('config/routes.yaml', (text) =>
    text.replace('data: { facts:', 'data: { team: { image: content/team.png }, facts:'),
  );
  const served = await serve(site);
  await served.until('/blog/first', () => served.output().includes('content/blog/first/cover.png'));
  await served.until('/about', () => served.output().includes('content/team.png'));
  await served.stop();
  site.close();
});
