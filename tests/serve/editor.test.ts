import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, untilHydrated, visitorAgent } from '../browser.ts';
import { type Site, siteOf } from '../site.ts';
import { sampleSite } from './sample-site';
import { type Served, serve } from './served.ts';

let site: Site;
let served: Served;
let browser: Browser;
beforeAll(async () => {
  site = siteOf(
    sampleSite,
    `
-- content/blog/idea/en.md --
---
title: An idea
description: Not finished yet.
date: 2026-01-04
draft: true
---
## First part

One two three four five.

#### Too deep
-- content/blog/idea/de.md --
---
title: Eine Idee
description: Noch nicht fertig.
date: 2026-01-04
draft: true
---
## Erster Teil

Eins zwei drei.
-- content/blog/later/en.md --
---
title: Later
description: In a hundred years.
date: 2126-01-01
---
Text.
-- content/blog/offer/en.md --
---
title: An offer
description: It was good for a month.
date: 2026-01-01
expires: 2026-02-01
---
Text.
-- editor.sh --
#!/bin/sh
echo "$@" >> "$(dirname "$0")/opened.txt"
`,
  );
  const git = (...args: string[]) => execFileSync('git', args, { cwd: site.root, stdio: 'ignore' });
  git('init');
  git('add', 'locales');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-m', 'Messages');
  chmodSync(join(site.root, 'editor.sh'), 0o755);
  process.env.LAUNCH_EDITOR = join(site.root, 'editor.sh');
  served = await serve(site);
  browser = await launchBrowser();
});
afterAll(async () => {
  delete process.env.LAUNCH_EDITOR;
  await browser?.close();
  await served?.stop();
  site?.close();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function visit(path: string): Promise<Page> {
  const page = await browser.newPage({ userAgent: visitorAgent });
  await page.goto(new URL(path, served.url).href, { waitUntil: 'load' });
  return page;
}

const bar = (page: Page) => page.getByRole('region', { name: "Editor's bar" });

describe("the editor's bar", () => {
  it('shows the state of a draft, its length, missing languages and its problems', async () => {
    const page = await visit('/blog/idea');
    const summary = bar(page).locator('summary');
    await expect.poll(() => summary.textContent()).toMatch(/^Draft · \d+ words · 1 min · 1 problem$/);
    await summary.click();
    const panel = await bar(page).locator('details').textContent();
    expect(panel).toContain('the heading “Too deep” is of level 4, directly below one of level 2');
    await bar(page).getByRole('link', { name: 'Deutsch' }).click();
    await page.waitForURL('**/de/blog/idea');
  });

  it('names languages without a translation, messages of another language, and the day of a scheduled entry', async () => {
    const page = await visit('/blog/later');
    const summary = bar(page).locator('summary');
    await expect.poll(() => summary.textContent()).toContain('Scheduled · 1 word · 1 min · 1 language missing');
    await summary.click();
    const panel = await bar(page).locator('details').textContent();
    expect(panel).toContain('It will be published on 2126-01-01.');
    expect(panel).toContain('Deutsch: missing');
    await page.goto(new URL('/blog/offer', served.url).href);
    await expect.poll(() => summary.textContent()).toMatch(/^Expired · /);
    await page.goto(new URL('/de/blog', served.url).href);
    await expect.poll(() => summary.textContent()).toContain('1 message untranslated');
    await summary.click();
    expect(await bar(page).locator('details').textContent()).toContain('blog.older');
  });

  it('follows edits and navigation, and keeps what is open', async () => {
    const page = await visit('/blog/idea');
    await untilHydrated(page, '#count');
    await bar(page).locator('summary').click();
    site.edit('content/blog/idea/en.md', (text) => text.replace('#### Too deep', '### Deep enough'));
    await expect.poll(() => bar(page).locator('summary').textContent()).not.toContain('problem');
    expect(await bar(page).locator('details').getAttribute('open')).not.toBeNull();
    await bar(page).locator('summary').click();
    await page.getByRole('link', { name: 'The third post' }).click();
    await expect.poll(() => bar(page).locator('summary').textContent()).toMatch(/^Published · .*1 language missing$/);
  });

  it('opens the file of the page in the editor, and no file outside of the sources', async () => {
    const page = await visit('/blog/second');
    await bar(page).locator('summary').click();
    await bar(page).getByRole('button', { name: 'Open content/blog/second/en.md in the editor' }).click();
    const opened = join(site.root, 'opened.txt');
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, 'utf8'))
      .toContain(join(site.root, 'content/blog/second/en.md'));
    const headers = { Origin: `http://127.0.0.1:${served.port}` };
    const open = (file: string) =>
      served.get(`/@sitegen/open?file=${encodeURIComponent(file)}`, { method: 'POST', headers });
    writeFileSync(join(site.root, 'secret.txt'), 'Secret.\n');
    for (const file of ['secret.txt', '../secret.txt', 'content/../secret.txt', '/etc/hosts', 'content/none.md', ''])
      expect([file, (await open(file)).status]).toEqual([file, 404]);
    const foreign = { Origin: 'https://evil.example' };
    const target = '/@sitegen/open?file=content/blog/second/en.md';
    expect((await served.get(target, { method: 'POST', headers: foreign })).status).toBe(403);
  });

  it('is hidden in a tab until it is closed, absent where nothing is to be said', async () => {
    const page = await visit('/blog/second');
    await bar(page).getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await untilHydrated(page, '#count');
    await page.waitForLoadState('networkidle');
    expect(await bar(page).count()).toBe(0);
    const other = await visit('/');
    await untilHydrated(other, '#count');
    await other.waitForLoadState('networkidle');
    expect(await bar(other).count()).toBe(0);
  });
});

describe('languages side by side', () => {
  it('shows a page in two languages whose scrolling and navigation follow each other', async () => {
    const long = Array.from({ length: 80 }, (_, index) => `Line ${index}.\n`).join('\n');
    for (const code of ['en', 'de']) site.edit(`content/blog/idea/${code}.md`, (text) => `${text}\n${long}`);
    await served.until('/de/blog/idea', ({ text }) => text.includes('Line 79'));
    const page = await visit('/blog/idea');
    await bar(page).locator('summary').click();
    await bar(page).getByRole('link', { name: 'Side by side' }).click();
    const [left, right] = [page.frameLocator('iframe >> nth=0'), page.frameLocator('iframe >> nth=1')];
    await left.getByRole('heading', { name: 'An idea' }).waitFor();
    await right.getByRole('heading', { name: 'Eine Idee' }).waitFor();
    const scrollBoth = async (fraction: number) => {
      await left.locator('body').evaluate((body, part) => window.scrollTo(0, body.scrollHeight * part), fraction);
      return right.locator('body').evaluate(() => window.scrollY);
    };
    await expect.poll(() => scrollBoth(1)).toBeGreaterThan(300);
    await expect.poll(() => scrollBoth(0)).toBe(0);
    // The frame on the right finishes loading while the language is chosen.
    await page.route('**/@sitegen/page?*', async (route) => {
      await new Promise((done) => setTimeout(done, 1000));
      await route.continue();
    });
    await left.getByRole('link', { name: 'Blog', exact: true }).click();
    await expect.poll(() => page.frames().map((frame) => new URL(frame.url()).pathname)).toContain('/de/blog');
    await page.getByLabel('Language on the right').selectOption('en');
    await expect.poll(() => page.frames().map((frame) => new URL(frame.url()).pathname)).not.toContain('/de/blog');
  });

  it('says which language a page does not have', async () => {
    const page = await visit('/@sitegen/languages?path=/blog/later&right=de');
    await page.getByText('This page does not exist in Deutsch.').waitFor();
  });
});

describe('the report of translations', () => {
  it('counts the messages of each language by state and lists those to translate', async () => {
    const page = await visit('/@sitegen/messages');
    const row = page.getByRole('row', { name: /^Deutsch/ });
    await row.waitFor();
    const report = JSON.parse((await served.get('/@sitegen/messages/report?locale=de')).text);
    const open = report.messages.filter(({ state }: { state: string }) => state === 'new');
    expect(open.map(({ key }: { key: string }) => key)).toContain('blog.older');
    expect(await row.locator('.number').allTextContents()).toEqual([
      `${open.length}`,
      '0',
      `${report.messages.length - open.length}`,
      '0',
    ]);
    await page.getByRole('cell', { name: 'blog.older' }).waitFor();
    expect((await served.get('/@sitegen/messages/report?locale=en')).status).toBe(404);
  });
});

it('the report of a page names its links to elements that other pages lack', async () => {
  const other = siteOf(sampleSite);
  other.edit(
    'content/blog/first/en.md',
    (text) =>
      `${text}\n## Here\n\n[Facts](/about#facts), [gone](/about#fcts), [own](#here), [no page](/abuot#facts).\n`,
  );
  const server = await serve(other);
  const codes = async () => {
    const { problems } = JSON.parse((await server.get('/@sitegen/page?path=/blog/first')).text);
    return problems.map(({ code, hint }: { code: string; hint: string }) => `${code} ${hint}`);
  };
  expect(await codes()).toEqual([
    'CONTENT_LINK_BROKEN Did you mean /about?',
    'CONTENT_ANCHOR_MISSING Did you mean #facts?',
  ]);
  other.edit('site/pages/About.tsx', (text) => text.replace('"facts"', '"fcts"'));
  await expect.poll(codes).toContain('CONTENT_ANCHOR_MISSING Did you mean #fcts?');
  await server.stop();
  other.close();
});
