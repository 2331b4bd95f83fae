import type { Box, Pixels } from '../types.ts';
import type { Face } from './faces.ts';

/** Height of a face, and position of its centre from the top, as fractions of the aligned square of FFHQ. */
const ALIGNED_FACE = { height: 0.54, centreY: 0.62 } as const;

/** Width of the feathered border of a pasted face, as a fraction of the square's side. */
const FEATHER = 0.12;

/** The upright square around a face, with hair and chin where networks expect them; it may reach beyond the picture. */
export function faceSquare({ x, y, width, height }: Face): Box {
  const side = Math.max(2, Math.round(height / ALIGNED_FACE.height));
  return {
    x: Math.round(x + width / 2 - side / 2),
    y: Math.round(y + height / 2 - ALIGNED_FACE.centreY * side),
    width: side,
    height: side,
  };
}

/** A crop of the picture; beyond its border the nearest pixel is repeated. */
export function cutRepeating({ width, height, data }: Pixels, box: Box): Pixels {
  const out = new Uint8ClampedArray(4 * box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const row = Math.min(height - 1, Math.max(0, box.y + y)) * width;
    for (let x = 0; x < box.width; x++) {
      const from = 4 * (row + Math.min(width - 1, Math.max(0, box.x + x)));
      for (let channel = 0; channel < 4; channel++) out[4 * (y * box.width + x) + channel] = data[from + channel]!;
    }
  }
  return { width: box.width, height: box.height, data: out };
}

/** Blends a crop into `picture` in place, with `opacity` 0..1 that falls to 0 at the border of `box`. */
export function pasteFeathered(
  picture: Pixels,
  crop: Pixels,
  { box, opacity }: { readonly box: Box; readonly opacity: number },
) {
  const feather = Math.max(1, FEATHER * box.width);
  for (let y = Math.max(0, -box.y); y < Math.min(box.height, picture.height - box.y); y++)
    for (let x = Math.max(0, -box.x); x < Math.min(box.width, picture.width - box.x); x++) {
      const toBorder = Math.min(x + 0.5, y + 0.5, box.width - x - 0.5, box.height - y - 0.5) / feather;
      const weight = opacity * Math.min(1, toBorder);
      const to = 4 * ((box.y + y) * picture.width + box.x + x);
      const from = 4 * (y * box.width + x);
      for (let channel = 0; channel < 3; channel++) {
        const below = picture.data[to + channel]!;
        picture.data[to + channel] = below + weight * (crop.data[from + channel]! - below);
      }
    }
}
