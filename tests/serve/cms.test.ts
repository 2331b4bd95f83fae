import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Site, siteOf, smallSite } from '../site.ts';
import { type Served, serve } from './served.ts';

/** The editor without the packages that its bundle was built from. */
const decap = 'decap-cms@3.16.3';

/** A picture of 64 by 48 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAZElEQVR4nO3PUQkAIBTAwBfHOMY2liH8OITBAtzm7PV1wwUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY0oAUNaEEDWtCAFjSgBQ1oQQNa0IAWNKAFDWhBA1rQgBY8dgGMoQDivq/y5gAAAABJRU5ErkJggg==',
  'base64',
);

let site: Site;
let served: Served;
let browser: Browser;
beforeAll(async () => {
  site = siteOf(
    smallSite,
    `
-- config/site.yaml --
name: Small
url: https://small.example
plugins: ['@safelight/sitegen/cms']
`,
  );
  site.edit(
    'config/content.yaml',
    (text) => `${text}    fields: { coverAlt: { type: string }, level: { type: enum, values: [easy, hard] } }\n`,
  );
  site.link('node_modules/@safelight/sitegen', fileURLToPath(new URL('../../cli', import.meta.url)));
  const folder = mkdtempSync(join(tmpdir(), 'decap-'));
  execFileSync('npm', ['pack', decap, '--pack-destination', folder], { stdio: 'pipe' });
  const target = join(site.root, 'node_modules/decap-cms');
  mkdirSync(target);
  execFileSync('tar', ['xzf', join(folder, readdirSync(folder)[0] as string), '-C', target, '--strip-components=1']);
  rmSync(folder, { recursive: true });
  served = await serve(site);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
  site?.close();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  served.get('/admin/files', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: `http://127.0.0.1:${served.port}`, ...headers },
    body: JSON.stringify(body),
  });

/** Opens a page of the editor. `foreign` collects the requests that leave the server. */
async function openEditor(hash: string): Promise<{ page: Page; foreign: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // The editor is one script of some megabytes, which a busy machine is slow to read.
  page.setDefaultTimeout(100_000);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(served.url) && !/^(?:blob|data):/.test(request.url())) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(`${served.url}admin#${hash}`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Writing in DE' }).waitFor();
  return { page, foreign };
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('menuitem', { name: 'Publish now' }).click();
}

describe('the editor at /admin', () => {
  it('writes a post in two languages with a picture, which the preview shows, and loads nothing from elsewhere', async () => {
    const { page, foreign } = await openEditor('/collections/blog/new');
    for (const [index, title, description] of [
      [0, 'Colours of Dusk', 'Why evenings are red.'],
      [1, 'Farben der Dämmerung', 'Warum Abende rot sind.'],
    ] as const) {
      await page.getByLabel('Title').nth(index).fill(title);
      await page.getByLabel('Description').nth(index).fill(description);
    }
    await page.getByLabel(/^Tags/).first().fill('light, red');
    await page.getByRole('button', { name: 'Choose an image' }).first().click();
    const file = { name: 'dusk.png', mimeType: 'image/png', buffer: picture };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('dialog').getByText('dusk.png').waitFor();
    await page.getByRole('button', { name: 'Choose selected' }).click();
    const texts = page.locator('[contenteditable=true]');
    await texts.nth(0).click();
    await page.keyboard.type('## Red\n\nLong ways scatter blue. ![A red sky](dusk.png)');
    await texts.nth(1).click();
    await page.keyboard.type('## Rot\n\nLange Wege streuen Blau.');
    await publish(page);
    const written = 'content/blog/colours-of-dusk';
    await expect.poll(() => site.has(`${written}/de.md`)).toBe(true);
    expect(Object.keys(site.files(written)).sort()).toEqual(['de.md', 'dusk.png', 'en.md']);
    expect(site.read(`${written}/en.md`)).toMatch(
      /^---\ntitle: Colours of Dusk\ndescription: Why evenings are red.\ndate: \d{4}-\d\d-\d\d\ntags:\n {2}- light\n {2}- red\ncover: dusk.png\ndraft: true\n---\n## Red\n/,
    );
    expect(foreign).toEqual([]);

    await served.until('/de/blog/colours-of-dusk', ({ status }) => status === 200);
    await page.goto(`${served.url}blog/colours-of-dusk`);
    await page.getByRole('heading', { name: 'Colours of Dusk' }).waitFor();
    expect(
      await page
        .getByAltText('A red sky')
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(64);
    const summary = page.getByRole('region', { name: "Editor's bar" }).locator('summary');
    await expect.poll(() => summary.textContent()).toMatch(/^Draft · \d+ words/);
    await page.goto(`${served.url}de/blog/colours-of-dusk`);
    await page.getByRole('heading', { name: 'Farben der Dämmerung' }).waitFor();
    await page.close();
  });

  it('changes nothing but what was edited, and no translation that nobody began', async () => {
    const [german, other] = [site.read('content/blog/first/en.md'), site.read('content/blog/first/de.md')];
    const commented = german.replace('tags:', '# Two at most\ntags:');
    site.write('content/blog/first/en.md', commented);
    const { page } = await openEditor('/collections/blog/entries/first/index');
    await page.getByLabel('Title').first().fill('The very first post');
    await publish(page);
    await expect.poll(() => site.read('content/blog/first/en.md')).toContain('The very first post');
    expect(site.read('content/blog/first/en.md')).toBe(commented.replace('The first post', 'The very first post'));
    expect(site.read('content/blog/first/de.md')).toBe(other);
    const text = (path: string, raw: string) => ({ path: `content/blog/second/${path}`, slug: 'second/index', raw });
    const dataFiles = [text('index.de.md', '---\ndate: 2026-01-02\ndraft: true\n---\n')];
    expect((await post({ action: 'persistEntry', params: { dataFiles, assets: [] } })).status).toBe(200);
    expect(site.has('content/blog/second/de.md')).toBe(false);
    expect((await post({ action: 'getEntry', params: { path: 'content/blog/second/index.md' } })).status).toBe(200);
    expect((await post({ action: 'getEntry', params: { path: 'content/blog/none/index.md' } })).status).toBe(404);
    await page.close();
  });
});

describe('the files behind the editor', () => {
  it('are those of the collections only', async () => {
    const paths = [
      'config/site.yaml',
      'content/blog/../../config/site.yaml',
      '/etc/hosts',
      'content/other/a.md',
      'content/blog/.x/en.md',
    ];
    for (const path of paths) {
      const read = await post({ action: 'getEntry', params: { path } });
      expect([path, read.status]).toEqual([path, 403]);
      const raw = 'Overwritten';
      const written = await post({
        action: 'persistEntry',
        params: { dataFiles: [{ path, slug: 'x', raw }], assets: [] },
      });
      expect([path, written.status]).toEqual([path, 403]);
    }
    site.link('content/blog/away', tmpdir());
    expect((await post({ action: 'getEntry', params: { path: 'content/blog/away/index.en.md' } })).status).toBe(403);
    expect((await post({ action: 'getMedia', params: { mediaFolder: 'content/blog/away' } })).status).toBe(403);
    site.remove('content/blog/away');
    writeFileSync(join(site.root, 'secret.txt'), 'Secret.');
    expect((await post({ action: 'getMediaFile', params: { path: 'secret.txt' } })).status).toBe(403);
  });

  it('answer no other origin, and no request that they do not know', async () => {
    const action = { action: 'entriesByFolder', params: { folder: 'content/blog' } };
    expect((await post(action)).status).toBe(200);
    expect((await post(action, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ action: 'format', params: {} })).status).toBe(422);
  });

  it('tell what to install where the editor is missing', async () => {
    site.remove('node_modules/decap-cms');
    const { status, text } = await served.get('/admin');
    expect([status, text]).toEqual([404, expect.stringContaining('npm install --save-dev decap-cms')]);
  });
});
