import type { Pixels, Plane } from '../../types.ts';
import { toOklab } from '../color/oklab.ts';
import { gaussianBlur } from '../filter/gaussian.ts';
import { fitInside, resizePixels, resizePlane } from '../resize/resize.ts';
import { borderLabels, inverted, partsOf, threshold } from './components.ts';

/** Longer side at which the picture is looked at. */
const SIDE = 320;

/** Steps of each OKLab axis in the border's histogram. */
const STEP = 0.05;

/**
 * A coarse matte (0..1, the picture's size) without a network: how rare each colour is along the border, smoothed; what
 * reaches the border through common colours is background. Works for a subject before a plain ground.
 */
export function classicMatte(picture: Pixels): Plane {
  const size = fitInside(picture, SIDE);
  const small = resizePixels(picture, { ...size, kernel: 'area', linear: false });
  const keys = keysOf(small);
  const frame = Math.max(2, Math.round(Math.min(size.width, size.height) * 0.04));
  const common = new Map<number, number>();
  let most = 1;
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const inside = x >= frame && y >= frame && x < size.width - frame && y < size.height - frame;
      if (inside) continue;
      const key = keys[y * size.width + x]!;
      const count = (common.get(key) ?? 0) + 1;
      common.set(key, count);
      most = Math.max(most, count);
    }
  const rare = Float32Array.from(keys, (key) => 1 - Math.min(1, (10 * (common.get(key) ?? 0)) / most));
  const smooth = gaussianBlur({ ...size, data: rare }, 2);
  const ground = partsOf(inverted(threshold(smooth, 0.5)));
  const outside = borderLabels(ground);
  const data = Float32Array.from(smooth.data, (value, i) =>
    outside.has(ground.labels[i]!) ? value * 0.4 : Math.max(value, 0.9),
  );
  return resizePlane(gaussianBlur({ ...size, data }, 1), picture, 'linear');
}

function keysOf({ data }: Pixels): Int32Array {
  return Int32Array.from({ length: data.length / 4 }, (_, i) => {
    const lab = toOklab([data[4 * i]! / 255, data[4 * i + 1]! / 255, data[4 * i + 2]! / 255]);
    return lab.reduce((key, value) => key * 64 + Math.round((value + 0.5) / STEP), 0);
  });
}
