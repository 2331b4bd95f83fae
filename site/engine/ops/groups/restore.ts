import type { Facts, OpContext, OpTable, Pixels, Planes } from '../../types.ts';
import { inBands } from '../bands.ts';
import { colouredByStrokes } from '../colourise/colour.ts';
import type { ColourStroke } from '../colourise/strokes.ts';
import { withoutHiddenColours } from '../hidden-colours.ts';
import { channelPlane, lumaPlane, rgbPlanes } from '../planes.ts';
import { drain, scaleProgress } from '../progress.ts';
import { estimateNoise } from '../restore/noise.ts';
import { smoothNoise } from '../restore/smooth.ts';
import { restoreTonesOf, type ToneOptions } from '../restore/tone.ts';

type WithPicture = { readonly picture: Pixels };
type Nothing = Record<string, never>;

/** Bands of rows. */
const BAND = { rows: 256, margin: 8 } as const;

export const restoreOps = {
  /** Fact `sigma`: standard deviation of the noise, 0..255. */
  'restore.noise': async ({ picture }: WithPicture, _: Nothing, context: OpContext): Promise<Facts> => ({
    facts: { sigma: await drain(noiseOf(picture), context) },
  }),

  /** Denoises without a network, for a fraction of the measured standard deviation. */
  'restore.smooth': (
    { picture, noise }: WithPicture & { readonly noise: Facts },
    { fraction }: { readonly fraction: number },
    context: OpContext,
  ): Promise<Pixels> => drain(smoothNoise(picture, fraction * Number(noise.facts.sigma)), context),

  'restore.tones': ({ picture }: WithPicture, params: ToneOptions, context: OpContext): Promise<Pixels> =>
    drain(restoreTonesOf(picture, params), context),

  /** Tones the picture with one colour (0..255), as in a toned print, by a fraction of 0..1. */
  'restore.tint': (
    { picture }: WithPicture,
    { colour, fraction }: { readonly colour: readonly [number, number, number]; readonly fraction: number },
    context: OpContext,
  ): Promise<Pixels> =>
    drain(
      inBands([picture], BAND, ([band]) => tinted(rgbPlanes(band), { colour, fraction })),
      context,
    ),

  /** Colourises from strokes (facts `width`, `height`, `strokes`: type `Strokes`), blended by a fraction of 0..1. */
  'restore.strokes': (
    { picture, strokes }: WithPicture & { readonly strokes: Facts },
    { fraction }: { readonly fraction: number },
    context: OpContext,
  ): Promise<Pixels> => {
    const { width, height, strokes: list } = strokes.facts;
    const drawing = { width: Number(width), height: Number(height), strokes: list as readonly ColourStroke[] };
    return drain(colouredByStrokes(picture, drawing, fraction), context);
  },
} as const satisfies OpTable;

/** The mean noise of the channels, measured one after the other. */
function* noiseOf(picture: Pixels): Generator<number, number> {
  // Black counts as clipped, which hides no noise.
  const shown = withoutHiddenColours(picture);
  let sum = 0;
  for (const channel of [0, 1, 2]) {
    const { width, height } = picture;
    const noise = estimateNoise({ width, height, planes: [channelPlane(shown, channel)] });
    sum += yield* scaleProgress(noise, channel / 3, (channel + 1) / 3);
  }
  return sum / 3;
}

type Tint = { readonly colour: readonly [number, number, number]; readonly fraction: number };

/** Tints a picture and keeps its luma: midtones take up more of the colour than shadows and highlights. */
function tinted(picture: Planes, { colour, fraction }: Tint): Planes {
  const luma = lumaPlane(picture).data;
  const tintLuma = (0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]) / 255;
  const planes = picture.planes.map((plane, channel) => {
    const shift = (colour[channel] ?? 0) / 255 - tintLuma;
    return plane.map((value, i) => {
      const toned = luma[i]! + 4 * luma[i]! * (1 - luma[i]!) * shift;
      return value + fraction * (Math.min(1, Math.max(0, toned)) - value);
    });
  });
  return { ...picture, planes };
}
