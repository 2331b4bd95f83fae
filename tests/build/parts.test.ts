import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../cli/contract.ts';
import type { BuildReport } from '../../cli/report/build-report.ts';
import { program, type Site, siteOf, smallSite } from '../site.ts';

const sharpUrl = pathToFileURL(createRequire(import.meta.url).resolve('sharp')).href;

/** A site with everything that takes long to make of a page, and a page that is refused in one language. */
const settings = `
-- config/site.yaml --
name: Small
url: https://small.example
pictures: { widths: [40, 80] }
plugins: [./plugins/card.mjs]
output: { precompress: [br, gz] }
feeds: { content: full }
-- config/routes.yaml --
routes:
  - { id: home, path: /, page: Home, seo: home.seo, data: { posts: { collection: blog, limit: 2 } } }
  - { id: about, path: /about, page: About, seo: about.seo, validate: isOpen }
notFound: { page: NotFound, seo: notFound.seo }
-- locales/de/about.json --
{ "seo": { "title": "Über", "description": "Über diese Seiten." }, "text": "Über uns" }
-- site/pages/About.tsx --
import { useMessages } from '@safelight/sitegen/runtime';
export const isOpen = ({ route }: { route: { locale: string } }) => route.locale === 'en';
export function Page() {
  return <h1>{useMessages()('about.text')}</h1>;
}
-- plugins/card.mjs --
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from '${sharpUrl}';
export default { name: 'cards', card: { format: 'png', draw } };
async function draw(card, root) {
  appendFileSync(join(root, 'drawn.txt'), card.locale.code + ' ' + card.id + ' ' + card.title + '\\n');
  const background = { r: card.title.length, g: 80, b: 40 };
  return sharp({ create: { width: 1200, height: 630, channels: 3, background } }).png().toBuffer();
}
-- content/blog/third/en.md --
---
title: The third post
description: How it ends.
date: 2026-01-03
cover: ./boat.jpg
---
![A boat](./boat.jpg) and a [link](/blog/first#one-heading). ${'Many words of one text. '.repeat(80)}
`;

type Said = {
  readonly code: number | null;
  readonly report: BuildReport & { readonly warnings: readonly Diagnostic[] };
};
type Failed = { readonly code: number | null; readonly problems: readonly Diagnostic[] };

function sitegen(site: Site, ...args: readonly string[]): Said & Failed {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--json', '--root', site.root], {
    encoding: 'utf8',
  });
  const output = stdout === '' ? { problems: [{ code: stderr }] } : JSON.parse(stdout);
  return { code: status, report: output, problems: output.problems ?? [] };
}

const codes = ({ code, problems }: Failed) => [code, ...problems.map((problem) => problem.code)];

describe('a site that is built as three shards', () => {
  let site: Site;
  let whole: Said & Failed;
  beforeAll(async () => {
    site = siteOf(smallSite, settings);
    const boat = sharp({ create: { width: 100, height: 60, channels: 3, background: { r: 200, g: 120, b: 40 } } });
    writeFileSync(join(site.root, 'content/blog/third/boat.jpg'), await boat.jpeg().toBuffer());
    whole = sitegen(site, 'build', '--out', 'whole');
    expect(whole.problems).toEqual([]);
    // Each shard starts with nothing, as on a machine of its own.
    for (const index of [1, 2, 3]) {
      site.remove('.sitegen');
      expect(codes(sitegen(site, 'build', '--shard', `${index}/3`, '--parts', join(site.root, 'parts')))).toEqual([0]);
    }
    site.remove('.sitegen');
  });
  afterAll(() => site.close());

  const merge = () => sitegen(site, 'merge', '--parts', join(site.root, 'parts'));

  it('has the bytes and the warnings of a build on one machine, and draws nothing again', () => {
    const drawn = site.read('drawn.txt');
    const merged = merge();
    expect(codes(merged)).toEqual([0]);
    expect(site.files('dist')).toEqual(site.files('whole'));
    expect(merged.report).toMatchObject({ id: whole.report.id, pages: whole.report.pages, rendered: 0 });
    expect(merged.report.warnings).toEqual(whole.report.warnings);
    expect(whole.report.warnings.map(({ message }) => message)).toEqual(['/de/about: Page Not Found: /de/about']);
    expect(site.read('drawn.txt')).toBe(drawn);
    expect(Object.keys(site.files('.sitegen/cache')).filter((path) => /^(?:pictures|cards)\//.test(path))).toEqual([]);
  });

  it('divides the pages: each is in one part, its languages in the same one, and no part is empty', () => {
    const pages = [1, 2, 3].map((index) =>
      Object.keys(site.files(`parts/${index}-of-3`)).filter((path) => path.endsWith('.html')),
    );
    const inParts = pages.flat();
    expect([...inParts].sort()).toEqual(Object.keys(site.files('whole')).filter((path) => path.endsWith('.html')));
    expect(new Set(inParts).size).toBe(inParts.length);
    expect(pages.every((paths) => paths.length > 0)).toBe(true);
    const partOf = (path: string) => pages.findIndex((paths) => paths.includes(path));
    expect(partOf('blog/first/index.html')).toBe(partOf('de/blog/first/index.html'));
  });

  it('is built again in part by the next build of one machine', async () => {
    expect(codes(merge())).toEqual([0]);
    const built = await site.build();
    // The page whose version in German is refused, before and after that is known.
    expect([built.code, built.report?.rendered]).toEqual([0, 2]);
    expect(site.files('dist')).toEqual(site.files('whole'));
  });

  it('is not merged without a part, with a changed file, with parts of another division or of other sources', () => {
    const before = site.files('dist');
    const part = (name: string) => join(site.root, 'parts', name);
    renameSync(part('2-of-3'), part('aside'));
    const missing = merge();
    expect(codes(missing)).toEqual([1, 'PART_MISSING']);
    expect(missing.problems[0]).toMatchObject({ message: expect.stringMatching(/3 parts .*: 2\.$/) });
    expect(missing.problems[0]?.hint).toContain('sitegen build --shard 2/3');
    renameSync(part('aside'), part('2-of-4'));
    expect(codes(merge())).toEqual([1, 'PART_FOREIGN']);
    renameSync(part('2-of-4'), part('2-of-3'));

    const page =
      [1, 2, 3].map((index) => `parts/${index}-of-3/blog/first/index.html`).find((path) => site.has(path)) ?? '';
    const text = site.read(page);
    site.write(page, text.replace('first', 'fjrst'));
    const damaged = merge();
    expect(codes(damaged)).toEqual([1, 'PART_DAMAGED']);
    expect(damaged.problems[0]?.message).toContain('blog/first/index.html');
    site.write(page, text);

    const post = site.read('content/blog/first/en.md');
    site.write('content/blog/first/en.md', `${post}\nOne more line.\n`);
    expect(codes(merge())).toEqual([1, 'PART_FOREIGN']);
    expect(codes(sitegen(site, 'build', '--shard', '1/3', '--parts', join(site.root, 'parts')))).toEqual([0]);
    expect(codes(merge())).toEqual([1, 'PART_FOREIGN']);
    site.write('content/blog/first/en.md', post);
    expect(codes(sitegen(site, 'build', '--shard', '1/3', '--parts', join(site.root, 'parts')))).toEqual([0]);
    expect(site.files('dist')).toEqual(before);
    expect(codes(merge())).toEqual([0]);
    expect(site.files('dist')).toEqual(before);
  });

  it('has a shard and a number of shards', () => {
    for (const shard of ['0/3', '4/3', '3', 'a/b', '1/0']) {
      expect(spawnSync(process.execPath, [program, 'build', '--shard', shard, '--root', site.root]).status, shard).toBe(
        2,
      );
    }
    expect(codes(sitegen(site, 'merge'))).toEqual([1, 'PART_MISSING']);
    expect(spawnSync(process.execPath, [program, 'build', '--parts', 'parts', '--root', site.root]).status).toBe(2);
  });
});
