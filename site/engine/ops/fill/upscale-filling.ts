import type { Mask, Pixels } from '../../types.ts';
import { resizePixels } from '../resize/resize.ts';
import type { Synthesis } from './patches/synthesise.ts';

type Large = {
  /** The crop at its own size. */
  readonly crop: Pixels;
  readonly hole: Mask;
  /** The crop at the size of the filling, before it was filled. */
  readonly small: Pixels;
};

/** Rows between two yields. */
const ROWS_PER_YIELD = 16;

/**
 * Upscales a filling of a reduced crop to the crop's size. Pixels with a known origin are copied from the same position at
 * full size, plus the change that the filling made to them, so that detail is the picture's own (shift maps: Pritch et al.
 * 2009); other pixels are interpolated.
 */
export function* upscaleFilling(
  filling: Pixels | Synthesis,
  { crop, hole, small }: Large,
): Generator<number, Pixels | Synthesis> {
  const { width, height } = crop;
  const out = resizePixels(filling, { width, height, kernel: 'cubic', linear: false });
  if (!('origin' in filling)) return out;
  const { origin, width: columns } = filling;
  const origins = new Int32Array(hole.data.length).fill(-1);
  const [across, down] = [width / filling.width, height / filling.height];
  for (let y = 0; y < height; y++) {
    const v = Math.min(filling.height - 1, Math.floor((y + 0.5) / down));
    for (let x = 0; x < width; x++) {
      if (hole.data[y * width + x] === 0) continue;
      const at = v * columns + Math.min(columns - 1, Math.floor((x + 0.5) / across));
      const from = origin[at]!;
      if (from < 0) continue;
      const u = x + Math.round(((from % columns) - (at % columns)) * across);
      const source = (y + Math.round((Math.floor(from / columns) - v) * down)) * width + u;
      if (u < 0 || u >= width || source < 0 || source >= hole.data.length || hole.data[source] !== 0) continue;
      origins[y * width + x] = source;
      for (let c = 0; c < 3; c++)
        out.data[4 * (y * width + x) + c] =
          crop.data[4 * source + c]! + filling.data[4 * at + c]! - small.data[4 * from + c]!;
    }
    if (y % ROWS_PER_YIELD === 0) yield y / height;
  }
  return { ...out, origin: origins };
}
