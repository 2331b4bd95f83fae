import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { type PictureFile, paintedBy, pngFile } from './pictures.ts';
import { storedParts } from './stored-parts.ts';
import { visitSite } from './visited-site.ts';

describe('unfinished work in several tabs', () => {
  const site = visitSite();
  let context: BrowserContext;
  let page: Page;
  let picture: PictureFile;
  beforeAll(async () => {
    picture = await pngFile(
      'plain.png',
      paintedBy({ width: 96, height: 64 }, (x, y) => 90 + x / 2 + y),
    );
  });
  beforeEach(async () => {
    context = await site.browser.newContext({ reducedMotion: 'reduce' });
    page = await newTab();
  });
  afterEach(() => context.close());

  const openTool = (tab: Page) => openHydrated(tab, `${site.url}/cleanup-pictures`);
  const newTab = async () => {
    const tab = await context.newPage();
    tab.on('dialog', (dialog) => dialog.accept());
    await openTool(tab);
    return tab;
  };
  const choose = async (tab: Page, name: string) => {
    await tab.getByLabel('Choose image', { exact: true }).setInputFiles({ ...picture, name });
    await tab.locator('[data-phase=ready]').waitFor();
    await expect.poll(async () => (await storedParts(tab)).map((part) => part.name)).toContain(name);
  };
  const offered = (tab: Page) => tab.getByRole('region', { name: 'Unfinished work', exact: true }).locator('p').first();

  it('is not offered to a second tab while the first one is open', async () => {
    await choose(page, 'plain.png');
    const second = await newTab();
    await offered(second).waitFor({ state: 'detached' });
    await page.close();
    await second.reload();
    await second.getByText('Continue with “plain.png”?').waitFor();
  });

  it('is offered to the tab that it was in, also where another one is reloaded before', async () => {
    await choose(page, 'plain.png');
    const second = await newTab();
    await choose(second, 'later.png');
    for (const tab of [page, second]) await tab.goto('about:blank');
    for (const tab of [page, second]) await openTool(tab);
    await expect.poll(() => offered(page).textContent()).toBe('Continue with “plain.png”?');
    await expect.poll(() => offered(second).textContent()).toBe('Continue with “later.png”?');
  });

  it('stays where another tab opens a picture in the meantime', async () => {
    await choose(page, 'plain.png');
    const second = await newTab();
    await choose(second, 'later.png');
    // As a phone ends a tab in the background.
    await page.goto('about:blank');
    await second.getByRole('button', { name: 'Another picture', exact: true }).click();
    await choose(second, 'third.png');
    await openTool(page);
    await expect.poll(() => offered(page).textContent()).toBe('Continue with “plain.png”?');
  });
});
