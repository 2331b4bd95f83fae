import type { BrowserContextOptions, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { untilHydrated, visitorAgent } from '../browser.ts';
import { axeViolations } from './checks/axe.ts';
import { openHydrated } from './pages.ts';
import { runsAll } from './real-site.ts';
import { visitSite } from './visited-site.ts';

const site = visitSite();

/** Opens a page in a window of its own, `width` × 900 pixels. */
async function visit(
  path: string,
  { width = 1440, ...options }: BrowserContextOptions & { readonly width?: number } = {},
) {
  const viewport = { width, height: 900 };
  const context = await site.browser.newContext({ userAgent: visitorAgent, viewport, ...options });
  const page = await context.newPage();
  await openHydrated(page, site.url + path);
  return page;
}

describe('results, samples and notices', () => {
  let page: Page;
  const missing: string[] = [];
  beforeAll(async () => {
    page = await site.browser.newPage();
    page.on('response', (response) => response.status() >= 400 && missing.push(response.url()));
  });

  /** Scrolls down to load lazy pictures, and returns the sizes of those that failed. */
  const brokenPictures = async () => {
    await page.evaluate(async () => {
      for (const image of document.images) {
        image.loading = 'eager';
        await image.decode().catch(() => undefined);
      }
    });
    return page.evaluate(() => [...document.images].filter((one) => one.naturalWidth === 0).map((one) => one.src));
  };

  it.runIf(runsAll).each(['/', '/th', '/image-sharpener', '/ai-object-remover'])(
    '%s loads every picture that it shows',
    async (path) => {
      missing.length = 0;
      await page.goto(site.url + path, { waitUntil: 'load' });
      expect(await brokenPictures()).toEqual([]);
      expect(missing).toEqual([]);
    },
  );

  it('compare a result on a tool page with a divider that keys move', async () => {
    await openHydrated(page, `${site.url}/image-sharpener`);
    const slider = page.getByRole('slider', { name: 'Compare before and after' });
    await slider.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('0');
    expect(await slider.getAttribute('aria-valuetext')).toBe('0% before, the rest after');
  });

  it('list libraries and photographs with their licences', async () => {
    await openHydrated(page, site.url);
    await page.getByRole('link', { name: 'Models and licences' }).click();
    await page.getByRole('heading', { name: 'Photographs', exact: true }).waitFor();
    await page.getByText('Dorothea Lange').waitFor();
    const library = page.locator('section').filter({ has: page.getByRole('heading', { name: /^react \d/ }) });
    await library.last().getByText('Show the licence').click();
    await library.last().getByText('Permission is hereby granted').waitFor();
  });
});

describe('the home page', () => {
  /** Scrolls through the page, waits for its pictures, and returns what was transferred and how sharp the cards are. */
  const load = async (options: BrowserContextOptions) => {
    const context = await site.browser.newContext({ userAgent: visitorAgent, ...options });
    // Without prefetching, which belongs to the pages that may be opened next.
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const page = await context.newPage();
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) =>
      sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize)),
    );
    await openHydrated(page, site.url);
    for (const picture of await page.locator('main img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeTruthy();
    }
    const densities = await page.locator('#tools img').evaluateAll((all) =>
      all.map((img) => {
        const { currentSrc, clientWidth, clientHeight } = img as HTMLImageElement;
        return Number(/-(\d+)\.avif$/.exec(currentSrc)?.[1]) / Math.max(clientWidth, clientHeight * 1.5);
      }),
    );
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    await context.close();
    return { bytes, densities };
  };

  it.runIf(runsAll)('transfers at most 400 kB with all of its pictures, which are sharp on a phone', async () => {
    const phone = await load({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true });
    const wide = await load({ viewport: { width: 1440, height: 900 } });
    console.info(`home page: ${phone.bytes} bytes on a phone, ${wide.bytes} on a wide screen`);
    expect(phone.densities).toHaveLength(24);
    expect(Math.min(...phone.densities)).toBeGreaterThanOrEqual(2);
    expect(Math.min(...wide.densities)).toBeGreaterThanOrEqual(1);
    expect(Math.max(phone.bytes, wide.bytes)).toBeLessThanOrEqual(400_000);
  });
});

describe('an article', () => {
  it('marks in its table of contents the heading that is being read', async () => {
    const page = await visit('/blog/what-blur-is');
    const current = page.locator('nav a[aria-current=location]').filter({ visible: true });
    expect(await current.count()).toBe(0);
    for (const id of ['what-survives', 'undoing-it-by-expectation', 'a-point-becomes-a-spot']) {
      await page.locator(`#${id}`).evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
      await expect.poll(() => current.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([`#${id}`]);
    }
  });

  it('shows on a phone on which side a wide table continues', async () => {
    const page = await visit('/blog/photo-metadata', { width: 360 });
    const table = page.locator('.table-scroll').first();
    const layers = await table.evaluate((box) => {
      const { backgroundAttachment, backgroundImage, overflowX } = getComputedStyle(box);
      return { backgroundAttachment, edges: backgroundImage.split('linear-gradient').length - 1, overflowX };
    });
    expect(layers).toEqual({ backgroundAttachment: 'local, local, scroll, scroll', edges: 4, overflowX: 'auto' });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  });

  it('compares two pictures with the divider of the tools, which a pointer and keys move', async () => {
    const page = await visit('/de/blog/scanning-prints');
    const block = page.getByRole('figure').filter({ has: page.getByRole('slider') });
    const slider = block.getByRole('slider', { name: 'Vorher und nachher vergleichen' });
    await slider.scrollIntoViewIfNeeded();
    await untilHydrated(page, '[role=slider]');
    expect(await slider.getAttribute('aria-valuenow')).toBe('50');
    await slider.focus();
    await page.keyboard.press('PageUp');
    expect(await slider.getAttribute('aria-valuetext')).toContain('70\u00a0%');
    const pictures = block.getByRole('img');
    const names = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt));
    expect(names.map((name) => name.split(' ')[0])).toEqual(['Derselbe', 'Vergilbter,']);
    const box = await pictures.first().boundingBox();
    if (!box) throw new Error('The picture has no box.');
    expect(box).toEqual(await pictures.last().boundingBox());
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height / 3, { steps: 4 });
    await page.mouse.up();
    expect(await slider.getAttribute('aria-valuenow')).toBe('25');
    const line = await slider.boundingBox();
    expect(Math.abs((line?.x ?? 0) + (line?.width ?? 0) / 2 - box.x - box.width / 4)).toBeLessThan(2);
    // The browser chooses an AVIF file of a width that it needs.
    expect(await pictures.first().evaluate((one) => (one as HTMLImageElement).currentSrc)).toMatch(/-\d+\.avif$/);
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await slider.isVisible()).toBe(false);
    const [right, left] = await page
      .locator('figure:has([role=slider]) img')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(left).toBeLessThan(right ?? 0);
  });

  it('shows both pictures with their names and the caption to those without scripts and on paper', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.url}/blog/scanning-prints`, { waitUntil: 'load' });
    const block = page.locator('figure').filter({ has: page.locator('[role=slider]') });
    const boxes = await Promise.all((await block.locator('img').all()).map((one) => one.boundingBox()));
    const [after, before] = boxes;
    expect(before && after && before.x + before.width <= after.x && before.width === after.width).toBe(true);
    expect(await block.locator('[role=slider]').isVisible()).toBe(false);
    expect(await block.locator('[data-side]').allInnerTexts()).toEqual(['Before', 'After']);
    expect(await block.locator('figcaption').textContent()).toContain('default settings');
    await context.close();
  });

  it('plays a video with captions and a name, of which only the beginning is loaded before', async () => {
    const page = await visit('/blog/unblending-watermarks');
    const video = page.locator('figure video');
    const settings = await video.evaluate((one: HTMLVideoElement) => {
      const { controls, preload, width, height, ariaLabel } = one;
      const [track] = one.textTracks;
      return { controls, preload, width, height, ariaLabel, track: [track?.kind, track?.language, track?.label] };
    });
    expect(settings).toEqual({
      controls: true,
      preload: 'metadata',
      width: 720,
      height: 480,
      ariaLabel: 'Four seconds without sound: the mark stays where it is, the picture moves below it.',
      track: ['captions', 'en-US', 'English'],
    });
    const playing = await video.evaluate(async (one: HTMLVideoElement) => {
      await one.play();
      await new Promise((done) => one.addEventListener('timeupdate', done, { once: true }));
      const cue = one.textTracks[0]?.activeCues?.[0];
      return {
        duration: one.duration,
        size: [one.videoWidth, one.videoHeight],
        cue: (cue as VTTCue | undefined)?.text,
      };
    });
    expect(playing).toMatchObject({ duration: 4, size: [720, 480] });
    expect(playing.cue).toContain('PREVIEW');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('shows marked lines of code as high as others, and a sign beside added and removed ones', async () => {
    const page = await visit('/blog/unblending-watermarks');
    const block = page.locator('[data-markup] pre > code').first();
    const heightOf = (html: string) =>
      block.evaluate((code, lines) => {
        code.innerHTML = lines;
        return code.parentElement?.clientHeight;
      }, html);
    const plain = await heightOf('a\nb\n');
    expect(await heightOf('<ins class="line">a\n</ins><del class="line">b\n</del>')).toBe(plain);
    const signs = await block
      .locator('.line')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line, '::before').content));
    expect(signs).toEqual(['"+" / ""', '"−" / ""']);
  });

  it('is printed without navigation', async () => {
    const page = await visit('/blog/photo-metadata');
    await page.emulateMedia({ media: 'print' });
    const links = await page
      .locator('a:not([data-markup] a), button')
      .filter({ visible: true })
      .evaluateAll((all) => all.map((one) => one.textContent));
    expect(links).toEqual([]);
    expect(await page.locator('[data-markup] p').first().isVisible()).toBe(true);
  });
});
