import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../site/dev-utils/seo/widths.ts';
import { readHeader } from '../../site/engine/codecs/header.ts';
import { sniff } from '../../site/engine/codecs/sniff.ts';
import type { ImageType } from '../../site/engine/types.ts';
import { openHydrated } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

/** Draws a PNG of coloured discs in the page. */
const drawPng = async (page: Page, width: number, height: number): Promise<Buffer> => {
  const base64 = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d')!;
      for (let index = 0; index < 200; index++) {
        context.fillStyle = `hsl(${index * 7} 60% 50%)`;
        context.beginPath();
        context.arc((index * 97) % w, (index * 61) % h, 30, 0, 7);
        context.fill();
      }
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    [width, height] as const,
  );
  return Buffer.from(base64, 'base64');
};

describe('developer utilities', () => {
  const site = visitSite();
  let page: Page;
  let problems: string[];

  /** Opens a utility as a first visit. Requests to other hosts and console errors count as problems. */
  const open = async (name: string): Promise<void> => {
    await page?.context().close();
    const context = await site.browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    page = await context.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !/^(?:blob|data):/.test(request.url())) problems.push(request.url());
    });
    await openHydrated(page, `${site.url}/dev-utils/${name}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const saved = async (download: Promise<Download>): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  const pictureOf = (bytes: Buffer) => {
    const plain = new Uint8Array(bytes);
    const type = sniff(plain) as ImageType;
    const header = readHeader(plain, type);
    return { type, width: header?.width, height: header?.height };
  };

  it.runIf(runsAll)('are not indexed', async () => {
    for (const name of ['seo-preview', 'pic-converter', 'p-marks-converter', 'anchor-link-generator']) {
      await open(name);
      expect(await page.locator('meta[name=robots]').getAttribute('content'), name).toContain('noindex');
    }
  });

  it.runIf(runsAll)('draw the arrow of a select in both themes', async () => {
    await open('pic-converter');
    const select = page.getByLabel('Convert to');
    const arrow = () => select.evaluate((element) => getComputedStyle(element).backgroundImage);
    for (const theme of ['dark', 'light']) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      expect(await arrow(), theme).toContain('gradient');
    }
  });

  it.runIf(runsAll)('convert a picture to every format, resized, and a batch to a ZIP file', async () => {
    await open('pic-converter');
    const buffer = await drawPng(page, 800, 600);
    const input = page.locator('input[type=file]').first();
    await input.setInputFiles({ name: 'discs.png', mimeType: 'image/png', buffer });
    await page.getByLabel('By', { exact: true }).selectOption('longSide');
    await page.getByLabel('Pixels').fill('400');
    for (const [type, name] of [
      ['image/webp', 'discs.webp'],
      ['image/jpeg', 'discs.jpg'],
      ['image/png', 'discs.png'],
    ] as const) {
      await page.getByLabel('Convert to').selectOption(type);
      await page.getByText('400 × 300 px').waitFor();
      const button = page.getByRole('button', { name: 'Download', exact: true });
      await expect.poll(() => button.isEnabled(), { timeout: 15_000 }).toBe(true);
      const download = page.waitForEvent('download');
      await button.click();
      const file = await saved(download);
      expect(file.name).toBe(name);
      expect(pictureOf(file.bytes)).toEqual({ type, width: 400, height: 300 });
    }
    await input.setInputFiles([
      { name: 'discs.png', mimeType: 'image/png', buffer },
      { name: 'broken.png', mimeType: 'image/png', buffer: buffer.subarray(0, 200) },
    ]);
    await page.getByText('cannot be read to the end').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all (ZIP)' }).click();
    const zip = await saved(download);
    expect(zip.name).toBe('pictures.zip');
    expect(zip.bytes.includes('discs.png') && zip.bytes.includes('discs (2).png')).toBe(true);
    expect(zip.bytes.includes('broken')).toBe(false);
    expect(problems).toEqual([]);
  });

  it.runIf(runsAll)('keep a picture below a size, and show both sides', async () => {
    await open('pic-converter');
    const buffer = await drawPng(page, 800, 600);
    await page.locator('input[type=file]').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await page.getByLabel('Convert to').selectOption('image/jpeg');
    await page.getByLabel('Maximum size (kB)').fill('15');
    const button = page.getByRole('button', { name: 'Download', exact: true });
    await expect.poll(() => button.isEnabled(), { timeout: 20_000 }).toBe(true);
    const download = page.waitForEvent('download');
    await button.click();
    const { bytes, name } = await saved(download);
    expect(name).toBe('a.jpg');
    expect(bytes.length).toBeLessThanOrEqual(15_000);
    expect(bytes.length).toBeGreaterThan(5000);
    await page.getByRole('slider', { name: 'Compare before and after' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('list anchors, keep them across a reload, and copy a table of contents', async () => {
    await open('anchor-link-generator');
    await page.getByLabel('Headings or document').fill('# A\n## Same\n## Same\n## 如何修复？\n');
    await page.getByText('4 headings').waitFor();
    const slugs = page.locator('ol code');
    expect(await slugs.allTextContents()).toEqual(['#a', '#same', '#same-1', '#如何修复']);
    await page.reload();
    await page.getByText('4 headings').waitFor();
    await page.getByRole('button', { name: 'Copy the list' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe('- [Same](#same)\n- [Same](#same-1)\n- [如何修复？](#如何修复)');
    expect(problems).toEqual([]);
  });

  it.runIf(runsAll)('convert paragraphs to p tags and back', async () => {
    await open('p-marks-converter');
    const text = 'One & two\nthree\n\n"Four"';
    await page.getByLabel('Text', { exact: true }).fill(text);
    const result = page.getByLabel('Result', { exact: true });
    await expect.poll(() => result.inputValue()).toBe('<p>One &amp; two<br>\nthree</p>\n<p>"Four"</p>');
    await page.getByRole('button', { name: 'Use the result as input' }).click();
    await page.getByLabel('To', { exact: true }).selectOption('blankLines');
    await expect.poll(() => result.inputValue()).toBe(text);
    await page.getByLabel('Quotation marks').first().selectOption('english');
    await expect.poll(() => result.inputValue()).toBe('One & two\nthree\n\n“Four”');
    await page.getByLabel('Show changes').check();
    expect(await page.locator('ins').allTextContents()).toContain('”');
    expect(problems).toEqual([]);
  });

  it.runIf(runsAll)('measure a title as the browser does, and read pasted HTML', async () => {
    await open('seo-preview');
    const title = 'Private photo tools – Wiederherstellung, größer & schöner';
    await page.getByLabel('Title', { exact: true }).fill(title);
    const [measured, fallback] = await page.evaluate((text) => {
      const context = document.createElement('canvas').getContext('2d')!;
      return ['20px Arial, "Liberation Sans", monospace', '20px monospace'].map((font) => {
        context.font = font;
        return context.measureText(text).width;
      });
    }, title);
    // Without Arial or a font of its widths there is nothing to compare with.
    if (measured !== fallback) expect(Math.abs(widthOf(title, 20) / measured! - 1)).toBeLessThan(0.02);
    await page.getByText(`${Math.round(widthOf(title, 20))} of 580 px`).waitFor();

    await page.getByRole('tab', { name: 'Paste' }).click();
    await page
      .getByLabel('HTML or front matter')
      .fill(
        '<title>Pasted &amp; read</title><meta name="description" content="Words"><meta property="og:image" content="/a.png">',
      );
    await page.getByText('Pasted & read').first().waitFor();
    await page.getByText('og:image should be a full address.').waitFor();
    await page.getByRole('tab', { name: 'Fields' }).click();
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('Words');
    expect(problems).toEqual([]);
  });
});
