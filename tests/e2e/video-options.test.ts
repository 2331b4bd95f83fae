import type { Locator, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { visitSite } from './visited-site.ts';

describe('the options of the workspace for video', () => {
  const site = visitSite();
  let page: Page;
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/remove-watermark-from-video`);
    await page.getByRole('button', { name: 'Open the sample: Film with a watermark', exact: true }).click();
    await page.getByRole('slider', { name: 'Position in the video' }).waitFor();
  });
  afterEach(() => page.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('take numbers as they are typed, of which the first digits may be out of range', async () => {
    await button('Add a box').click();
    const type = async (label: string, text: string) => {
      const field = page.getByLabel(label, { exact: true });
      await field.press('Control+a');
      await field.press('Delete');
      await field.pressSequentially(text);
      await field.press('Tab');
      return field.inputValue();
    };
    expect(await type('Width', '32')).toBe('32');
    expect(await type('Left', '12')).toBe('12');
    expect(await type('Start', '1.2')).toBe('1.2');
    // Its first digit is before the start.
    expect(await type('End', '1.75')).toBe('1.75');
    expect(await type('Width', '1')).toBe('4');
  });

  it('take no mask while the video is processed: one of another size would hide the work, which went on', async () => {
    const mask = page.getByLabel('Load mask', { exact: true });
    expect(await mask.isEnabled()).toBe(true);
    await button('Add a box').click();
    await button('Generate').click();
    await button('Pause').click();
    expect(await mask.isEnabled()).toBe(false);
    await button('Cancel').click();
    await expect.poll(() => mask.isEnabled()).toBe(true);
  });

  it('have titles and buttons in line, also on phones', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await button('Show options').click();
    const heightOf = async (element: Locator) => (await element.boundingBox())?.height;
    const three = [button('Add a box'), button('Brush'), page.locator('label', { hasText: 'Load mask' })];
    expect(new Set(await Promise.all(three.map(heightOf))).size).toBe(1);
    const textLeft = (text: string) =>
      page.getByText(text, { exact: true }).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left;
      });
    expect(await textLeft('Trim')).toBe(await textLeft('Start'));
  });
});
