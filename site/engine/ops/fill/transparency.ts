import type { Mask, Pixels } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';
import { replaceHiddenColours } from '../hidden-colours.ts';
import { mapTo } from '../map-to.ts';
import { membrane } from './membrane.ts';
import { eachPixelOf, type HoleRegion } from './regions.ts';

/** Opacity (0..255) of half: pixels from here on are part of a cut-out's figure, those below are clear. */
const HALF = 128;

/**
 * The crop with its figure opaque, and the colours of the nearest pixels of the figure under all others, as a filling continues
 * the figure up to its outline. An alpha of 0 keeps patches from being copied from beyond it.
 */
export function flattenForFill(crop: Pixels, hole: Mask): Pixels {
  const data = crop.data.slice();
  for (let i = 0; i < hole.data.length; i++) data[4 * i + 3] = hole.data[i] === 0 && data[4 * i + 3]! >= HALF ? 255 : 0;
  const flat = replaceHiddenColours({ ...crop, data });
  for (let i = 0; i < hole.data.length; i++) if (hole.data[i] !== 0) flat.data[4 * i + 3] = 255;
  return flat;
}

/**
 * The opacity (0..255) of a cut-out's figure in a hole, from the distance to its outline: outside of the hole it is known, below 0
 * beyond the outline, and the membrane through it continues it. A straight outline stays straight, as its distance is linear; and
 * no part of the figure is cut off from the rim, as a membrane has its extremes there.
 */
export function opacityIn(crop: Pixels, hole: Mask): Uint8Array {
  const isOf = (figure: boolean) => (i: number) => hole.data[i] === 0 && crop.data[4 * i + 3]! >= HALF === figure;
  const toClear = distanceTo(crop, isOf(false)).data;
  const toFigure = distanceTo(crop, isOf(true)).data;
  const known = mapTo(Uint8Array, hole.data, (value) => (value === 0 ? 1 : 0));
  // From the centre of a pixel: the outline is half a pixel before the next one. Where there is none, it is far away.
  const toOutline = (to: number) => Math.min(to, crop.width + crop.height) - 0.5;
  const distance = mapTo(Float32Array, toClear, (to, i) => (to > 0 ? toOutline(to) : -toOutline(toFigure[i]!)));
  const continued = membrane({ ...crop, data: distance }, known).data;
  return mapTo(Uint8Array, continued, (to) => Math.round(255 * Math.min(1, Math.max(0, to + 0.5))));
}

/**
 * A hole is a whole figure of a cut-out if it is deeper than a fraction of the picture's longer side, and if a fraction of
 * its rim borders on transparent pixels.
 */
const FIGURE = { minDepthFraction: 0.035, minTransparentRim: 0.25 } as const;

/**
 * Whether a hole covers a whole figure of a cut-out. Nothing is known about what was behind it, and patches would copy limbs of
 * neighbouring figures, so such a hole becomes transparent.
 */
export function isFigure({ width, height, data }: Pixels, mask: Mask, region: HoleRegion): boolean {
  let [rim, clear] = [0, 0];
  eachPixelOf(region, (x, y) => {
    const i = y * width + x;
    if (mask.data[i] === 0) return;
    const [left, right] = [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i];
    const [above, below] = [y > 0 ? i - width : i, y < height - 1 ? i + width : i];
    for (const next of [left, right, above, below]) {
      if (mask.data[next] !== 0) continue;
      rim++;
      if (data[4 * next + 3]! < HALF) clear++;
    }
  });
  const isDeep = region.depth >= FIGURE.minDepthFraction * Math.max(width, height);
  return isDeep && clear > 0 && clear >= FIGURE.minTransparentRim * rim;
}

/** Gives the hole this opacity; clear pixels lose their colours: files keep those of transparent pixels. */
export function withOpacity({ width, height, data: old }: Pixels, hole: Mask, opacity: Uint8Array | null): Pixels {
  const data = old.slice();
  for (let i = 0; i < hole.data.length; i++) {
    if (hole.data[i] === 0) continue;
    const alpha = opacity?.[i] ?? 0;
    if (alpha === 0) data.fill(0, 4 * i, 4 * i + 4);
    else data[4 * i + 3] = alpha;
  }
  return { width, height, data };
}
