import type { Pixels, Planes } from '../../types.ts';
import { inBands, rowsOf } from '../bands.ts';
import { blockNoise } from '../deblur/blocks.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { guidedFilter } from '../filter/guided.ts';
import { lumaPlane, mix, rgbPlanes } from '../planes.ts';
import { resizePlane, resizePlanes } from '../resize/resize.ts';
import { type BackProjectOptions, backProject } from './back-project.ts';

export type FinishOptions = {
  /** Share of plain resampling in the result, 0..1; 0.4 measured best for photos. */
  readonly blend: number;
  /** Share of the original's fine grain that is laid over the result, 0..1. */
  readonly grain: number;
  /** Give the result the tones of the original. */
  readonly project: boolean;
};

const BAND = { rows: 128, margin: 12 } as const;

/**
 * What measured best for a network's enlargement (kodak pictures halved, then JPEG): of a clean picture the tones are
 * put back to the full; of one with JPEG blocks only their smooth part, else the blocks would come back.
 */
const CLEAN: BackProjectOptions = { rounds: 3, step: 1, sigma: 0 };
const DAMAGED: BackProjectOptions = { rounds: 2, step: 0.5, sigma: 0.7 };

/** Variance of JPEG's error above which a picture counts as damaged. */
const BLOCKS = 1e-6;

/**
 * Finishes a network's enlargement `large` (a whole multiple of `small`): back-projection, then a share of the plain
 * enlargement, then grain. In bands; each `yield` is a share done.
 */
export function* finishEnlarged(large: Pixels, small: Pixels, options: FinishOptions): Generator<number, Pixels> {
  const damaged = blockNoise(lumaPlane(rgbPlanes(middleOf(small)))) > BLOCKS;
  return yield* inBands([small, large], BAND, ([source, enlarged]) => {
    const original = rgbPlanes(source);
    const found = rgbPlanes(enlarged);
    const toned = options.project ? backProject(found, original, damaged ? DAMAGED : CLEAN) : found;
    return blended(toned, original, options);
  });
}

function blended(enlarged: Planes, source: Planes, { blend, grain }: FinishOptions): Planes {
  const mixed = blend > 0 ? mix(enlarged, resizePlanes(source, enlarged, 'lanczos'), blend) : enlarged;
  if (grain <= 0) return mixed;
  const luma = lumaPlane(source);
  const base = guidedFilter(luma, gaussianBlur(luma, 1), { radius: 3, epsilon: 4e-3 });
  const rest = { ...luma, data: luma.data.map((value, i) => value - base.data[i]!) };
  const fine = resizePlane(rest, enlarged, 'cubic').data;
  return { ...mixed, planes: mixed.planes.map((plane) => plane.map((value, i) => value + grain * fine[i]!)) };
}

/** The middle of a tall picture is enough to tell whether it has blocks. */
function middleOf(picture: Pixels): Pixels {
  const rows = Math.min(picture.height, Math.ceil(1_000_000 / picture.width));
  const from = (picture.height - rows) >> 1;
  return rowsOf(picture, from, from + rows);
}
