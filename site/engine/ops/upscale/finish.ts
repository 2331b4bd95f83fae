import type { Pixels, Planes } from '../../types.ts';
import { blockNoise } from '../deblur/blocks.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilter } from '../filter/guided.ts';
import { lumaPlane, mix, rgbPlanes } from '../planes.ts';
import { resizePlane, resizePlanes } from '../resize/resize.ts';
import { type BackProjectOptions, backProject } from './back-project.ts';

export type FinishOptions = {
  /** Share of plain resampling in the result, 0..1; 0.4 measured best. */
  readonly blend: number;
  /** Share of the original's fine grain that is laid over the result, 0..1. */
  readonly grain: number;
};

/** Rows of the small picture in one band, and rows around it that are seen but not written. */
const BAND = { rows: 128, margin: 8 } as const;

/**
 * What measured best for a network's enlargement (kodak pictures halved, then JPEG): of a clean picture the tones are
 * put back to the full; of one with JPEG blocks only their smooth part, else the blocks would come back.
 */
const CLEAN: BackProjectOptions = { rounds: 3, step: 1, sigma: 0 };
const DAMAGED: BackProjectOptions = { rounds: 2, step: 0.5, sigma: 0.7 };

/** Variance of JPEG's error above which a picture counts as damaged; about quality 92. */
const BLOCKS = 2e-6;

/**
 * Finishes a network's enlargement `large` (a whole multiple of `small`): back-projection, then a share of the plain
 * enlargement, then grain. Works in bands, so that memory does not grow with the picture; a `yield` for each, 0..1.
 */
export function* finishEnlarged(large: Pixels, small: Pixels, options: FinishOptions): Generator<number, Pixels> {
  const data = new Uint8ClampedArray(large.data);
  const scale = large.height / small.height;
  const project = blockNoise(lumaPlane(rgbPlanes(centreOf(small)))) > BLOCKS ? DAMAGED : CLEAN;
  for (let top = 0; top < small.height; top += BAND.rows) {
    const bottom = Math.min(small.height, top + BAND.rows);
    const from = Math.max(0, top - BAND.margin);
    const to = Math.min(small.height, bottom + BAND.margin);
    const source = rgbPlanes(rowsOf(small, from, to));
    const enlarged = rgbPlanes(rowsOf(large, from * scale, to * scale));
    const band = finishBand(backProject(enlarged, source, project), source, options);
    write(data, band, {
      width: large.width,
      first: (top - from) * scale,
      row: top * scale,
      rows: (bottom - top) * scale,
    });
    yield bottom / small.height;
  }
  return { width: large.width, height: large.height, data };
}

function finishBand(enlarged: Planes, source: Planes, { blend, grain }: FinishOptions): Planes {
  const plain = blend > 0 ? resizePlanes(source, enlarged, 'lanczos') : enlarged;
  const mixed = blend > 0 ? mix(enlarged, plain, blend) : enlarged;
  if (grain <= 0) return mixed;
  const luma = lumaPlane(source);
  const base = guidedFilter(luma, gaussianBlur(luma, 1), { radius: 3, epsilon: 4e-3 });
  const fine = resizePlane({ ...luma, data: luma.data.map((value, i) => value - base.data[i]!) }, enlarged, 'cubic');
  return {
    ...mixed,
    planes: mixed.planes.map((plane) => plane.map((value, i) => value + grain * fine.data[i]!)),
  };
}

const rowsOf = ({ width, data }: Pixels, from: number, to: number): Pixels => ({
  width,
  height: to - from,
  data: data.subarray(from * width * 4, to * width * 4),
});

/** The middle of a tall picture is enough to tell whether it has blocks. */
function centreOf(picture: Pixels): Pixels {
  const rows = Math.min(picture.height, Math.ceil(1_000_000 / picture.width));
  const from = (picture.height - rows) >> 1;
  return rowsOf(picture, from, from + rows);
}

type Place = { readonly width: number; readonly first: number; readonly row: number; readonly rows: number };

function write(data: Uint8ClampedArray, { planes }: Planes, { width, first, row, rows }: Place): void {
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array];
  for (let i = first * width, at = row * width * 4; i < (first + rows) * width; i++, at += 4) {
    data[at] = red[i]! * 255;
    data[at + 1] = green[i]! * 255;
    data[at + 2] = blue[i]! * 255;
  }
}
