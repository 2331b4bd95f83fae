import type { Mask, Pixels } from '../../types.ts';
import { emptyPlane, flatten, isOpaque } from '../planes.ts';
import { membrane } from './membrane.ts';
import type { Synthesis } from './patches/synthesise.ts';
import type { Piece } from './regions.ts';

/** What clear pixels may be laid on, and how near to it, of 255, a colour is taken for the same. */
const GROUNDS = [255, 0, 128] as const;
const SAME = 40;

/** A crop as filling sees it. */
export type Laid = {
  /** Without clear pixels: the crop itself where it has none. */
  readonly opaque: Pixels;
  /** The grey that it was laid on; null where that was not needed. */
  readonly ground: number | null;
};

/** A crop with clear pixels laid on the grey that its colours are least like, so that what is clear can be told apart. */
export function laidOn(crop: Pixels, hole: Mask): Laid {
  if (isOpaque(crop)) return { opaque: crop, ground: null };
  const ground = groundFor(crop, hole);
  return { opaque: flatten(crop, [ground, ground, ground]), ground };
}

function groundFor({ data }: Pixels, hole: Mask): number {
  const alike = GROUNDS.map((ground) => {
    let count = 0;
    for (let i = 0; i < hole.data.length; i++) {
      if (hole.data[i] !== 0 || data[4 * i + 3]! < 128) continue;
      const isAlike = [0, 1, 2].every((c) => Math.abs(data[4 * i + c]! - ground) < SAME);
      if (isAlike) count++;
    }
    return count;
  });
  return GROUNDS[alike.indexOf(Math.min(...alike))]!;
}

type Original = { readonly crop: Pixels; readonly hole: Mask; readonly ground: number };

/**
 * A filling of a crop that was laid on a grey, as clear as what it was copied from; what was not copied, between what is
 * around it.
 */
export function liftedOff(filling: Pixels | Synthesis, { crop, hole, ground }: Original): Pixels {
  const data = filling.data.slice();
  const origin = 'origin' in filling ? filling.origin : null;
  const alpha = emptyPlane(crop);
  const known = Uint8Array.from(hole.data, (value) => (value === 0 ? 1 : 0));
  for (let i = 0; i < known.length; i++) alpha.data[i] = crop.data[4 * i + 3]! / 255;
  const between = membrane(alpha, known).data;
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 1) continue;
    const from = origin?.[i] ?? -1;
    if (from >= 0 && crop.data[4 * from + 3] === 255) data[4 * i + 3] = 255;
    else if (from >= 0) data.set(crop.data.subarray(4 * from, 4 * from + 4), 4 * i);
    else {
      const cover = between[i]!;
      for (let c = 0; c < 3; c++) data[4 * i + c] = ground + (data[4 * i + c]! - ground) / Math.max(cover, 1 / 255);
      data[4 * i + 3] = 255 * cover;
    }
  }
  return { width: crop.width, height: crop.height, data };
}

/**
 * A hole that is as deep as that share of the picture's longer side, and has so much of its rim beside clear pixels, is a
 * figure of a cut-out, not a spot at its edge.
 */
const FIGURE = { depth: 0.035, rim: 0.25 } as const;

/**
 * Whether a whole figure was taken out of a cut-out. Nothing is known of what was behind it: patches would make limbs of
 * the figures beside it, so that such a hole becomes clear.
 */
export function isFigure({ width, height, data }: Pixels, mask: Mask, { hole, depth }: Piece): boolean {
  if (depth < FIGURE.depth * Math.max(width, height)) return false;
  let [rim, clear] = [0, 0];
  for (let y = hole.y; y < hole.y + hole.height; y++)
    for (let x = hole.x; x < hole.x + hole.width; x++) {
      const i = y * width + x;
      if (mask.data[i] === 0) continue;
      const [left, right] = [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i];
      const [above, below] = [y > 0 ? i - width : i, y < height - 1 ? i + width : i];
      for (const next of [left, right, above, below]) {
        if (mask.data[next] !== 0) continue;
        rim++;
        if (data[4 * next + 3]! < 128) clear++;
      }
    }
  return clear > 0 && clear >= FIGURE.rim * rim;
}

/** A crop that is clear where the hole is. */
export function cleared({ width, height, data: old }: Pixels, hole: Mask): Pixels {
  const data = old.slice();
  for (let i = 0; i < hole.data.length; i++) if (hole.data[i]! > 0) data[4 * i + 3] = 0;
  return { width, height, data };
}
