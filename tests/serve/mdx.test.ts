import { expect, it } from 'vitest';
import { launchBrowser, untilHydrated, visitorAgent } from '../browser.ts';
import { siteOf, smallSite } from '../site.ts';
import { serve } from './served.ts';

/** A collection of MDX. The plugin stands for a compiler of MDX: its input is JavaScript without front matter. */
const lab = `${smallSite}
-- config/site.yaml --
name: Small
url: https://small.example
plugins: [./plugins/mdx.mjs]
-- plugins/mdx.mjs --
export default {
  name: 'mdx',
  vite: () => [{
    name: 'mdx',
    enforce: 'pre',
    transform: { filter: { id: /\\.mdx$/ }, handler: (code) => ({ code: code.replaceAll('\\n', ' \\n'), map: null, moduleType: 'js' }) },
  }],
};
-- templates/Lab.tsx --
import { Markup } from '@safelight/sitegen/runtime';
import type { EntryProps } from '@safelight/sitegen/types';
export const Page = ({ body }: EntryProps<'lab'>) => <Markup of={body} />;
-- content/lab/lamps.mdx --
---
title: Lamps
---
import { jsx } from 'react/jsx-runtime';
export default function Text() {
  return jsx('p', { id: 'text', children: 'One' });
}
`;

const collection = (text: string) =>
  `${text.trimEnd()}\n  lab: { from: 'content/lab/*.mdx', path: '/lab/{slug}', template: Lab }\n`;

it('shows edits of MDX in an open page without loading it again, also after it threw an exception', async () => {
  const site = siteOf(lab);
  site.edit('config/content.yaml', collection);
  const served = await serve(site);
  const browser = await launchBrowser();
  const page = await browser.newPage({ userAgent: visitorAgent });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(new URL('/lab/lamps', served.url).href);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const change = (from: string, to: string) =>
    site.edit('content/lab/lamps.mdx', (text) => text.replace(`children: ${from}`, `children: ${to}`));
  const shows = (text: string) => page.waitForSelector(`#text:text-is("${text}")`);
  await served.until('/@vite/client', ({ status }) => status === 200);
  await page.waitForFunction(() => document.querySelector('sitegen-bar') !== null);
  await untilHydrated(page, '#text');

  change("'One'", "'Two'");
  await shows('Two');
  await served.until('/lab/lamps', ({ text }) => text.includes('Two'));
  expect(complaints).toEqual([]);

  change("'Two'", 'missing');
  await page.locator('sitegen-problems').filter({ hasText: 'content/lab/lamps.mdx:6' }).waitFor();
  change('missing', "'Two'");
  await shows('Two');
  await page.locator('sitegen-problems').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await browser.close();
  await served.stop();
  site.close();
});
