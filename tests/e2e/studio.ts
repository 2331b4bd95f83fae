import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Pixels } from '../../site/engine/types.ts';
import { contentOf, pixelsIn } from './pictures.ts';

/** Drives the workspace of a tool page. */
export class Studio {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }
  get canvas() {
    return this.page.getByRole('group', { name: 'Mask on the picture; white parts will be changed', exact: true });
  }
  async savedMask(): Promise<Pixels> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.button('Save mask').click()]);
    return pixelsIn(this.page, await contentOf(file));
  }
  /** Coordinates of all masked pixels. */
  async maskedPixels(): Promise<readonly (readonly [number, number])[]> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.button('Save mask').click()]);
    const content = Buffer.from(await contentOf(file)).toString('base64');
    return this.page.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      const found: [number, number][] = [];
      for (let i = 0; i < data.length / 4; i++)
        if (data[4 * i] === 255) found.push([i % bitmap.width, Math.floor(i / bitmap.width)]);
      return found;
    }, content);
  }
  /** Bounding box of the picture on the page. */
  async pictureBox() {
    return this.page.evaluate(() => {
      const { left, top, width, height } =
        document.querySelector('[role=group] img')?.getBoundingClientRect() ?? new DOMRect();
      return { left, top, width, height };
    });
  }
  /** Zooms by the wheel until a pixel of the picture is `scale` CSS pixels wide, within 10 %. */
  async zoomTo(scale: number, width: number): Promise<void> {
    const canvas = (await this.canvas.boundingBox())!;
    await this.page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
    await this.page.keyboard.down('Control');
    for (;;) {
      const now = (await this.pictureBox()).width;
      const rest = Math.log((scale * width) / now);
      if (Math.abs(rest) < 0.1) break;
      // The effect of a wheel step depends on the pixel density.
      await this.page.mouse.wheel(0, -rest * 100);
      await expect.poll(async () => (await this.pictureBox()).width).not.toBe(now);
      await this.waitUntilStill();
    }
    await this.page.keyboard.up('Control');
  }
  /** Waits until the picture has not moved for three frames: wheel events are applied asynchronously. */
  private async waitUntilStill(): Promise<void> {
    await this.page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const boxOfPicture = () => JSON.stringify(document.querySelector('[role=group] img')?.getBoundingClientRect());
      for (let still = 0, last = boxOfPicture(); still < 3; last = boxOfPicture()) {
        await frame();
        still = boxOfPicture() === last ? still + 1 : 0;
      }
    });
  }
  async thinBrush(): Promise<void> {
    await this.button('Brush').click();
    await this.page.getByLabel('Brush size').fill('0');
  }
  coverageText(text: string) {
    return this.page.getByText(`${text} of the picture marked`, { exact: true });
  }
}
