import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { openHydrated } from './pages.ts';
import { type Host, openHost } from './real-site.ts';
import { storedParts } from './stored-parts.ts';

describe('a video with marks', () => {
  let host: Host;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    host = await openHost();
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce' });
    page.on('dialog', (dialog) => dialog.accept());
    await openHydrated(page, `${host.url}/remove-watermark-from-video`);
    await button('Open the sample: Film with a watermark').click();
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
    expect(await storedParts(page)).toEqual([]);
    await button('Add a box').click();
    await method().selectOption('fast');
    // The record and the video.
    await untilStored(2);
  });
  afterEach(() => page.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const method = () => page.getByLabel('Method', { exact: true });
  const untilStored = (count: number) => expect.poll(async () => (await storedParts(page)).length).toBe(count);
  const offer = () => page.getByRole('region', { name: 'Unfinished work', exact: true });
  const reload = async () => {
    await page.reload();
    await page.getByLabel('Choose video', { exact: true }).waitFor({ state: 'attached' });
  };

  it('is offered after a reload, and opens with them', async () => {
    const box = page.getByRole('button', { name: /^Watermark 1: / });
    const before = await box.getAttribute('aria-label');
    await reload();
    await offer()
      .getByText('Your video and what you selected on it are still stored on this device.')
      .waitFor({ state: 'attached' });
    await offer().getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
    await button('Remove watermark 1').waitFor();
    expect(await method().inputValue()).toBe('fast');
    expect(await box.getAttribute('aria-label')).toBe(before);
    await button('Generate').click();
    await page.getByRole('link', { name: 'Download', exact: true }).waitFor();
  });

  it('is no longer stored once the marks are removed, or the visitor discards it', async () => {
    await button('Remove watermark 1').click();
    await untilStored(0);
    await button('Add a box').click();
    await untilStored(2);
    await button('Another video').click();
    await page
      .getByRole('dialog', { name: 'Discard your selection?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await untilStored(0);
  });
});
