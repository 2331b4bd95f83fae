import type { Mask, Pixels } from '../../types.ts';
import { distanceTo } from '../filter/distance.ts';
import { replaceHiddenColours } from '../hidden-colours.ts';
import { mapTo } from '../map-to.ts';
import { membrane } from './membrane.ts';
import { eachPixelOf, type HoleRegion } from './regions.ts';

/** Opacity (0..255) of half: pixels from here on are part of a cut-out's figure, those below are clear. */
const HALF = 128;

/** The opacity of a filled hole. */
export type HoleOpacity = {
  /** 0..255, of all pixels of the crop. */
  readonly alpha: Uint8Array;
  /** Whether a part of the figure is in the hole. */
  readonly hasFigure: boolean;
};

/**
 * The crop, opaque, with the colours of the nearest pixels of the figure under all others, as a filling continues the figure up
 * to its outline; where there is none in the hole, of the nearest visible pixels. An alpha of 0 keeps patches from being copied
 * from beyond it.
 */
export function flattenForFill(crop: Pixels, hole: Mask, { hasFigure }: HoleOpacity): Pixels {
  const data = crop.data.slice();
  const min = hasFigure ? HALF : 1;
  for (let i = 0; i < hole.data.length; i++) data[4 * i + 3] = hole.data[i] === 0 && data[4 * i + 3]! >= min ? 255 : 0;
  const flat = replaceHiddenColours({ ...crop, data });
  for (let i = 0; i < hole.data.length; i++) if (hole.data[i] !== 0) flat.data[4 * i + 3] = 255;
  return flat;
}

/**
 * Continues a cut-out's outline through a hole, and the opacities on both of its sides. The distance to the outline is known
 * outside of the hole, below 0 beyond the outline; inside, it is the membrane through it. A straight outline stays straight, as
 * its distance is linear; and no part of the figure is cut off from the rim, as a membrane has its extremes there.
 */
export function opacityIn(crop: Pixels, hole: Mask): HoleOpacity {
  const alpha = mapTo(Float32Array, hole.data, (_, i) => crop.data[4 * i + 3]!);
  const side = (figure: boolean) =>
    mapTo(Uint8Array, hole.data, (value, i) => (value === 0 && alpha[i]! >= HALF === figure ? 1 : 0));
  const [clear, figure] = [side(false), side(true)];
  const toClear = distanceTo(crop, (i) => clear[i] === 1).data;
  const toFigure = distanceTo(crop, (i) => figure[i] === 1).data;
  const through = (data: Float32Array<ArrayBuffer>, known: Uint8Array) => membrane({ ...crop, data }, known).data;
  // From the centre of a pixel: the outline is half a pixel before the next one. Where there is none, it is far away.
  const toOutline = (to: number) => Math.min(to, crop.width + crop.height) - 0.5;
  const distance = mapTo(Float32Array, toClear, (to, i) => (to > 0 ? toOutline(to) : -toOutline(toFigure[i]!)));
  const within = through(
    distance,
    mapTo(Uint8Array, hole.data, (value) => (value === 0 ? 1 : 0)),
  );
  const [beyond, inside] = [through(alpha, clear), through(alpha, figure)];
  const covered = (i: number) => Math.min(1, Math.max(0, within[i]! + 0.5));
  return {
    alpha: mapTo(Uint8Array, within, (_, i) => Math.round(beyond[i]! + (inside[i]! - beyond[i]!) * covered(i))),
    hasFigure: hole.data.some((value, i) => value !== 0 && covered(i) > 0),
  };
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
export function withOpacity({ width, height, data: old }: Pixels, hole: Mask, alphas: Uint8Array | null): Pixels {
  const data = old.slice();
  for (let i = 0; i < hole.data.length; i++) {
    if (hole.data[i] === 0) continue;
    const alpha = alphas?.[i] ?? 0;
    if (alpha === 0) data.fill(0, 4 * i, 4 * i + 4);
    else data[4 * i + 3] = alpha;
  }
  return { width, height, data };
}
