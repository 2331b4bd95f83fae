import type { Box, Mask, Pixels } from '../../types.ts';
import { cropMask } from '../crop.ts';
import { distanceTo } from '../filter/distance.ts';
import type { Parts } from '../matte/components.ts';
import { emptyPlane } from '../planes.ts';
import { membrane } from './membrane.ts';
import { boundsIn } from './regions.ts';

/** Side of the squares in which a mask is grown, so that no distances of a whole picture are held. */
const TILE = 512;

export type SeamOptions = {
  /** Pixels by which the mask is grown: rims carry the colour of what is removed. */
  readonly grow: number;
  /** Pixels over which the filling fades in, from the rim of the grown mask inwards. What was chosen is never spared. */
  readonly feather: number;
};

/**
 * How much of each pixel is replaced, 0..255: everything that the mask chooses (above 127), the ring by which it is
 * grown with a fading rim, and where a mask is soft at least what it says. Where it is 0 nothing may change.
 * Yields the share that is done.
 */
export function* seamOf(mask: Mask, { grow, feather }: SeamOptions): Generator<number, Mask> {
  if (grow <= 0) return mask;
  const out = mask.data.slice();
  const halo = Math.ceil(grow + feather) + 2;
  for (let y = 0; y < mask.height; y += TILE)
    for (let x = 0; x < mask.width; x += TILE) {
      const left = Math.max(0, x - halo);
      const top = Math.max(0, y - halo);
      const width = Math.min(mask.width, x + TILE + halo) - left;
      const height = Math.min(mask.height, y + TILE + halo) - top;
      const box = { x: left, y: top, width, height };
      if (!boundsIn(mask, box)) continue;
      const inner = {
        x,
        y,
        width: Math.min(TILE, mask.width - x),
        height: Math.min(TILE, mask.height - y),
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
      const share = Math.min(1, inside[at]! / (feather + 1));
      out[y * width + x] = Math.max(out[y * width + x]!, Math.round(255 * share));
    }
}

/** A mask (any value above 0) with the pixels around it up to a distance. */
export function widened(mask: Mask, by: number): Mask {
  const near = distanceTo(mask, (i) => mask.data[i]! > 0).data;
  return { ...mask, data: Uint8Array.from(near, (distance) => (distance <= by ? 255 : 0)) };
}

/** Colours that differ by more (0..255) than this across a seam are an edge, not a tint. */
const TINT = 24;

export type Match = {
  /** What the picture shows. */
  readonly picture: Pixels;
  /** What is replaced (above 0). */
  readonly seam: Mask;
  /** What was given to fill: the seam and a ring around it, which tells how colours differ there. */
  readonly hole: Mask;
};

/**
 * A filling whose colours go over into those around it: what it shows in the ring differs from the picture by a tint
 * that is carried into the hole as the smoothest surface (Pérez et al. 2003, "Poisson image editing"; Georgiev 2004).
 */
export function matchColours(filled: Pixels, { picture, seam, hole }: Match): Pixels {
  const data = filled.data.slice();
  const ring = Uint8Array.from(hole.data, (value, i) => (value > 0 && seam.data[i] === 0 ? 1 : 0));
  for (let c = 0; c < 3; c++) {
    const tint = emptyPlane(filled);
    for (let i = 0; i < ring.length; i++) {
      if (ring[i] === 0) continue;
      const difference = picture.data[4 * i + c]! - filled.data[4 * i + c]!;
      tint.data[i] = Math.min(TINT, Math.max(-TINT, difference));
    }
    const surface = membrane(tint, ring).data;
    for (let i = 0; i < ring.length; i++)
      if (seam.data[i]! > 0) data[4 * i + c] = filled.data[4 * i + c]! + surface[i]!;
  }
  return { width: filled.width, height: filled.height, data };
}

/** Pixels beside a hole whose changes are compared with those across its rim. */
const BESIDE = 4;

/**
 * How much colours change across the rim of each hole, by its label, beside how much they do just outside: about 1 where
 * nothing shows, 0 where there is nothing to compare.
 */
export function rimContrast({ data }: Pixels, { labels, areas, width }: Parts): Float64Array {
  const [rim, rims, near, nears] = [0, 1, 2, 3].map(() => new Float64Array(areas.length)) as Sums;
  for (let i = 0; i < labels.length; i++)
    for (const step of [1, width]) {
      const next = i + step;
      if (next >= labels.length || (step === 1 && next % width === 0)) continue;
      const [here, there] = [labels[i]!, labels[next]!];
      const across = here > 0 !== there > 0;
      const beside = labels[i + BESIDE * step] || labels[i - BESIDE * step] || 0;
      if (!across && (here > 0 || beside === 0)) continue;
      let change = 0;
      for (let c = 0; c < 3; c++) change += Math.abs(data[4 * next + c]! - data[4 * i + c]!);
      const label = across ? Math.max(here, there) : beside;
      const [sums, counts] = across ? [rim, rims] : [near, nears];
      sums[label]! += change;
      counts[label]! += 1;
    }
  return rim.map((sum, label) => (near[label]! > 0 ? sum / rims[label]! / (near[label]! / nears[label]!) : 0));
}

type Sums = [Float64Array, Float64Array, Float64Array, Float64Array];

/** Lays a filling over the part of `target` that `box` names, as much as the seam says. */
export function paste(target: Pixels, filled: Pixels, { seam, box }: { readonly seam: Mask; readonly box: Box }): void {
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      const from = y * box.width + x;
      const share = seam.data[from]! / 255;
      if (share === 0) continue;
      const to = 4 * ((box.y + y) * target.width + box.x + x);
      const [old, next] = [target.data[to + 3]!, filled.data[4 * from + 3]!];
      const alpha = old + (next - old) * share;
      // Colours count by how opaque they are.
      const part = old === next || alpha === 0 ? share : (next * share) / alpha;
      for (let c = 0; c < 3; c++) {
        const was = target.data[to + c]!;
        target.data[to + c] = Math.round(was + (filled.data[4 * from + c]! - was) * part);
      }
      target.data[to + 3] = Math.round(alpha);
    }
}
