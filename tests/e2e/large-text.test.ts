import { beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { openHydrated } from './pages.ts';
import { type PictureFile, paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('text that is twice as large', () => {
  const site = visitSite();
  let file: PictureFile;
  beforeAll(async () => {
    file = await pngFile(
      'grey.png',
      paintedBy({ width: 640, height: 480 }, () => 128),
    );
  });

  it('leaves the entries and buttons of the top bar apart', async () => {
    const largeText = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
    try {
      const page = await largeText.newPage({ viewport: { width: 1280, height: 800 } });
      for (const path of ['/', '/ru']) {
        await page.goto(site.url + path);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
        const overlaps = await page.getByRole('banner').evaluate((bar) => {
          const boxes = [...bar.querySelectorAll('a, button')]
            .filter((element) => element.checkVisibility())
            .map((element) => element.getBoundingClientRect())
            .filter(({ width, top }) => width > 0 && top < bar.getBoundingClientRect().bottom);
          return boxes.filter(({ left, right }) => boxes.some((box) => box.left > left && box.left < right)).length;
        });
        expect(overlaps, path).toBe(0);
      }
    } finally {
      await largeText.close();
    }
  });

  it('cuts no options', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
    await page.locator('[data-phase=ready]').waitFor();
    const options = page.getByRole('complementary').filter({ has: page.getByText('Clear mask') });
    expect(await options.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
    await page.close();
  });

  it('cuts nothing on a phone', async () => {
    const page = await site.browser.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await openHydrated(page, `${site.url}/image-sharpener`);
    const choose = page.getByLabel('Choose image', { exact: true });
    const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await enlarge();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const [language, theme] = await Promise.all([
      page.getByRole('button', { name: /^Language/ }).boundingBox(),
      page.getByRole('button', { name: /theme/i }).boundingBox(),
    ]);
    expect(language && theme && Math.abs(language.y + language.height / 2 - theme.y - theme.height / 2)).toBeLessThan(
      2,
    );
    await choose.setInputFiles(file);
    await page.locator('[data-phase=ready]').waitFor();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const { x = 0, width = 0 } = (await page.getByRole('link', { name: 'Download', exact: true }).boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
    await openHydrated(page, `${site.url}/ru/photo-restoration`);
    await enlarge();
    const paste = await page.getByRole('button', { name: 'Вставить', exact: true }).boundingBox();
    expect(paste?.x).toBeGreaterThanOrEqual(0);
    const zone = await page.locator('main').evaluate((main) => {
      const [label, samples] = [main.querySelector('label'), main.querySelector('[data-samples]')];
      const boxes = [...(label?.children ?? [])].map((child) => child.getBoundingClientRect());
      const top = samples?.getBoundingClientRect().top ?? 0;
      return {
        right: Math.max(...boxes.map(({ right }) => right)),
        gap: top - Math.max(...boxes.map((box) => box.bottom)),
      };
    });
    expect(zone.right).toBeLessThanOrEqual(340);
    expect(zone.gap).toBeGreaterThanOrEqual(0);
    await page.getByLabel('Выбрать изображение', { exact: true }).setInputFiles(file);
    const start = await page.getByRole('button', { name: 'Обработать', exact: true }).boundingBox();
    expect(start && start.x + start.width).toBeLessThanOrEqual(360);
    await openHydrated(page, `${site.url}/cleanup-pictures`);
    await enlarge();
    await choose.setInputFiles(file);
    const hint = page.getByText('Paint over what should go', { exact: true });
    expect(await hint.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    await page.close();
  });

  it('has room on a phone', async () => {
    const largeText = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
    try {
      const page = await largeText.newPage({ viewport: { width: 360, height: 740 } });
      for (const path of [
        '/de/photo-restoration',
        '/ru/photo-restoration',
        '/fr',
        '/de/blog/what-blur-is',
        '/de/privacy',
      ]) {
        await page.goto(site.url + path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
      }
      await page.setViewportSize({ width: 320, height: 740 });
      for (const path of [
        '/ru/privacy',
        '/it/blog/what-blur-is',
        '/id/blog/scanning-prints',
        '/fr/blog/series/tools',
      ]) {
        await page.goto(site.url + path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
      }
    } finally {
      await largeText.close();
    }
  });

  it.each([
    '/image-background-remover',
    '/remove-background-from-logo',
    '/de/photo-restoration',
    '/blog/photo-metadata',
    '/it',
  ])('breaks no word of the title on a phone: %s', async (path) => {
    const largeText = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
    try {
      const page = await largeText.newPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await page.goto(site.url + path);
      const broken = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
        const text = heading.firstChild as Text;
        return [...text.data.matchAll(/\S+/g)]
          .filter(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
          })
          .map(([word]) => word);
      });
      expect(broken).toEqual([]);
    } finally {
      await largeText.close();
    }
  });

  it.each([
    [360, '/photo-to-sketch'],
    [360, '/ru/photo-restoration'],
    [1440, '/hd-picture-converter'],
  ])('covers nothing of the drop zone at %d px: %s', async (width, path) => {
    const largeText = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
    try {
      const page = await largeText.newPage({ viewport: { width, height: 740 } });
      await page.goto(site.url + path);
      const zone = await page
        .locator('main section')
        .first()
        .evaluate((frame) => {
          const rows = [
            [...frame.querySelectorAll('button:not([data-samples] *)')],
            [...(frame.querySelectorAll('label span') ?? [])],
            [...frame.querySelectorAll('[data-samples] > *')],
          ].map((row) => row.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()));
          const room = frame.querySelector('label')?.parentElement?.getBoundingClientRect() ?? new DOMRect();
          const [inputs = [], words = [], samples = []] = rows;
          return {
            above: Math.min(...words.map(({ top }) => top)) - Math.max(...inputs.map(({ bottom }) => bottom)),
            below: Math.min(...samples.map(({ top }) => top)) - Math.max(...words.map(({ bottom }) => bottom)),
            beside: Math.min(
              ...[...inputs, ...samples].map(({ left, right }) => Math.min(left - room.left, room.right - right)),
            ),
            within: room.bottom - Math.max(...samples.map(({ bottom }) => bottom)),
          };
        });
      expect(Math.min(...Object.values(zone)), JSON.stringify(zone)).toBeGreaterThanOrEqual(0);
    } finally {
      await largeText.close();
    }
  });

  it('breaks no word of the list of tools or of the options on a phone, and cuts no name of a next tool', async () => {
    const largeText = await launchBrowser({ args: ['--blink-settings=defaultFontSize=32'] });
    try {
      const page = await largeText.newPage({ viewport: { width: 360, height: 740 } });
      /** Texts with a word that is wider than its room. */
      const broken = (selector: string) =>
        page.locator(selector).evaluateAll((all) =>
          (all as HTMLElement[])
            .filter((one) => {
              Object.assign(one.style, { overflowWrap: 'normal', hyphens: 'manual' });
              return one.scrollWidth > one.clientWidth;
            })
            .map((one) => one.textContent),
        );
      await page.goto(`${site.url}/`);
      expect(await broken('#tools article :is(h3, h4)')).toEqual([]);
      await openHydrated(page, `${site.url}/image-background-remover`);
      await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
      await page.getByRole('button', { name: 'Show options' }).click();
      expect(await broken('aside :is(h2, fieldset label > span)')).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await openHydrated(page, `${site.url}/image-sharpener`);
      await page.getByLabel('Choose image', { exact: true }).setInputFiles(file);
      await page.locator('[data-phase=ready]').waitFor();
      await page.getByRole('button', { name: 'Generate', exact: true }).click();
      const names = page.getByRole('group', { name: 'Continue with' }).locator('button > span');
      await names.first().waitFor();
      const cut = await names.evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().top < (one.parentElement?.getBoundingClientRect().top ?? 0))
          .map((one) => one.textContent),
      );
      expect(cut).toEqual([]);
    } finally {
      await largeText.close();
    }
  });
});
