import type { Page } from 'playwright';
import type { PictureFile } from './pictures.ts';

type Shape = {
  readonly width: number;
  readonly height: number;
  readonly type: 'image/jpeg' | 'image/png';
  readonly face?: boolean;
};

/** A face as what is filled with a colour, 160 wide and 208 high: hair, skin, brows, whites and pupils of the eyes, nose, mouth. */
const FACE = [
  ['#3a2618', 'M80 0a80 104 0 0 1 0 208a80 104 0 0 1 0-208'],
  ['#d8a080', 'M80 38a62 84 0 0 1 0 168a62 84 0 0 1 0-168'],
  [
    '#3a2618',
    'M18 94Q30 40 80 42Q132 40 142 94Q120 62 80 64Q44 62 18 94M38 100q14-8 29 0v5q-15-8-29 0M93 100q14-8 29 0v5q-14-8-29 0',
  ],
  ['#f6f0ea', 'M40 114a13 7 0 0 1 26 0a13 7 0 0 1-26 0M94 114a13 7 0 0 1 26 0a13 7 0 0 1-26 0'],
  ['#2c1c12', 'M46 114a7 7 0 0 1 14 0a7 7 0 0 1-14 0M100 114a7 7 0 0 1 14 0a7 7 0 0 1-14 0'],
  ['#8c573e', 'M74 119q-4 22-9 32q14 12 29 0q-12 5-24-1q7-14 8-31'],
  ['#a8473f', 'M54 174q14-7 26-3q12-4 26 3q-26 18-52 0'],
] as const;

/** Sand with a red and a blue ball, a word, and between the balls a face if one is wanted, as the browser draws them. */
export async function sceneFile(page: Page, { width, height, type, face = false }: Shape): Promise<PictureFile> {
  const bytes = await page.evaluate(
    async ([w, h, kind, shapes]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.fillStyle = '#d8c8a0';
      context.fillRect(0, 0, w, h);
      for (let i = 0; i < 900; i++) {
        context.fillStyle = i % 2 ? '#cdbb90' : '#e2d4b2';
        context.fillRect((i * 7919) % w, (i * 6007) % h, 3, 2);
      }
      for (const [x, colour] of [
        [0.25, '#c02020'],
        [0.72, '#2040b0'],
      ] as const) {
        context.fillStyle = colour;
        context.beginPath();
        context.arc(x * w, 0.36 * h, 0.16 * h, 0, 7);
        context.fill();
      }
      context.fillStyle = '#181818';
      context.font = `700 ${Math.round(h / 6)}px Arial, sans-serif`;
      context.fillText('SALE TODAY', 0.14 * w, 0.86 * h);
      context.setTransform(h / 430, 0, 0, h / 430, 0.485 * w - (80 * h) / 430, 0.1 * h);
      for (const [colour, outline] of shapes) {
        context.fillStyle = colour;
        context.fill(new Path2D(outline));
      }
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: kind, quality: 0.95 })).arrayBuffer())];
    },
    [width, height, type, face ? FACE : []] as const,
  );
  return { name: type === 'image/png' ? 'scene.png' : 'scene.jpg', mimeType: type, buffer: Buffer.from(bytes) };
}
