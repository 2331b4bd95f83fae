import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated } from './pages.ts';
import { visitSite } from './visited-site.ts';

/** Texts by their types, as a drop or the clipboard has them. */
type Texts = Readonly<Record<string, string>>;

describe('the web address of a picture', () => {
  const site = visitSite();
  let page: Page;
  beforeEach(async () => {
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/image-sharpener`);
  });
  afterEach(() => page.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = () => page.getByRole('textbox', { name: 'Address of the picture' });
  /** Drops or pastes texts on an element; says whether the page took the event. */
  const give = (texts: Texts, by: 'drop' | 'paste', selector = 'body') =>
    page.evaluate(
      ({ texts, by, selector }) => {
        const data = new DataTransfer();
        for (const [type, text] of Object.entries(texts)) data.setData(type, text);
        const settings = { bubbles: true, cancelable: true };
        const event =
          by === 'drop'
            ? new DragEvent('drop', { ...settings, dataTransfer: data })
            : new ClipboardEvent('paste', { ...settings, clipboardData: data });
        document.querySelector(selector)?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { texts, by, selector },
    );
  const picture = () => `${site.url}/icon-192.png`;

  it('is offered when the picture is dropped from another page, and fetched once that is confirmed', async () => {
    let requests = 0;
    page.on('request', (request) => {
      if (request.url() === picture()) requests++;
    });
    const link = { 'text/uri-list': '# shop\r\nhttps://shop.example/', 'text/html': `<img src="${picture()}">` };
    expect(await give(link, 'drop')).toBe(true);
    await expect.poll(() => field().inputValue()).toBe(picture());
    expect(requests).toBe(0);
    await button('Open').click();
    await button('Generate').waitFor();
    await page.getByText('icon-192.png is open').first().waitFor({ state: 'attached' });
  });

  it('is that of a dropped link without a picture, and of a pasted text', async () => {
    expect(await give({ 'text/uri-list': '# shop\r\nhttps://shop.example/a.jpg' }, 'drop')).toBe(true);
    await expect.poll(() => field().inputValue()).toBe('https://shop.example/a.jpg');
    await give({ 'text/plain': picture() }, 'paste', 'dialog input');
    expect(await field().inputValue()).toBe('https://shop.example/a.jpg');
    await button('Close').click();
    await give({ 'text/plain': ` ${picture()}\n` }, 'paste');
    await expect.poll(() => field().inputValue()).toBe(picture());
  });

  it('is not that of other text, and of a link of this page', async () => {
    expect(await give({ 'text/plain': 'a lamp' }, 'drop')).toBe(false);
    await page.evaluate(() =>
      document.querySelector('a')?.dispatchEvent(new DragEvent('dragstart', { bubbles: true })),
    );
    expect(await give({ 'text/uri-list': `${site.url}/blog` }, 'drop')).toBe(false);
    expect(await field().count()).toBe(0);
  });
});
