import type { Plane, Planes } from '../../types.ts';
import { emptyPlane, emptyPlanes, lumaPlane } from '../planes.ts';
import { evened } from './tone.ts';

/** Coloured pencils for a picture: how much of the paper they cover (0..1), and their colours (RGB 0..1). */
export type Pigments = { readonly cover: Plane; readonly colours: Planes };

/** Saturation of the pencils beside that of the picture. */
const VIVID = 1.25;
/** What is as light stays paper: evened brightness ends there. */
const WHITE = 0.97;

/**
 * Each colour, its brightness evened, as a stronger one laid thinly on white: cover is what its darkest channel needs,
 * and somewhat more, so that cover times pigment on paper gives the picture's colour again. `shade` (0..1) covers at
 * least.
 */
export function pigmentsOf(picture: Planes, shade: Plane): Pigments {
  const plain = lumaPlane(picture);
  const luma = plain.data;
  const light = evened(plain).data;
  const cover = emptyPlane(picture);
  const colours = emptyPlanes(picture, 3);
  const [red, green, blue] = picture.planes as readonly [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < luma.length; i++) {
    const raise = light[i]! - luma[i]!;
    const need = Math.max(0, WHITE - raise - Math.min(red[i]!, green[i]!, blue[i]!));
    const share = Math.min(0.97, Math.max(shade.data[i]!, 1.15 * need));
    cover.data[i] = share;
    for (const [channel, plane] of colours.planes.entries()) {
      const value = light[i]! + (picture.planes[channel]![i]! - luma[i]!) * VIVID;
      plane[i] = Math.min(1, Math.max(0.03, 1 - (1 - value) / Math.max(share, 0.01)));
    }
  }
  return { cover, colours };
}
