import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { openHydrated, remember } from './pages.ts';
import { paintedBy, pngFile } from './pictures.ts';
import { visitSite } from './visited-site.ts';

describe('a tool without a pointer', () => {
  const site = visitSite();
  let page: Page;
  afterEach(() => page?.close());

  const open = async (tool: string) => {
    page = await site.browser.newPage({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
    await openHydrated(page, `${site.url}/${tool}`);
  };
  const file = () =>
    pngFile(
      'steps.png',
      paintedBy({ width: 240, height: 160 }, (x, y) => [x, y, 128]),
    );
  /** Role, name and description of the focused element, as assistive technology gets them. */
  const focused = async () => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const node = nodes.findLast(({ properties }) =>
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
    await session.detach();
    return {
      role: node?.role?.value,
      name: node?.name?.value,
      description: node?.description?.value as string | undefined,
    };
  };

  it('is reached by Tab: Choose image first, then the other ways to open a picture, then the samples', async () => {
    await open('photo-to-sketch');
    await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.tabIndex = -1;
      heading.focus();
    });
    const names: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('Tab');
      names.push((await focused()).name);
    }
    expect(names.slice(0, 4)).toEqual(['Choose image', 'Paste', 'From a web address', 'From a folder']);
    expect(names[4]).toMatch(/^Open the sample: /);
  });

  it('moves the focus to the canvas, which says what it shows, and to Download when the result is ready', async () => {
    await open('photo-to-sketch');
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await file());
    await page.locator('[data-phase="result"]').waitFor({ timeout: 100_000 });
    await expect.poll(focused).toMatchObject({ role: 'link', name: 'Download' });
    const canvas = page.getByRole('group', { name: 'Picture', exact: true });
    await canvas.focus();
    expect((await focused()).description).toBe('steps.png is open, 240 × 160 pixels. The result is ready.');
  });

  it('keeps the focus on the canvas of a tool with a mask, and says how much is marked', async () => {
    await open('cleanup-pictures');
    await remember(page, { 'safelight-each-stroke': false });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await file());
    await page.locator('[data-phase="ready"]').waitFor();
    await expect.poll(focused).toMatchObject({
      role: 'group',
      name: 'Mask on the picture; white parts will be changed',
      description: 'steps.png is open, 240 × 160 pixels. 0% of the picture marked',
    });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await focused()).description).not.toContain(' 0% of');
  });

  it('keeps the focus in the tool when a picture is turned, or removed from a batch', async () => {
    await open('image-sharpener');
    const [steps, other] = [await file(), { ...(await file()), name: 'other.png' }];
    await page.getByLabel('Choose image', { exact: true }).setInputFiles([steps, other]);
    await page.locator('[data-phase="ready"]').first().waitFor();
    await press('Crop and turn');
    await press('Turn left');
    await press('Apply');
    await expect.poll(focused).toMatchObject({ role: 'button', name: 'Crop and turn' });
    await press('Remove steps.png');
    await expect.poll(focused).toMatchObject({ role: 'group', name: 'Picture' });
  });

  it('moves the focus on from Cancel alone when the work on a picture of a batch that is not shown ends', async () => {
    await open('image-sharpener');
    const large = await pngFile(
      'large.png',
      paintedBy({ width: 3000, height: 2000 }, (x, y) => [x, y, 128]),
    );
    const picture = await file();
    await page
      .getByLabel('Choose image', { exact: true })
      .setInputFiles([large, picture, { ...large, name: 'last.png' }]);
    await page.getByRole('listitem').filter({ hasText: 'last.png' }).getByRole('button').first().press('Enter');
    await page.locator('[data-phase="ready"]').first().waitFor();
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    const ended = () => cancel.waitFor({ state: 'detached' });
    await press('Generate');
    await press('Cancel');
    await ended();
    await expect.poll(focused).toMatchObject({ role: 'button', name: 'Generate' });
    await press('Generate');
    await cancel.waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
    await ended();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

  it('keeps the focus on a button that has nothing left to do', async () => {
    await open('cleanup-pictures');
    await remember(page, { 'safelight-each-stroke': false });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await file());
    await page.locator('[data-phase="ready"]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('0% of the picture marked', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Fill method', { exact: true }).selectOption('telea');
    for (const name of ['Reset options', 'Clear mask', 'Undo', 'Redo']) {
      const button = page.getByRole('button', { name, exact: true });
      for (let presses = 0; await button.isEnabled(); presses++) {
        expect(presses, name).toBeLessThan(9);
        await button.press('Enter');
        await page.waitForTimeout(100);
      }
      // Pressed once more, it does nothing.
      await page.keyboard.press('Enter');
      expect(await focused(), name).toMatchObject({ role: 'button', name });
    }
  });

  it('keeps the focus on the choice between original and result, and both as they were set', async () => {
    await open('image-sharpener');
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await file());
    await page.locator('[data-phase="ready"]').waitFor();
    await press('Generate');
    await page.locator('[data-phase="result"]').waitFor();
    await press('Crop and turn');
    const sheet = page.getByRole('dialog', { name: 'Crop and turn' });
    await sheet.getByLabel('Straighten').fill('9');
    await sheet.getByRole('radio', { name: 'Result' }).press('ArrowLeft');
    await expect.poll(focused).toMatchObject({ role: 'radio', name: 'Original' });
    expect(await sheet.getByLabel('Straighten').inputValue()).toBe('0');
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toMatchObject({ role: 'radio', name: 'Result' });
    expect(await sheet.getByLabel('Straighten').inputValue()).toBe('9');
  });

  it('keeps the focus on Try again for another filling, and in a sheet whose row is removed', async () => {
    await open('cleanup-pictures');
    await remember(page, { 'safelight-each-stroke': false });
    await page.getByLabel('Choose image', { exact: true }).setInputFiles(await file());
    await page.locator('[data-phase="ready"]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await press('Generate');
    await page.locator('[data-phase="result"]').waitFor();
    await press('Try again');
    expect(await focused()).toMatchObject({ role: 'button', name: 'Try again' });
    await page.locator('[data-phase="result"]').waitFor();
    expect(await focused()).toMatchObject({ role: 'button', name: 'Try again' });
    await press('Stored models');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).first().press('Enter');
    await expect.poll(focused).toMatchObject({ role: 'button', name: 'Close' });
  });

  it('moves the focus to the picture when a button goes with its error, and to the drop zone with its picture', async () => {
    await open('image-sharpener');
    const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    const choose = page.getByLabel('Choose image', { exact: true });
    await choose.setInputFiles([await file(), broken]);
    const thumbnail = page.getByRole('listitem').filter({ hasText: 'broken.png' });
    await thumbnail.getByRole('button').first().press('Enter');
    // The next picture is shown in place of one that cannot be read, until that is chosen again.
    await page.locator('li[data-phase="error"]').waitFor();
    await thumbnail.getByRole('button').first().press('Enter');
    await page.getByRole('alert').getByRole('button', { name: 'Remove broken.png' }).press('Enter');
    await expect.poll(focused).toMatchObject({ role: 'group', name: 'Picture' });
    await press('Another picture');
    await expect.poll(focused).toMatchObject({ role: 'button', name: 'Choose image' });
  });
});
