import type { Mask, Pixels } from '../../types.ts';
import { mapTo } from '../map-to.ts';
import { emptyPlane, flatten, isOpaque } from '../planes.ts';
import { membrane } from './membrane.ts';
import type { Synthesis } from './patches/synthesise.ts';
import { eachPixelOf, type HoleRegion } from './regions.ts';

/** Greys that transparent pixels may be flattened onto, and the difference (0..255) below which a colour resembles one. */
const BACKGROUND_GREYS = [255, 0, 128] as const;
const MAX_GREY_DIFFERENCE = 40;

/** A copy of a crop without transparency. */
export type FlattenedCrop = {
  /** The crop itself if it has no transparent pixels. */
  readonly flat: Pixels;
  /** The grey behind transparent pixels; null if there are none. */
  readonly background: number | null;
};

/**
 * Flattens a crop onto the grey that is rarest in it, so that transparent regions stay distinguishable. For an `enclosed`
 * hole, which no clear pixels surround, pixels that are not opaque get an alpha of 0: nothing is copied from them.
 */
export function flattenForFill(crop: Pixels, hole: Mask, enclosed: boolean): FlattenedCrop {
  if (isOpaque(crop)) return { flat: crop, background: null };
  const background = chooseBackground(crop, hole);
  const flat = flatten(crop, [background, background, background]);
  if (enclosed)
    for (let i = 0; i < hole.data.length; i++)
      if (hole.data[i] === 0 && crop.data[4 * i + 3] !== 255) flat.data[4 * i + 3] = 0;
  return { flat, background };
}

function chooseBackground({ data }: Pixels, hole: Mask): number {
  const counts = BACKGROUND_GREYS.map((grey) => {
    let count = 0;
    for (let i = 0; i < hole.data.length; i++) {
      if (hole.data[i] !== 0 || data[4 * i + 3]! < 128) continue;
      const isSimilar = [0, 1, 2].every((c) => Math.abs(data[4 * i + c]! - grey) < MAX_GREY_DIFFERENCE);
      if (isSimilar) count++;
    }
    return count;
  });
  return BACKGROUND_GREYS[counts.indexOf(Math.min(...counts))]!;
}

type Original = { readonly crop: Pixels; readonly hole: Mask; readonly background: number };

/**
 * Restores the transparency of a filled crop that was flattened onto grey: copied pixels take the alpha of their origin,
 * others are interpolated from their surroundings.
 */
export function restoreAlpha(filling: Pixels | Synthesis, { crop, hole, background }: Original): Pixels {
  const data = filling.data.slice();
  const origin = 'origin' in filling ? filling.origin : null;
  const alpha = emptyPlane(crop);
  const known = mapTo(Uint8Array, hole.data, (value) => (value === 0 ? 1 : 0));
  for (let i = 0; i < known.length; i++) alpha.data[i] = crop.data[4 * i + 3]! / 255;
  const interpolated = membrane(alpha, known).data;
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 1) continue;
    const from = origin?.[i] ?? -1;
    if (from >= 0 && crop.data[4 * from + 3] === 255) data[4 * i + 3] = 255;
    else if (from >= 0) data.set(crop.data.subarray(4 * from, 4 * from + 4), 4 * i);
    else {
      const opacity = interpolated[i]!;
      for (let c = 0; c < 3; c++)
        data[4 * i + c] = background + (data[4 * i + c]! - background) / Math.max(opacity, 1 / 255);
      data[4 * i + 3] = 255 * opacity;
    }
  }
  return { width: crop.width, height: crop.height, data };
}

/**
 * A hole is a whole figure of a cut-out if it is deeper than a fraction of the picture's longer side, and if a fraction of
 * its rim borders on transparent pixels.
 */
const FIGURE = { minDepthFraction: 0.035, minTransparentRim: 0.25 } as const;

/** How a hole borders on transparent pixels. */
export type Rim = {
  /**
   * Whether the hole covers a whole figure of a cut-out. Nothing is known about what was behind it, and patches would copy
   * limbs of neighbouring figures, so such a hole becomes transparent.
   */
  readonly isFigure: boolean;
  /** Whether no pixel around the hole is more clear than opaque. */
  readonly isEnclosed: boolean;
};

/** Looks at the pixels around a hole. */
export function rimOf({ width, height, data }: Pixels, mask: Mask, region: HoleRegion): Rim {
  let [rim, clear] = [0, 0];
  eachPixelOf(region, (x, y) => {
    const i = y * width + x;
    if (mask.data[i] === 0) return;
    const [left, right] = [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i];
    const [above, below] = [y > 0 ? i - width : i, y < height - 1 ? i + width : i];
    for (const next of [left, right, above, below]) {
      if (mask.data[next] !== 0) continue;
      rim++;
      if (data[4 * next + 3]! < 128) clear++;
    }
  });
  const isDeep = region.depth >= FIGURE.minDepthFraction * Math.max(width, height);
  return {
    isFigure: isDeep && clear > 0 && clear >= FIGURE.minTransparentRim * rim,
    isEnclosed: clear === 0,
  };
}

/** Makes the hole transparent, without colours: files keep those of transparent pixels. */
export function clearHole({ width, height, data: old }: Pixels, hole: Mask): Pixels {
  const data = old.slice();
  for (let i = 0; i < hole.data.length; i++) if (hole.data[i]! > 0) data.fill(0, 4 * i, 4 * i + 4);
  return { width, height, data };
}
