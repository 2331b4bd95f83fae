import type { Geometry, OpContext, OpTable, Pixels, Size } from '../../types.ts';
import { inBands } from '../bands.ts';
import { transformPixels } from '../geometry/transform.ts';
import { mix, rgbPlanes } from '../planes.ts';
import { drain } from '../progress.ts';
import { resizePixels } from '../resize/resize.ts';
import type { Kernel } from '../resize/weights.ts';
import { type SharpenOptions, sharpen } from '../sharpen/unsharp.ts';
import { backProject } from '../upscale/back-project.ts';
import { type FinishOptions, finishEnlarged } from '../upscale/finish.ts';

type WithPicture = { readonly picture: Pixels };

/** Bands of rows; the widest filter of the sharpener reads 60 rows beyond. */
const BAND = { rows: 256, margin: 64 } as const;

/** Restores only smooth tones of the original; edges come from the network. */
const TONES = { rounds: 2, step: 1, sigma: 3 } as const;

export const enhanceOps = {
  'picture.resize': (
    { picture }: WithPicture,
    params: Size & { readonly kernel: Kernel; readonly linear: boolean },
  ): Pixels => resizePixels(picture, params),

  'picture.transform': ({ picture }: WithPicture, params: Geometry, context: OpContext): Promise<Pixels> =>
    drain(transformPixels(picture, params), context),

  /** Blends `picture` over `base` of the same size by `fraction`, 0..1. */
  'picture.mix': (
    { picture, base }: WithPicture & { readonly base: Pixels },
    { fraction }: { readonly fraction: number },
  ): Pixels => {
    const data = new Uint8ClampedArray(base.data.length);
    for (let i = 0; i < data.length; i++) data[i] = base.data[i]! + (picture.data[i]! - base.data[i]!) * fraction;
    return { width: base.width, height: base.height, data };
  },

  'sharpen.instant': ({ picture }: WithPicture, params: SharpenOptions, context: OpContext): Promise<Pixels> =>
    drain(
      inBands([picture], BAND, ([band]) => sharpen(rgbPlanes(band), params)),
      context,
    ),

  /** Restores the tones of `picture` in a network's result `found` of the same size, and blends it over the (sharpened) picture. */
  'sharpen.finish': (
    { picture, found }: WithPicture & { readonly found: Pixels },
    { fraction, sharpen: options }: { readonly fraction: number; readonly sharpen: SharpenOptions | null },
    context: OpContext,
  ): Promise<Pixels> =>
    drain(
      inBands([picture, found], BAND, ([original, band]) => {
        const source = rgbPlanes(original);
        const base = options ? sharpen(source, options) : source;
        return mix(base, backProject(rgbPlanes(band), source, TONES), fraction);
      }),
      context,
    ),

  /** Finishes an enlargement: restores the tones of `picture` in a network's result `large`. */
  'upscale.finish': (
    { picture, large }: WithPicture & { readonly large: Pixels },
    params: FinishOptions,
    context: OpContext,
  ): Promise<Pixels> => drain(finishEnlarged(large, picture, params), context),
} as const satisfies OpTable;
