import type { Plane, Planes } from '../../types.ts';
import { emptyPlane, emptyPlanes, lumaPlane } from '../planes.ts';
import { stretchTones } from './tone.ts';

/** Coloured pencils for a picture: the fraction of the paper that they cover (0..1), and their colours (RGB 0..1). */
export type Pigments = { readonly coverage: Plane; readonly colours: Planes };

/** Saturation of the pencils relative to the picture. */
const SATURATION = 1.25;
/** Brightness (0..1) from which the paper stays bare; stretched tones end here. */
const PAPER_WHITE = 0.97;
/** Maximum coverage, so that the grain of the paper always shows. */
const MAX_COVERAGE = 0.97;
/** Factor on the coverage that the darkest channel needs. */
const COVERAGE_MARGIN = 1.15;

/**
 * Separates each colour, with stretched tones, into a more saturated pigment and the fraction of white paper that it covers,
 * so that pigment times coverage reproduces the colour. `shade` (0..1) is the minimum coverage.
 */
export function separatePigments(picture: Planes, shade: Plane): Pigments {
  const original = lumaPlane(picture);
  const luma = original.data;
  const stretched = stretchTones(original).data;
  const coverage = emptyPlane(picture);
  const colours = emptyPlanes(picture, 3);
  const [red, green, blue] = picture.planes as readonly [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < luma.length; i++) {
    const lift = stretched[i]! - luma[i]!;
    const need = Math.max(0, PAPER_WHITE - lift - Math.min(red[i]!, green[i]!, blue[i]!));
    const fraction = Math.min(MAX_COVERAGE, Math.max(shade.data[i]!, COVERAGE_MARGIN * need));
    coverage.data[i] = fraction;
    for (const [channel, plane] of colours.planes.entries()) {
      const value = stretched[i]! + (picture.planes[channel]![i]! - luma[i]!) * SATURATION;
      plane[i] = Math.min(1, Math.max(0.03, 1 - (1 - value) / Math.max(fraction, 0.01)));
    }
  }
  return { coverage, colours };
}
