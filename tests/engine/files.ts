import type { PictureInfo } from '../../site/engine/types.ts';
import type { Laboratory } from './lab.ts';

export type Decoded = {
  readonly error: string | null;
  readonly info: PictureInfo | null;
  /** RGBA at positions in fractions of the size. */
  readonly colours: readonly (readonly number[])[];
};

const CORNERS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
] as const;

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Red, green, blue and white, as in `quarters`. */
export const [R, G, B, W] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const;

/** Colours without opacity, each channel rounded to 0 or 255. */
export const near = (colours: Decoded['colours']) =>
  colours.map((colour) => colour.slice(0, 3).map((v) => (v > 127 ? 255 : 0)));

/** Opens a file in the engine and samples some of its pixels. */
export function decode({ page }: Laboratory, bytes: Uint8Array): Promise<Decoded> {
  return page.evaluate(
    async ({ content, points }) => {
      const { engine, bytes: toBlob, job, step, run } = window.lab;
      const request = job(toBlob(content, ''), [step('same')]);
      const { source } = request.job;
      if (source.kind !== 'file') throw new Error('not a file');
      const opened = await engine.open(source, { signal: new AbortController().signal });
      if (!opened.ok) return { error: opened.error.code, info: null, colours: [] };
      const { outcome } = await run(request);
      const result = outcome.ok ? outcome.value.values.result : undefined;
      if (!result || !('data' in result)) return { error: 'no pixels', info: null, colours: [] };
      const { width, height, data } = result;
      const colours = points.map(([x, y]) => {
        const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
        return [...data.slice(at, at + 4)];
      });
      return { error: null, info: opened.value, colours };
    },
    { content: base64(bytes), points: CORNERS },
  );
}

/** A file of 60 × 40 pixels encoded by the browser: red, green, blue and white quarters. */
export async function quarters({ page }: Laboratory, type: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = await page.evaluate(
    async ({ width, height, mime }) => {
      const parts = [
        ['#f00', 0, 0, 0.5, 0.5],
        ['#0f0', 0.5, 0, 0.5, 0.5],
        ['#00f', 0, 0.5, 0.5, 0.5],
        ['#fff', 0.5, 0.5, 0.5, 0.5],
      ] as const;
      const blob = await window.lab.draw({ width, height, type: mime, quality: 1, parts });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    { width: 60, height: 40, mime: type },
  );
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
