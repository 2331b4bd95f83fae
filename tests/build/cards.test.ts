import { expect, it } from 'vitest';
import { siteWithBundles, smallSite } from '../site.ts';

/** Draws a PNG whose colour stands for the words, and notes on disk that it did. */
const cards = `
-- config/site.yaml --
name: Small
url: https://small.example
plugins: [{ module: ./plugins/cards/card.mjs, options: { format: png } }]
-- plugins/cards/card.mjs --
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

const chunk = (name, data) => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, end]);
};

const sources = (card) => (card.id === 'about' ? ['site/public/face.txt'] : []);

export default ({ format }) => ({ name: 'cards', card: { format, draw, sources } });

async function draw(card, root) {
  appendFileSync(join(root, 'drawn.txt'), card.locale.code + ' ' + card.id + ': ' + card.title + '\\n');
  const size = Buffer.alloc(13);
  size.writeUInt32BE(WIDTH, 0);
  size.writeUInt32BE(630, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(630 * (WIDTH + 1), card.title.length));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
-- site/public/face.txt --
one
`.replaceAll('WIDTH', '1200');

const again = `
-- plugins/again.mjs --
export default { name: 'again', card: { draw: async () => new Uint8Array() } };
`;

const drawn = (site: ReturnType<typeof siteWithBundles>) => site.read('drawn.txt').trim().split('\n').sort();
const imageOf = (html: string) => /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';

it('draws a picture for each page and language, and links it in the head', async () => {
  const site = siteWithBundles(smallSite, cards);
  const built = await site.build();
  expect(built.code, built.stderr).toBe(0);
  const html = site.read('dist/about/index.html');
  const url = new URL(imageOf(html));
  expect(url.origin).toBe('https://small.example');
  expect(site.has(`dist${url.pathname}`)).toBe(true);
  expect(html).toContain('property="og:image:width" content="1200"');
  expect(html).toContain('property="og:image:height" content="630"');
  expect(html).toContain('name="twitter:card" content="summary_large_image"');
  expect(site.read('dist/404.html')).not.toContain('og:image');
  site.close();
});

it('draws a picture again if its texts, the files that it shows or the code change', async () => {
  const site = siteWithBundles(smallSite, cards);
  await site.build();
  const all = drawn(site);
  const first = imageOf(site.read('dist/about/index.html'));
  await site.build();
  expect(drawn(site)).toEqual(all);
  site.write('site/public/face.txt', 'two\n');
  await site.build();
  const again = drawn(site);
  expect(again.length - all.length).toBe(all.filter((line) => line.includes(' about:')).length);
  expect(imageOf(site.read('dist/about/index.html'))).not.toBe(first);
  site.write('plugins/cards/other.mjs', 'export const x = 1;\n');
  await site.build();
  expect(drawn(site).length).toBe(again.length + all.length);
  site.close();
});

it('rejects a picture of another size and reports the size', async () => {
  const site = siteWithBundles(smallSite, cards.replaceAll('1200', '1000'));
  const built = await site.build();
  expect(built.code).toBe(1);
  expect(built.stderr).toContain('1000 × 630 pixels, not 1200 × 630');
  expect(built.stderr).toContain('plugins/cards/card.mjs');
  expect(site.has('dist/index.html')).toBe(false);
  site.close();
});

it('rejects two plugins that draw pictures', async () => {
  const site = siteWithBundles(smallSite, cards.replace('plugins: [', 'plugins: [./plugins/again.mjs, '), again);
  const built = await site.build();
  expect(built.code).toBe(1);
  expect(built.problems).toMatchObject([{ code: 'PLUGIN_CARDS', file: 'config/site.yaml' }]);
  expect(built.stderr).toContain('More than one plugin draws Open Graph images: again, cards.');
  site.close();
});

it('repeats no stage of a build without changes, unless other plugins take part in it', async () => {
  const site = siteWithBundles(smallSite, cards);
  const stagesOf = async () => Object.keys((await site.build()).report?.stages ?? {});
  expect(await stagesOf()).toContain('Rendering');
  expect(await stagesOf()).not.toContain('Rendering');
  site.edit('plugins/cards/card.mjs', (text) => text.replace('sources } });', 'sources }, head: () => ({}) });'));
  await site.build();
  expect(await stagesOf()).toContain('Rendering');
  site.close();
});

it('reports a wrong picture once for all pages that get it', async () => {
  const site = siteWithBundles(smallSite, cards);
  const messages = async (draw: string) => {
    site.write(
      'plugins/cards/card.mjs',
      `export default () => ({ name: 'cards', card: { format: 'png', draw: ${draw} } });\n`,
    );
    return (await site.build()).problems.map(({ code, message }) => `${code}: ${message}`);
  };
  const all = 'CARD_FAILED: The Open Graph image of "home" in "en" and of';
  expect(await messages('() => undefined')).toEqual([
    `${all} 12 more pages was not drawn: \`draw\` must return its bytes`,
  ]);
  expect(
    await messages("({ id }) => { if (id === 'about') throw new Error('no face'); return new Uint8Array(9); }"),
  ).toEqual([
    `${all} 11 more pages was not drawn: it is no picture`,
    'CARD_FAILED: The Open Graph image of "about" in "en" was not drawn: no face',
  ]);
  site.close();
});
