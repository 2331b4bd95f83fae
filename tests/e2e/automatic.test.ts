import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('a tool that starts by itself', () => {
  const disc = paintedBy({ width: 72, height: 54 }, (x, y) =>
    Math.hypot(x - 36, y - 27) < 16 ? [150 - x, 60 + y / 2, 50] : [225, 215 - y / 3, 190],
  );
  const site = visitSite();
  let page: Page;
  const problems: string[] = [];
  beforeEach(async () => {
    problems.length = 0;
    page = await site.browser.newPage({ reducedMotion: 'reduce' });
    page.on('pageerror', (error) => problems.push(String(error)));
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  const open = async () => {
    await page.addInitScript(() => {
      const counters = window as unknown as { runs: number };
      counters.runs = 0;
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
        const text = JSON.stringify(message, (_, value) => (ArrayBuffer.isView(value) ? null : value)) ?? '';
        if (text.includes('"kind":"run"') && text.includes('"encode"')) counters.runs += 1;
        return postMessage.call(this, message, ...rest);
      } as typeof postMessage;
    });
    await openHydrated(page, `${site.url}/hd-picture-converter`);
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await pngFile('disc.png', disc));
  };
  const generate = () => page.getByRole('button', { name: 'Generate', exact: true }).click();
  const result = () => page.getByRole('link', { name: 'Download', exact: true }).getAttribute('href');
  const untilOther = (before: string | null) =>
    page.waitForFunction((earlier) => {
      const now = document.querySelector('a[download]')?.getAttribute('href');
      return now !== undefined && now !== earlier;
    }, before);
  const runs = () => page.evaluate(() => (window as unknown as { runs: number }).runs);
  const setGrain = (percent: string) => page.getByLabel('Grain', { exact: true }).fill(percent);

  it('runs once when “Generate” is pressed with the same options, and again with others', async () => {
    await open();
    // Before, during or just after the run: whichever it is, the run is joined.
    await generate();
    const first = await result();
    expect(await runs()).toBe(1);
    await setGrain('90');
    await generate();
    await untilOther(first);
    expect(await runs()).toBe(2);
  });

  it('applies options that change, and those of a slider that is dragged once', async () => {
    await open();
    const first = await result();
    for (const percent of ['60', '70', '80', '90']) await setGrain(percent);
    await untilOther(first);
    expect(await runs()).toBe(2);
  });

  it('leaves both to “Generate” where the visitor has turned that off', async () => {
    await remember(page, { 'safelight-automatic': false });
    await open();
    await generate();
    const first = await result();
    await setGrain('90');
    // Longer than the pause before options are applied.
    await page.waitForTimeout(1500);
    expect(await runs()).toBe(1);
    await generate();
    await untilOther(first);
    expect(await runs()).toBe(2);
  });
});
