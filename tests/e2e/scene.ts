import type { Page } from 'playwright';
import type { PictureFile } from './pictures.ts';

type Shape = {
  readonly width: number;
  readonly height: number;
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly person?: boolean;
};

/** A person seen from behind as coloured paths, 160 × 412: trousers, shoes, hands, jacket, seams, neck, ears, hair, strands. */
const PERSON = [
  ['#27303f', 'M50 200h60l6 200h-26l-9-150h-3l-9 150h-26z'],
  ['#1b1512', 'M42 398h30v14h-36q0-10 6-14M88 398h30q6 4 6 14h-36z'],
  ['#c98f6e', 'M18 190h14l2 34q-8 10-16 0M128 190h14v34q-8 10-16 0'],
  ['#8a2f2a', 'M62 74q18 8 36 0q26 6 34 24l14 98h-22l-10-60l-2 74h-64l-2-74l-10 60h-22l14-98q8-18 34-24'],
  ['#742521', 'M78 78h4v130h-4zM46 130l4 60l-3 20h-4zM114 130l-4 60l3 20h4z'],
  ['#c98f6e', 'M68 56h24v20q-12 8-24 0z'],
  ['#c98f6e', 'M50 34q-6 2-3 12t6 8M110 34q6 2 3 12t-6 8'],
  ['#3a2618', 'M80 4q32 0 31 34q-2 26-15 28h-32q-13-2-15-28q-1-34 31-34'],
  ['#4b3322', 'M74 8q-18 6-20 32q6-20 20-32M90 9q12 6 16 26q-4-18-16-26M80 8q-6 20-2 50h3q-4-30-1-50'],
] as const;

/** Draws a scene in the page: sand with a red and a blue ball, a word, and optionally a person between the balls. */
export async function sceneFile(page: Page, { width, height, type, person = false }: Shape): Promise<PictureFile> {
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
      const scale = (0.6 * h) / 430;
      context.setTransform(scale, 0, 0, scale, 0.485 * w - 80 * scale, 0.06 * h);
      for (const [colour, outline] of shapes) {
        context.fillStyle = colour;
        context.fill(new Path2D(outline));
      }
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: kind, quality: 0.95 })).arrayBuffer())];
    },
    [width, height, type, person ? PERSON : []] as const,
  );
  const extension = type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length);
  return { name: `scene.${extension}`, mimeType: type, buffer: Buffer.from(bytes) };
}
