import type { Pixels, Planes } from '../types.ts';
import { replaceHiddenColours } from './hidden-colours.ts';
import { scaleProgress } from './progress.ts';

export type BandOptions = {
  /** Rows of the first picture in one band. */
  readonly rows: number;
  /** Rows above and below that the function may read. */
  readonly margin: number;
};

/** Rows `from` to `to` of a picture, sharing its memory. */
export const rowsOf = ({ width, data }: Pixels, from: number, to: number): Pixels => ({
  width,
  height: to - from,
  data: data.subarray(from * width * 4, to * width * 4),
});

/**
 * Processes pictures in bands of rows, so that floats of the whole picture never exist at once. Pictures may be integer
 * multiples of the first in size; `work` gets the same band of each and returns planes of the last one's size, whose alpha
 * is kept. The first picture has no hidden colours for `work` (`hidden-colours.ts`). Yields the fraction done after each band.
 */
export function* inBands<Pictures extends readonly [Pixels, ...Pixels[]]>(
  pictures: Pictures,
  { rows, margin }: BandOptions,
  work: (bands: Pictures) => Planes,
): Generator<number, Pixels> {
  const [first, ...others] = pictures;
  // The colours of the whole picture, so that they do not depend on where bands begin.
  const shown = [replaceHiddenColours(first), ...others];
  const last = pictures.at(-1) ?? first;
  const data = new Uint8ClampedArray(last.data);
  const scale = last.height / first.height;
  for (let top = 0; top < first.height; top += rows) {
    const bottom = Math.min(first.height, top + rows);
    const from = Math.max(0, top - margin);
    const to = Math.min(first.height, bottom + margin);
    const bands = shown.map((picture) => {
      const factor = picture.height / first.height;
      return rowsOf(picture, from * factor, to * factor);
    });
    const band = work(bands as unknown as Pictures);
    writeRows(data.subarray(top * scale * last.width * 4, bottom * scale * last.width * 4), band, (top - from) * scale);
    yield bottom / first.height;
  }
  return { width: last.width, height: last.height, data };
}

/** The same for one picture and work that takes long: `work` is a generator of its fraction done. */
export function* inLongBands(
  picture: Pixels,
  { rows, margin }: BandOptions,
  work: (band: Pixels) => Generator<number, Planes>,
): Generator<number, Pixels> {
  const { width, height } = picture;
  const shown = replaceHiddenColours(picture);
  const data = new Uint8ClampedArray(picture.data);
  const count = Math.max(1, Math.round(height / rows));
  for (let i = 0; i < count; i++) {
    const [top, bottom] = [Math.round((i * height) / count), Math.round(((i + 1) * height) / count)];
    const from = Math.max(0, top - margin);
    const band = rowsOf(shown, from, Math.min(height, bottom + margin));
    const planes = yield* scaleProgress(work(band), i / count, (i + 1) / count);
    writeRows(data.subarray(top * width * 4, bottom * width * 4), planes, top - from);
  }
  return { width, height, data };
}

/** Writes planes, from row `first`, into all rows of `data`. */
function writeRows(data: Uint8ClampedArray, { width, planes }: Planes, first: number): void {
  const [red, green, blue] = planes as readonly [Float32Array, Float32Array, Float32Array];
  for (let at = 0, i = first * width; at < data.length; at += 4, i++) {
    data[at] = red[i]! * 255;
    data[at + 1] = green[i]! * 255;
    data[at + 2] = blue[i]! * 255;
  }
}
