import type { Box, Plane } from '../../types.ts';

/** Merges the matte of a part into a matte by the pixelwise maximum. `box` lies inside the matte. */
export function mergeByMaximum(matte: Plane, part: Plane, box: Box): Plane {
  const data = new Float32Array(matte.data);
  for (let y = 0; y < part.height; y++) {
    const to = (box.y + y) * matte.width + box.x;
    for (let x = 0; x < part.width; x++) {
      const value = part.data[y * part.width + x]!;
      if (value > data[to + x]!) data[to + x] = value;
    }
  }
  return { width: matte.width, height: matte.height, data };
}
