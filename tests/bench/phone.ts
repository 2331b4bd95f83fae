import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import type { Size } from '../../site/engine/types.ts';
import { remember, UNFOLDED } from '../e2e/pages.ts';
import type { MemoryJob } from './memory/jobs.ts';
import { setOption } from './tool-page.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

export type Files = { readonly photograph: Buffer; readonly mask: Buffer };

/** A context in which pages are opened as by a phone: small, without reported memory and graphics chip. */
export async function phoneContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent: IPHONE,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    acceptDownloads: true,
    serviceWorkers: 'block',
  });
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => undefined });
    Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });
  });
  return context;
}

/** Opens a tool's page as a phone does. The caller closes the context. */
export async function openPhone(browser: Browser, url: string): Promise<Page> {
  const context = await phoneContext(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  await remember(page, { ...UNFOLDED, 'safelight-automatic': false });
  await page.goto(url, { waitUntil: 'load' });
  return page;
}

/** Chooses the photograph, sets the options, loads the mask, and waits until the page has settled. */
export async function prepareJob(page: Page, job: MemoryJob, files: Files): Promise<void> {
  await page.getByLabel('Choose image', { exact: true }).setInputFiles({
    name: 'bench.jpg',
    mimeType: 'image/jpeg',
    buffer: files.photograph,
  });
  await page.waitForFunction(() => document.querySelector('[data-phase="ready"]') !== null);
  const show = page.getByRole('button', { name: 'Show options' });
  if (await show.isVisible()) await show.click();
  for (const [label, value] of Object.entries(job.options ?? {})) await setOption(page, label, value);
  if (job.mask)
    await page
      .getByLabel('Load mask', { exact: true })
      .setInputFiles({ name: 'mask.png', mimeType: 'image/png', buffer: files.mask });
  const hide = page.getByRole('button', { name: 'Hide options' }).first();
  if (await hide.isVisible()) await hide.click();
  await page.waitForTimeout(1500);
  // Tools may look for damage or marks first.
  await page.waitForFunction(() => document.querySelector('p[role="status"][class*="busy"]') === null);
}

/** Presses Generate and waits for the result; returns what the page says instead if there is none. */
export async function generate(page: Page, minutes: number): Promise<string | null> {
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const link = page.locator('a[download^="bench"]');
  const refusal = page.locator('[data-phase="error"]').getByRole('alert').first();
  const timeout = minutes * 60_000;
  await Promise.race([link.waitFor({ timeout }), refusal.waitFor({ timeout })]).catch(() => undefined);
  if (await link.isVisible()) return null;
  if (!(await refusal.isVisible())) return `no result after ${minutes} minutes`;
  return `refused: ${((await refusal.textContent()) ?? '').replace(/\s+/g, ' ').slice(0, 160)}`;
}

/** The renderer processes of the browser: the one of the page, and perhaps a spare one. */
export async function renderersOf(session: CDPSession): Promise<readonly number[]> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** A photograph in JPEG: a sample of the site, resized, with fine grain as a camera's. */
export async function drawPhotograph(page: Page, sample: Buffer, size: Size): Promise<Buffer> {
  const text = await page.evaluate(
    async ({ content, width, height }) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.imageSmoothingQuality = 'high';
      context.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0, width, height);
      for (let y = 0; y < height; y += 100) {
        const strip = context.getImageData(0, y, width, Math.min(100, height - y));
        let seed = y + 1;
        for (let i = 0; i < strip.data.length; i++) {
          seed = (seed * 1103515245 + 12345) & 0x7fffffff;
          if (i % 4 < 3) strip.data[i] = (strip.data[i] ?? 0) + ((seed >> 16) % 9) - 4;
        }
        context.putImageData(strip, 0, y);
      }
      const blob = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      const found = new Uint8Array(await blob.arrayBuffer());
      let letters = '';
      for (let i = 0; i < found.length; i += 8192) letters += String.fromCharCode(...found.subarray(i, i + 8192));
      return btoa(letters);
    },
    { content: sample.toString('base64'), ...size },
  );
  return Buffer.from(text, 'base64');
}

/** A mask: an ellipse in the middle. */
export async function drawMask(page: Page, size: Size): Promise<Buffer> {
  const text = await page.evaluate(async ({ width, height }) => {
    const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#fff';
    context.beginPath();
    context.ellipse(width / 2, height / 2, width / 14, height / 14, 0, 0, 7);
    context.fill();
    const found = new Uint8Array(await (await context.canvas.convertToBlob()).arrayBuffer());
    let letters = '';
    for (let i = 0; i < found.length; i += 8192) letters += String.fromCharCode(...found.subarray(i, i + 8192));
    return btoa(letters);
  }, size);
  return Buffer.from(text, 'base64');
}
