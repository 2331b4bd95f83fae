import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, visitorAgent } from '../browser.ts';
import { program, type Site, siteOf } from '../site.ts';
import { type Served, serve } from './served.ts';

let site: Site;
let served: Served;
let browser: Browser;
beforeAll(async () => {
  site = siteOf();
  // Its configuration of TypeScript extends that of the package.
  site.link('node_modules', fileURLToPath(new URL('../../node_modules', import.meta.url)));
  execFileSync(process.execPath, [program, 'init', '.', '--template', 'docs', '--yes'], { cwd: site.root });
  const { code, problems } = await site.build();
  expect(code, JSON.stringify(problems)).toBe(0);
  served = await serve(site, '--built');
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.stop();
  site?.close();
});

it('finds pages of a new site for documentation from a page without scripts', async () => {
  const page = await browser.newPage({ userAgent: visitorAgent });
  await page.goto(`${served.url}docs/guide/install`);
  expect(await page.locator('script[type=module]').count()).toBe(0);
  await page.getByRole('searchbox').fill('settings');
  await page.getByRole('searchbox').press('Enter');
  await page
    .getByRole('status')
    .getByText(/pages? contain/)
    .waitFor();
  await page.locator('section a[href="/docs/reference/settings"]').click();
  await page.waitForURL(`${served.url}docs/reference/settings`);
  await page.goto(`${served.url}search?q=zeppelin`);
  await page.getByRole('status').getByText('No page contains “zeppelin”.').waitFor();
  await page.close();
});
