import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser, untilHydrated } from '../browser.ts';
import { program, type Site, siteOf, smallSite } from '../site.ts';
import { type Served, serve } from './served.ts';

/** A blog with a search, whose pictures have several sizes. */
const blog = `
-- config/site.yaml --
name: Small
url: https://small.example
search: {}
pictures: { widths: [64, 200] }
-- site/App.tsx --
import { type ReactNode, useState } from 'react';
import { type SearchResult, useSearch } from '@safelight/sitegen/runtime';
export function App({ children }: { children: ReactNode }) {
  const search = useSearch();
  const [results, setResults] = useState<readonly SearchResult[]>([]);
  const find = async (query: string) => setResults((await (await search?.find(query))?.load(0, 9)) ?? []);
  return <><input type="search" aria-label="Search" onChange={(event) => find(event.target.value)} />
    <ol>{results.map(({ path, title }) => <li key={path}><a href={path}>{title}</a></li>)}</ol><main>{children}</main></>;
}
`;

let site: Site;
let served: Served | undefined;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
beforeEach(() => {
  site = siteOf(smallSite, blog);
});
afterEach(async () => {
  await served?.stop();
  site.close();
});
afterAll(() => browser?.close());

const sitegen = (...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args, '--root', site.root], (error, stdout) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout });
    });
  });

const posts = { en: 'content/blog/at-sea/en.md', de: 'content/blog/at-sea/de.md' } as const;
const draftLine = 'draft: true\n';

/** What the check says about the two posts. */
async function checked(): Promise<readonly string[]> {
  const { text } = await sitegen('check', '--format', 'json');
  const { problems } = JSON.parse(text) as { problems: readonly { code: string; file?: string; line?: number }[] };
  return problems.flatMap(({ code, file, line }) => (file?.includes('at-sea') ? [`${code} ${file}:${line}`] : []));
}

const isLoaded = (alt: string) =>
  page.getByAltText(alt).evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth > 0));

it('An editor writes a post in two languages, sees it, corrects a mistake, checks, publishes and finds it', async () => {
  const added = await sitegen(
    'new',
    'post',
    'A day at sea',
    '--locale',
    'all',
    '--slug',
    'at-sea',
    '--set',
    'tags=[light]',
  );
  expect(added.text.match(/Wrote /g)).toHaveLength(2);
  const photograph = sharp({ create: { width: 300, height: 200, channels: 3, background: '#3080b0' } });
  const placed = photograph.withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } });
  writeFileSync(join(site.root, 'content/blog/at-sea/boat.jpg'), await placed.jpeg().toBuffer());
  const write = (path: string, title: string, text: string) =>
    site.edit(path, (draft) =>
      draft
        .replace('A day at sea', title)
        .replace(/description: .*/, `description: ${title}.`)
        .replace(/The text\..*/, text),
    );
  write(
    posts.en,
    'A day at sea',
    '![A boat](./boat.jpg "In the bay")\n\nA lighthouse, as in [the first](../first/en.md).',
  );
  write(posts.de, 'Ein Tag auf See', '![Ein Boot](./boat.jpg)\n\nEin Leuchtturm wie im [ersten](../first/de.md).');

  // Preview: the draft is there, in both languages, with its picture.
  served = await serve(site);
  await page.goto(`${served.url}blog/at-sea`);
  await page.getByRole('heading', { name: 'A day at sea' }).waitFor();
  expect(await isLoaded('A boat')).toBe(true);
  expect(await page.getByRole('link', { name: 'the first' }).getAttribute('href')).toBe('/blog/first');
  await page.goto(`${served.url}de/blog/at-sea`);
  await page.getByRole('heading', { name: 'Ein Tag auf See' }).waitFor();
  expect(await isLoaded('Ein Boot')).toBe(true);

  // A mistake is shown where it was made, with what to do, and disappears with its correction.
  const overlay = page.locator('sitegen-problems');
  site.edit(posts.de, (text) => text.replace('./boat.jpg', './baot.jpg'));
  await overlay.waitFor();
  const message = await overlay.locator('main').textContent();
  expect(message).toContain('content/blog/at-sea/de.md');
  expect(message).toContain('./baot.jpg');
  site.edit(posts.de, (text) => text.replace('./baot.jpg', './boat.jpg'));
  await overlay.waitFor({ state: 'detached' });
  await page.getByAltText('Ein Boot').waitFor();
  await served.stop();

  // The check sees what is not wrong, but should be better. A draft is not checked.
  site.edit(posts.en, (text) => text.replace('![A boat]', '![]'));
  expect(await checked()).toEqual([]);
  for (const path of Object.values(posts)) site.edit(path, (text) => text.replace(draftLine, ''));
  expect(await checked()).toEqual([`CONTENT_IMAGE_WITHOUT_ALT ${posts.en}:8`]);
  site.edit(posts.en, (text) => text.replace('![]', '![A boat]'));
  expect(await checked()).toEqual([]);

  // Published: pages, list, feed, picture without its place; found in each language.
  const built = await site.build();
  expect([built.code, built.problems]).toEqual([0, []]);
  expect(site.read('dist/blog/rss.xml')).toContain('A day at sea');
  const pictures = Object.entries(site.files('dist/assets/media')).filter(([name]) => name.startsWith('boat-'));
  expect(pictures.map(([name]) => name.replace(/-[0-9a-f]{8}/, ''))).toEqual(
    expect.arrayContaining(['boat-200.avif', 'boat-200.jpg', 'boat-64.webp']),
  );
  for (const [name, bytes] of pictures) expect(bytes.includes('Exif'), name).toBe(false);
  served = await serve(site, '--built');
  for (const [path, query, title] of [
    ['', 'lighthouse', 'A day at sea'],
    ['de', 'Leuchtturm', 'Ein Tag auf See'],
  ] as const) {
    await page.goto(served.url + path);
    await untilHydrated(page, 'input');
    await page.getByRole('searchbox').fill(query);
    await page.locator('ol').getByRole('link', { name: title }).click();
    await page.getByRole('heading', { name: title }).waitFor();
  }
});
