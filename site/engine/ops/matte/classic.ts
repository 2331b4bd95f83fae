import type { Pixels, Plane } from '../../types.ts';
import { toOklab } from '../color/oklab.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { mapTo } from '../map-to.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';
import { borderLabels, invertMask, labelComponents, threshold } from './components.ts';

/** Longer side at which the picture is analysed. */
const WORK_SIDE_PX = 320;

/** Key of pixels without opacity, beside those of colours. */
const CLEAR_KEY = -1;

/** Bin width of the border's histogram, on each OKLab axis. */
const HISTOGRAM_STEP = 0.05;

/**
 * Estimates a coarse matte (0..1, the picture's size) without a network: the rarity of each colour along the border,
 * smoothed; regions connected to the border are background. Works for subjects on a plain background. Clear pixels count
 * as one colour of their own, whatever a file keeps under them.
 */
export function classicMatte(picture: Pixels): Plane {
  const size = fitInside(picture, WORK_SIDE_PX);
  const small = resizePixels(picture, { ...size, kernel: 'area', linear: false });
  const keys = keysOf(small);
  const frame = Math.max(2, Math.round(Math.min(size.width, size.height) * 0.04));
  const common = new Map<number, number>();
  let maxCount = 1;
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const inside = x >= frame && y >= frame && x < size.width - frame && y < size.height - frame;
      if (inside) continue;
      const key = keys[y * size.width + x]!;
      const count = (common.get(key) ?? 0) + 1;
      common.set(key, count);
      maxCount = Math.max(maxCount, count);
    }
  const rarity = mapTo(Float32Array, keys, (key) => 1 - Math.min(1, (10 * (common.get(key) ?? 0)) / maxCount));
  const smooth = gaussianBlur({ ...size, data: rarity }, 2);
  const background = labelComponents(invertMask(threshold(smooth, 0.5)));
  const outside = borderLabels(background);
  const data = mapTo(Float32Array, smooth.data, (value, i) =>
    outside.has(background.labels[i]!) ? value * 0.4 : Math.max(value, 0.9),
  );
  return resizePlane(gaussianBlur({ ...size, data }, 1), picture, 'linear');
}

function keysOf({ data }: Pixels): Int32Array {
  return Int32Array.from({ length: data.length / 4 }, (_, i) => {
    if (data[4 * i + 3] === 0) return CLEAR_KEY;
    const lab = toOklab([data[4 * i]! / 255, data[4 * i + 1]! / 255, data[4 * i + 2]! / 255]);
    return lab.reduce((key, value) => key * 64 + Math.round((value + 0.5) / HISTOGRAM_STEP), 0);
  });
}
