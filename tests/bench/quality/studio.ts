import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { decodePng } from '../../../site/engine/codecs/png-decode.ts';
import { encodePng } from '../../../site/engine/codecs/png-encode.ts';
import type { Pixels } from '../../../site/engine/types.ts';
import { launchBrowser } from '../../browser.ts';
import { remember, UNFOLDED } from '../../e2e/pages.ts';
import { watchMemory } from '../memory/processes.ts';
import { phoneContext, renderersOf } from '../phone.ts';
import { serveFolder, setOption } from '../tool-page.ts';
import type { Made, Make } from './part.ts';

/** Headers of cross-origin isolation, as `_headers` sets them: without them networks run on one thread. */
const HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const TIMEOUT_MS = 1_800_000;

/** What the tool says where a mask is needed, and it has found nothing. */
const NOTHING_MARKED = 'Nothing is marked yet';

export type Profile = 'desktop' | 'phone';

/** A built site, served, and a browser that uses its tools as a visitor would. */
export type Studio = {
  readonly make: (work: Make) => Promise<Made>;
  /** Pixels of any picture file that the browser reads. */
  readonly decode: (bytes: Uint8Array<ArrayBuffer>) => Promise<Pixels>;
  readonly close: () => Promise<void>;
};

export async function openStudio(folder: string, profile: Profile): Promise<Studio> {
  const isPhone = profile === 'phone';
  const host = await serveFolder(folder, isPhone ? {} : HEADERS);
  const browser = await launchBrowser();
  const session = await browser.newBrowserCDPSession();
  const context = isPhone ? await phoneContext(browser) : await browser.newContext({ acceptDownloads: true });
  const bare = await context.newPage();
  await bare.goto(`${host.url}/404.html`);
  let tool: { readonly path: string; readonly page: Page } | null = null;
  const pageOf = async (path: string): Promise<Page> => {
    if (tool?.path === path) return tool.page;
    await tool?.page.close();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await remember(page, { ...UNFOLDED, 'safelight-automatic': false });
    await page.goto(`${host.url}${path}`, { waitUntil: 'networkidle' });
    tool = { path, page };
    return page;
  };
  const decode = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await decodePng(bytes, async () => undefined).catch(() => null)) ?? pixelsIn(bare, bytes);
  return {
    make: async (work) => {
      const page = await pageOf(work.page);
      return run(page, work, { decode, renderers: () => renderersOf(session) });
    },
    decode,
    close: async () => {
      await browser.close();
      host.close();
    },
  };
}

async function fileOf(pixels: Pixels, name: string) {
  const blob = await encodePng(pixels, { onProgress: async () => undefined });
  return { name, mimeType: 'image/png', buffer: Buffer.from(await blob.arrayBuffer()) };
}

let count = 0;

type RunParts = { readonly decode: Studio['decode']; readonly renderers: () => Promise<readonly number[]> };

async function run(page: Page, work: Make, { decode, renderers }: RunParts): Promise<Made> {
  count += 1;
  const name = `bench-${count}`;
  await page.getByLabel('Choose image', { exact: true }).setInputFiles(await fileOf(work.picture, `${name}.png`));
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  await page.waitForFunction(() => document.querySelector('[data-phase="ready"]') !== null);
  const show = page.getByRole('button', { name: 'Show options' });
  if (await show.isVisible()) await show.click();
  for (const [label, value] of Object.entries(work.options ?? {})) await setOption(page, label, value);
  if (work.mask) await page.getByLabel('Load mask', { exact: true }).setInputFiles(await fileOf(work.mask, 'mask.png'));
  const hide = page.getByRole('button', { name: 'Hide options' }).first();
  if (await hide.isVisible()) await hide.click();
  const memory = watchMemory(await renderers());
  const began = performance.now();
  await generate.click();
  const link = page.locator(`a[download^="${name}"]`);
  const nothing = page.getByRole('alert').getByText(NOTHING_MARKED);
  await link.or(nothing).first().waitFor({ timeout: TIMEOUT_MS });
  const seconds = (performance.now() - began) / 1000;
  const peakMb = memory.stop().residentMb;
  if (await nothing.isVisible()) {
    await nothing.waitFor({ state: 'hidden' });
    return { pixels: work.picture, seconds, peakMb };
  }
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { pixels: await decode(new Uint8Array(await readFile(await file.path()))), seconds, peakMb };
}

/** Pixels of a file that the browser reads; colours of translucent pixels are rounded. */
async function pixelsIn(page: Page, bytes: Uint8Array): Promise<Pixels> {
  const found = await page.evaluate(async (content) => {
    const blob = new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))]);
    const bitmap = await createImageBitmap(blob);
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('No canvas was given.');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let text = '';
    for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
    return { width, height, text: btoa(text) };
  }, Buffer.from(bytes).toString('base64'));
  const data = new Uint8ClampedArray(Buffer.from(found.text, 'base64'));
  return { width: found.width, height: found.height, data };
}
