import type { Box, Pixels } from '../types.ts';
import type { Face } from './faces.ts';

/** Where the middle of a face lies in the square that networks for faces know (FFHQ), and how tall it is there. */
const KNOWN = { height: 0.54, middle: 0.62 } as const;

/** Width of the seam between a face and the picture, as a share of the square's side. */
const SEAM = 0.12;

/** The upright square around a face, with hair and chin where networks expect them; it may reach beyond the picture. */
export function faceSquare({ x, y, width, height }: Face): Box {
  const side = Math.max(2, Math.round(height / KNOWN.height));
  return {
    x: Math.round(x + width / 2 - side / 2),
    y: Math.round(y + height / 2 - KNOWN.middle * side),
    width: side,
    height: side,
  };
}

/** A box of the picture; beyond its border the nearest pixel is repeated. */
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

/** Lays a piece of the size of `box` into a picture that is ours, `share` of it, less and less towards its border. */
export function pasteSoftly(
  picture: Pixels,
  piece: Pixels,
  { box, share }: { readonly box: Box; readonly share: number },
) {
  const seam = Math.max(1, SEAM * box.width);
  for (let y = Math.max(0, -box.y); y < Math.min(box.height, picture.height - box.y); y++)
    for (let x = Math.max(0, -box.x); x < Math.min(box.width, picture.width - box.x); x++) {
      const inside = Math.min(x + 0.5, y + 0.5, box.width - x - 0.5, box.height - y - 0.5) / seam;
      const part = share * Math.min(1, inside);
      const to = 4 * ((box.y + y) * picture.width + box.x + x);
      const from = 4 * (y * box.width + x);
      for (let channel = 0; channel < 3; channel++) {
        const old = picture.data[to + channel]!;
        picture.data[to + channel] = old + part * (piece.data[from + channel]! - old);
      }
    }
}
