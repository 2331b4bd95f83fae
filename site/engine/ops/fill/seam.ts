import type { Box, Mask, Pixels } from '../../types.ts';
import { cropMask } from '../crop.ts';
import { distanceTo } from '../filter/distance.ts';
import { mapTo } from '../map-to.ts';
import type { Components } from '../matte/components.ts';
import { emptyPlane } from '../planes.ts';
import { membrane } from './membrane.ts';
import { boundsIn } from './regions.ts';

/** Side of the tiles in which a mask is grown, which limits the memory for distances. */
const TILE_PX = 512;

export type SeamOptions = {
  /** Pixels by which the mask is grown, because rims carry the colour of the removed object. */
  readonly grow: number;
  /** Pixels over which the filling fades in from the rim of the grown mask. The original mask is always filled fully. */
  readonly feather: number;
};

/**
 * Returns the blend weight of the filling at each pixel, 0..255: full inside the mask (above 127), fading out over the
 * ring by which it is grown, and never below a soft mask's own value. Pixels at 0 must not change. Yields the fraction done.
 */
export function* growAndFeather(mask: Mask, { grow, feather }: SeamOptions): Generator<number, Mask> {
  if (grow <= 0) return mask;
  const out = mask.data.slice();
  const halo = Math.ceil(grow + feather) + 2;
  for (let y = 0; y < mask.height; y += TILE_PX)
    for (let x = 0; x < mask.width; x += TILE_PX) {
      const left = Math.max(0, x - halo);
      const top = Math.max(0, y - halo);
      const width = Math.min(mask.width, x + TILE_PX + halo) - left;
      const height = Math.min(mask.height, y + TILE_PX + halo) - top;
      const box = { x: left, y: top, width, height };
      if (!boundsIn(mask, box)) continue;
      const inner = {
        x,
        y,
        width: Math.min(TILE_PX, mask.width - x),
        height: Math.min(TILE_PX, mask.height - y),
      };
      growInto(out, { part: cropMask(mask, box), box, inner, width: mask.width }, { grow, feather });
      yield y / mask.height;
    }
  return { width: mask.width, height: mask.height, data: out };
}

type Part = { readonly part: Mask; readonly box: Box; readonly inner: Box; readonly width: number };

function growInto(out: Uint8Array, { part, box, inner, width }: Part, { grow, feather }: SeamOptions): void {
  const near = distanceTo(part, (i) => part.data[i]! > 127).data;
  const inside = distanceTo(part, (i) => near[i]! > grow).data;
  for (let y = inner.y; y < inner.y + inner.height; y++)
    for (let x = inner.x; x < inner.x + inner.width; x++) {
      const at = (y - box.y) * box.width + x - box.x;
      if (near[at]! > grow) continue;
      const weight = Math.min(1, inside[at]! / (feather + 1));
      out[y * width + x] = Math.max(out[y * width + x]!, Math.round(255 * weight));
    }
}

/** Dilates a mask (any value above 0) by a Euclidean distance in pixels. */
export function dilate(mask: Mask, by: number): Mask {
  const near = distanceTo(mask, (i) => mask.data[i]! > 0).data;
  return { ...mask, data: mapTo(Uint8Array, near, (distance) => (distance <= by ? 255 : 0)) };
}

/** Colour differences across a seam beyond this (0..255) are edges, not tints. */
const MAX_TINT = 24;

export type Match = {
  /** The original. */
  readonly picture: Pixels;
  /** The pixels to replace (above 0). */
  readonly seam: Mask;
  /** The pixels that were filled: `seam` and a ring around it, on which colours are compared. */
  readonly hole: Mask;
};

/**
 * Matches the colours of a filling to its surroundings: the difference to the picture on the ring is interpolated over the
 * hole as a membrane and added (Pérez et al. 2003, "Poisson image editing"; Georgiev 2004).
 */
export function matchColours(filled: Pixels, { picture, seam, hole }: Match): Pixels {
  const data = filled.data.slice();
  const ring = mapTo(Uint8Array, hole.data, (value, i) => (value > 0 && seam.data[i] === 0 ? 1 : 0));
  for (let c = 0; c < 3; c++) {
    const tint = emptyPlane(filled);
    for (let i = 0; i < ring.length; i++) {
      if (ring[i] === 0) continue;
      const difference = picture.data[4 * i + c]! - filled.data[4 * i + c]!;
      tint.data[i] = Math.min(MAX_TINT, Math.max(-MAX_TINT, difference));
    }
    const surface = membrane(tint, ring).data;
    for (let i = 0; i < ring.length; i++)
      if (seam.data[i]! > 0) data[4 * i + c] = filled.data[4 * i + c]! + surface[i]!;
  }
  return { width: filled.width, height: filled.height, data };
}

/** Distance from a hole at which colour changes are compared with those across its rim. */
const COMPARED_DISTANCE_PX = 4;

/**
 * Ratio of the colour change across the rim of each hole, by label, to the change just outside it: about 1 if the rim is
 * invisible, 0 if nothing can be compared.
 */
export function rimContrast({ data }: Pixels, { labels, areas, width }: Components): Float64Array {
  const [rimSums, rimCounts, nearSums, nearCounts] = [0, 1, 2, 3].map(() => new Float64Array(areas.length)) as Sums;
  for (let i = 0; i < labels.length; i++)
    for (const step of [1, width]) {
      const next = i + step;
      if (next >= labels.length || (step === 1 && next % width === 0)) continue;
      const [currentLabel, neighbourLabel] = [labels[i]!, labels[next]!];
      const across = currentLabel > 0 !== neighbourLabel > 0;
      const beside = labels[i + COMPARED_DISTANCE_PX * step] || labels[i - COMPARED_DISTANCE_PX * step] || 0;
      if (!across && (currentLabel > 0 || beside === 0)) continue;
      let change = 0;
      for (let c = 0; c < 3; c++) change += Math.abs(data[4 * next + c]! - data[4 * i + c]!);
      const label = across ? Math.max(currentLabel, neighbourLabel) : beside;
      const [sums, counts] = across ? [rimSums, rimCounts] : [nearSums, nearCounts];
      sums[label]! += change;
      counts[label]! += 1;
    }
  return rimSums.map((sum, label) =>
    nearSums[label]! > 0 ? sum / rimCounts[label]! / (nearSums[label]! / nearCounts[label]!) : 0,
  );
}

type Sums = [Float64Array, Float64Array, Float64Array, Float64Array];

/** Blends a filling into the part of `target` at `box`, weighted by `seam` (0..255). */
export function blendInto(
  target: Pixels,
  filled: Pixels,
  { seam, box }: { readonly seam: Mask; readonly box: Box },
): void {
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      const from = y * box.width + x;
      const weight = seam.data[from]! / 255;
      if (weight === 0) continue;
      const to = 4 * ((box.y + y) * target.width + box.x + x);
      const [old, next] = [target.data[to + 3]!, filled.data[4 * from + 3]!];
      const alpha = old + (next - old) * weight;
      // Colours are weighted by their opacity.
      const colourWeight = old === next || alpha === 0 ? weight : (next * weight) / alpha;
      for (let c = 0; c < 3; c++) {
        const before = target.data[to + c]!;
        target.data[to + c] = Math.round(before + (filled.data[4 * from + c]! - before) * colourWeight);
      }
      target.data[to + 3] = Math.round(alpha);
    }
}
