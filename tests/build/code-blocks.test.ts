import { expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { serve } from '../serve/served.ts';
import { siteWithBundles, smallSite } from '../site.ts';

it('a code block is copied by its button, without the lines that a diff removes', async () => {
  const site = siteWithBundles(smallSite);
  site.edit(
    'content/blog/first/en.md',
    (text) => `${text}\n\`\`\`js diff title=a.js\n-let a = 1;\n+let a = 2;\n a++;\n\`\`\`\n`,
  );
  expect((await site.build()).problems).toEqual([]);
  const server = await serve(site, '--built');
  const browser = await launchBrowser();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${server.url}blog/first`);
  await page.locator('figure', { hasText: 'a.js' }).getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let a = 2;\na++;');
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await browser.close();
  await server.stop();
  site.close();
});
